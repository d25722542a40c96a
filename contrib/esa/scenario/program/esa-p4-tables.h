// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_P4_TABLES_H
#define ESA_P4_TABLES_H

#include "ns3/esa-group-table.h"
#include "ns3/esa-scenario.h"
#include "ns3/mac48-address.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A P4 program has empty tables. Whoever runs it needs a control plane that fills them, for each
 * switch with other entries. These functions derive the entries from a scenario: from what the
 * simulated switches hold.
 */

namespace ns3::esa
{

/// A port of a switch.
struct P4Port
{
    std::string name;   ///< of the end of the link, as captures have it
    Mac48Address here;  ///< address of the switch's end
    Mac48Address there; ///< address of the other end
    uint64_t markFrom;  ///< packets that are queued where it marks the next one; 0: never
    bool marksResults;  ///< whether it marks results, too
};

/// A job as one switch has it.
struct P4Job
{
    uint16_t job;                             ///< its number
    std::shared_ptr<const GroupTable> groups; ///< its groups
    std::vector<uint32_t> ports;              ///< towards each worker; 0: none
    uint32_t psPort;                          ///< towards its PS; 0: none

    /// @return true if the switch sums all of the job, as its only group
    bool IsWhole() const;

    /// @param group a group that another switch sums
    /// @return the worker by whose port packets go down to that switch; none: it is not below
    std::optional<uint16_t> WorkerTowards(uint16_t group) const;
};

/// A frame for a host that carries no fragment goes to a port.
struct P4Host
{
    Mac48Address address; ///< of the host
    uint32_t port;        ///< towards it
};

/// What the tables of one switch follow from.
struct P4Switch
{
    std::string name;                   ///< its name in the topology
    std::string system;                 ///< name of the system
    uint32_t aggregators;               ///< entries of its table
    std::optional<uint64_t> staleAgeUs; ///< age of stale aggregators, if they are freed
    std::vector<P4Port> ports;          ///< from port 1 on
    std::vector<P4Host> hosts;          ///< all hosts of the network
    std::vector<P4Job> jobs;            ///< those whose packets come here
};

/// @brief Build the network of a scenario, and read what its switches hold.
/// @param system name of a system
/// @return the switches, by number
/// @throws ScenarioError if the P4 program does not have what the scenario needs
std::vector<P4Switch> P4SwitchesOf(const ValidScenario& scenario, const std::string& system);

/// @return the entries of all tables and multicast groups, as commands of simple_switch_CLI for
///         contrib/esa/p4/esa-v1model.p4
std::vector<std::string> P4EntriesOf(const P4Switch& node);

/// The program esa-p4-entries: write the entries of each switch of a scenario.
/// @param argv the arguments, the program's name first; see --help
/// @return exit code: 0 done, 1 a file could not be written, 2 bad usage or scenario
int P4EntriesMain(int argc, char* argv[]);

} // namespace ns3::esa

#endif // ESA_P4_TABLES_H
