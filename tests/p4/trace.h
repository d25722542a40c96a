// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_P4_TRACE_H
#define ESA_TEST_P4_TRACE_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-group-table.h"
#include "ns3/esa-outcome.h"
#include "ns3/esa-payload.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/**
 * @file
 * What was recorded from the P4 program (tests/p4/recordings; tests/p4/traces.py describes the
 * format).
 */

namespace ns3::esa
{

/// Bytes of a frame.
using Frame = std::vector<uint8_t>;

/// A frame at a port.
using PortFrame = std::pair<uint32_t, Frame>;

/// A frame that went in, and the frames that came out.
struct TracedPacket
{
    Frame in;                   ///< the frame
    std::vector<PortFrame> out; ///< by port
};

/// A time without packets.
struct TracedPause
{
    uint64_t us; ///< microseconds
};

/// A job that leaves.
struct TracedRemoval
{
    uint16_t job; ///< job number
};

/// What happens to a switch.
using TracedStep = std::variant<TracedPacket, TracedPause, TracedRemoval>;

/// The registers of an aggregator.
struct TracedAggregator
{
    /// Fields in the order of the trace.
    enum Field
    {
        Bitmap,
        Counter,
        Seq,
        Job,
        FanIn,
        Priority,
        State,
        Ecn,
        Group,
        Fields
    };

    std::array<uint32_t, Fields> fields; ///< all but the values
    FragmentValues values;               ///< the values
};

/// Outcomes that a trace counts: those of the pipeline, then of packets that do not enter it.
constexpr std::size_t kTracedOutcomes = kPipelineOutcomes + 2;

/// @param place a place among the counts of a trace
/// @return what is counted there
inline Outcome
TracedOutcome(std::size_t place)
{
    return place < kPipelineOutcomes    ? static_cast<Outcome>(place)
           : place == kPipelineOutcomes ? Outcome::PassedBy
                                        : Outcome::UnknownJob;
}

/// One packet sequence, from a switch with all aggregators free.
struct TracedSequence
{
    std::string system;                        ///< name in the system registry
    std::string name;                          ///< its own
    std::optional<uint64_t> staleAgeUs;        ///< age of stale aggregators, if they are freed
    std::vector<TracedStep> steps;             ///< what happened
    std::vector<uint64_t> counts;              ///< packets by outcome (TracedOutcome())
    std::vector<TracedAggregator> aggregators; ///< registers at the end
};

/// A job as the switch's tables have it.
struct TracedJob
{
    uint16_t job;                ///< job number
    std::vector<uint32_t> ports; ///< the port towards each worker
    uint32_t psPort;             ///< the port towards its PS
};

/// An ordinary host.
struct TracedHost
{
    Frame address; ///< its Ethernet address
    uint32_t port; ///< its port
};

/// A job that is summed in groups, as the tables of one switch have it (tests/p4/groups.py).
struct TracedTree
{
    uint16_t job;                       ///< job number
    uint32_t psPort;                    ///< the port towards its PS
    SwitchId rack;                      ///< which switch this one is
    SwitchId home;                      ///< rack of the PS
    uint32_t most;                      ///< members of a group, at most
    uint32_t stride;                    ///< from one group's aggregators to the next one's
    std::vector<SwitchId> rackOf;       ///< rack of each worker
    std::vector<uint32_t> ports;        ///< the port towards each worker
    SwitchTree rows;                    ///< switches that have others above them
    std::map<uint16_t, uint16_t> below; ///< groups of switches below: a worker on the way to each
    std::vector<std::string> entries;   ///< the table's entries, as text
    std::shared_ptr<const GroupTable> groups{}; ///< as a simulated switch has them; null: they
                                                ///< follow from the racks
};

/// A trace file.
struct P4Trace
{
    uint32_t aggregators{0};               ///< size of the table
    std::vector<TracedHost> hosts;         ///< ordinary hosts that the switch knows
    std::vector<TracedJob> jobs;           ///< jobs that the switch knows
    std::vector<TracedTree> trees;         ///< jobs with several groups that it knows
    std::vector<TracedSequence> sequences; ///< what was recorded
};

/// @param hex bytes in hex
Frame FrameOf(const std::string& hex);

/// @param path a file of tests/p4/recordings
/// @return its contents
/// @throws std::runtime_error if it cannot be read, with the line
P4Trace ReadP4Trace(const std::string& path);

/// @param aggregators size of the switch's table
/// @return its racks and groups, as the simulator makes them
AggregationPlan RacksOf(const TracedTree& tree, uint32_t aggregators);

/// @return what the switch's table has for the job, in the words of the traces
std::vector<std::string> DescribeEntries(const AggregationPlan& racks, SwitchId rack);

} // namespace ns3::esa

#endif // ESA_TEST_P4_TRACE_H
