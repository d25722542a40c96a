/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEM_RECORD_H
#define ESA_SYSTEM_RECORD_H

#include "esa-collision.h"
#include "esa-system-parameter.h"
#include "esa-window-count.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-frame-format.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup esa
 * The systems of this field differ in a few choices: how the memory is shared, when an aggregator
 * is free again, what a worker does about a late result. A record holds these choices for one
 * system. Switch, worker and PS read the record, and none of them knows a system by its name. So to
 * add a system, write its record; to compare all systems, read the table in esa-system-table.cc.
 */

namespace ns3::esa
{

/// Who adds the workers' gradients.
enum class ReductionScheme : uint8_t
{
    Switch,           ///< the switch, helped by a PS
    DedicatedServer,  ///< a parameter server on a host of its own
    ColocatedServers, ///< parameter servers on the workers' hosts, each for a part
    Ring,             ///< the workers, one after the other
    HalvingDoubling,  ///< the workers, in pairs at distances of powers of two
    DoubleTree,       ///< the workers, each for those below it in one of two trees
};

/// How the switch's memory is shared among the jobs.
enum class MemoryLayout : uint8_t
{
    SharedPool,  ///< one pool of aggregators, addressed by a hash of the task
    StaticShare, ///< an equal share of aggregators per job, used in turn
    StaticSlots, ///< an equal share of two-version slots per job
};

/// When an aggregator becomes free for another task.
enum class ReleaseRule : uint8_t
{
    OnCompletion, ///< when its sum is complete
    OnResult,     ///< when its result passes the switch on the way from the PS to the workers
    OnReuse,      ///< when the job's next task for it begins; it keeps its result until then
};

/// Who sends the result of a sum that the switch completed.
enum class ResultSource : uint8_t
{
    Switch,          ///< the switch multicasts it
    ParameterServer, ///< the switch hands it to the PS, which returns it
};

/// Which queues set ECN marks.
enum class MarkingPorts : uint8_t
{
    ToParameterServers, ///< at the switch's ports to the PSes
    AtWorkers,          ///< at both ends of the links to the workers
};

/// How a worker decides that a fragment may leave.
enum class ClockingRule : uint8_t
{
    Window, ///< when the congestion window has room
    Slots   ///< when the result of the slot's previous fragment has arrived
};

/// How a worker's congestion window changes.
enum class WindowRule : uint8_t
{
    Halving, ///< grows with results, is halved by a mark (ATP)
    Dctcp,   ///< grows with results, shrinks in proportion to the fraction of marked ones
    Fixed,   ///< stays what the job's share of the memory allows
};

/// What a worker does about a result that others have overtaken, or that times out. Without
/// recovery from loss a retransmission is never needed, and none is sent.
enum class RepairRule : uint8_t
{
    RemindParameterServer, ///< a reminder to the PS, which fetches the partial sum
    ResendThroughSwitch,   ///< a packet that fetches the partial sum on its way to the PS
    RetransmitToSwitch,    ///< the fragment again, to its slot, and only after a timeout
};

/// What the switch does.
struct SwitchPart
{
    MemoryLayout memory;                    ///< sharing of the memory
    const SystemParameter* aggregatorBytes; ///< bytes of an aggregator, or of a slot
    ReleaseRule release;                    ///< freeing of an aggregator
    ResultSource resultSource;              ///< sender of complete sums
    CollisionRule collide;                  ///< what happens when tasks collide; null: hosts sum,
                                            ///< so that none do
    MarkingPorts marking;                   ///< where ECN is set
    bool reclaimsStale;                     ///< results free stale aggregators, left over by losses
};

/// What the hosts do.
struct HostPart
{
    ReductionScheme sum;               ///< who sums
    FrameFormat frame;                 ///< frame on the wire
    ClockingRule clocking;             ///< worker's clock
    WindowRule window;                 ///< worker's window
    const SystemParameter* windowCap;  ///< most packets under way in a job's static share, 0: no
                                       ///< limit but the share; null: the same
    RepairRule repair;                 ///< worker's repair
    bool psReminds;                    ///< the PS sends the switch reminders for what it misses
    const SystemParameter* blockBytes; ///< longest block that hosts sum; null: a whole partition
    const SystemParameter* chunkBytes{nullptr}; ///< longest part of a block that hosts pass on at a
                                                ///< time; null: the algorithm says it
    /// With recovery: what the worker's window counts, unless the user chooses it.
    WindowCount count{WindowCount::Outstanding};
};

/// Which jobs get memory of the switch.
struct Admission
{
    const char* fallback{nullptr};            ///< system of jobs without any; null: all get some
    const SystemParameter* jobBytes{nullptr}; ///< memory that each admitted job gets
};

/**
 * @ingroup esa
 * @brief A system: what it is called, what its switch and its hosts do, and what users may choose.
 */
struct SystemRecord
{
    const char* name;         ///< as in --system and the scenario's "systems"
    const char* summary;      ///< one line for --list-systems
    SwitchPart onSwitch;      ///< the switch's part
    HostPart onHost;          ///< the hosts' part
    Admission admission;      ///< which jobs get memory
    ParameterList parameters; ///< what only the collision rule reads

    /// @return the parameters that switch, hosts and admission read; null: there is none
    constexpr std::array<const SystemParameter*, 5> PartParameters() const
    {
        return {onSwitch.aggregatorBytes,
                onHost.windowCap,
                onHost.blockBytes,
                onHost.chunkBytes,
                admission.jobBytes};
    }

    /// @return the most workers of a job
    constexpr uint32_t MaxWorkers() const
    {
        return onHost.sum == ReductionScheme::Switch ? kMaxTreeWorkers : kMaxFlowWorkers;
    }

    /// @return true if switches sum for each of its jobs
    constexpr bool SumsInSwitches() const
    {
        return onHost.sum == ReductionScheme::Switch && !admission.jobBytes;
    }

    /// @return true if a PS sums what does not meet in switches
    constexpr bool HasSummingServer() const
    {
        return onHost.sum == ReductionScheme::Switch &&
               onHost.repair != RepairRule::RetransmitToSwitch;
    }

    /// @return true if, with recovery, workers keep recent results for each other
    constexpr bool WorkersKeepResults() const
    {
        if (onHost.sum != ReductionScheme::Switch)
        {
            return false;
        }
        switch (onHost.repair)
        {
        case RepairRule::RemindParameterServer:
            return true; // neither switch nor PS keeps them
        case RepairRule::ResendThroughSwitch:
        case RepairRule::RetransmitToSwitch:
            return false;
        }
        return false;
    }
};

} // namespace ns3::esa

#endif // ESA_SYSTEM_RECORD_H
