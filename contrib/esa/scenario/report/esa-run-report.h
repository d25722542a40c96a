// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_REPORT_H
#define ESA_RUN_REPORT_H

#include "ns3/esa-exposed-times.h"
#include "ns3/esa-fragment-fates.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What the page of a run shows (--report).
struct RunReport
{
    /// A switch.
    struct Switch
    {
        std::string name;              ///< as in the table of --switches
        uint32_t height{0};            ///< links to the nearest hosts; 1: it has some itself
        uint64_t aggregators{0};       ///< its aggregators; 0: it sums nothing
        double meanOccupied{0};        ///< of these, in use, mean over time
        FragmentFates fates;           ///< what became of its fragments
        std::optional<uint32_t> level; ///< of those that sum
    };

    /// One end of a link.
    struct End
    {
        std::string name;              ///< as in the table of --links
        double mean{0};                ///< load, mean over time
        uint64_t frames{0};            ///< frames that it sent
        uint64_t largestQueueBytes{0}; ///< its longest queue
        uint64_t lost{0};              ///< frames lost: queue full, or by faults
        std::vector<double> loads;     ///< load in each part of the time
    };

    /// A link; its lower end comes first.
    struct Link
    {
        std::optional<std::size_t> lower; ///< switch at the lower end; nothing: a host
        std::size_t upper{0};             ///< switch at the upper end
        End up;                           ///< the lower end, which sends up
        End down;                         ///< the upper end
    };

    /// The aggregators of all switches in a part of the time, means.
    struct Memory
    {
        double aggregating{0}; ///< held a partial sum
        double waiting{0};     ///< held a complete sum until its result passed
    };

    std::string title;                ///< name of the scenario
    std::string system;               ///< the system
    uint32_t seed{0};                 ///< the seed
    bool isComplete{false};           ///< whether the run came to its end
    std::optional<double> jctMs;      ///< JCT of an iteration, mean, if it did
    std::vector<double> jctPartsMs;   ///< as in RunResult
    std::vector<std::string> notes;   ///< as in RunResult
    std::vector<double> bordersUs;    ///< of the parts of the time
    std::vector<Switch> switches;     ///< the switches
    std::vector<Link> links;          ///< the links, first the links of hosts
    std::vector<Memory> memory;       ///< by part of the time
    std::vector<ExposedTime> workers; ///< workers or ranks; none: jobs come and go
};

/// Write the page: one HTML file, which needs no other file and no network.
/// @param out where to; gets ASCII
void WriteRunReport(std::ostream& out, const RunReport& report);

} // namespace ns3::esa

#endif // ESA_RUN_REPORT_H
