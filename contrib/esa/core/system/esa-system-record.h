// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_RECORD_H
#define ESA_SYSTEM_RECORD_H

#include "esa-admission.h"
#include "esa-aggregator-choice.h"
#include "esa-collision.h"
#include "esa-priority-rule.h"
#include "esa-system-parameter.h"

#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-wire-format.h"

#include <array>
#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup esa
 * The systems of this field differ in a few choices: how the memory is shared, when an aggregator
 * is free again, what a worker does about a late result. A record holds these choices for one
 * system. Switch, worker and PS read the record, and none of them reads a system's name. So to
 * add a system, write its record; to compare all systems, read the table in esa-system-table.cc.
 *
 * A choice among a few that the switch implements is an enum. What a system may bring along is a
 * function: its collision rule, its choice of aggregators, its priority, its admission rule, the
 * parts of its workers' transport, and how its hosts sum. So a program adds one of these without a
 * change of the module.
 */

namespace ns3::esa
{

/// What a worker's window counts. Without recovery it is always Sequence.
enum class WindowCount : uint8_t
{
    Auto,        ///< what the record of the system names
    Sequence,    ///< fragments from the first missing result on
    Outstanding, ///< fragments whose results are missing
};

/// @param count a value
/// @return its name in scenario files and attributes; null if it is no enumerator
constexpr const char*
NameOf(WindowCount count)
{
    switch (count)
    {
    case WindowCount::Auto:
        return "auto";
    case WindowCount::Sequence:
        return "sequence";
    case WindowCount::Outstanding:
        return "outstanding";
    }
    return nullptr;
}

/// Every system whose frames fill an MTU (FrameFormat::Mtu) has this parameter.
inline constexpr SystemParameter kMtuBytes{
    "link.mtu_bytes",
    "Mtu",
    "MTU of all links: length of the longest IP packet in bytes, as in 'ip link set mtu'; an "
    "Ethernet header of 14 bytes comes on top. Frames of flows (where hosts sum), of background "
    "traffic and of iswitch fill it, and sharp's if it is short. 44 bytes are headers, the rest "
    "is values of 4 bytes: 364 with 1500 bytes, 1013 with 4096, 2239 with 9000. Other frames have "
    "a length of their own. RoCE's MTU of 4096 counts the payload alone: it is 4140 here. Range: "
    "from what every host accepts (RFC 791) to jumbo frames. Ethernet (IEEE 802.3): 1500.",
    true,
    kLeastMtuBytes,
    kLargestMtuBytes,
    kUsualMtuBytes};

/// How the switch's memory is shared among the jobs.
enum class MemoryLayout : uint8_t
{
    SharedPool,  ///< one pool of aggregators, addressed by a hash of the task
    StaticShare, ///< a share of aggregators per job, used in turn
    StaticSlots, ///< an equal share of two-version slots per job
};

/// A set of layouts: bit n stands for layout n.
using MemoryLayouts = uint8_t;

constexpr MemoryLayouts kAnyMemory = 0b111; ///< all layouts

/// @return the set with one layout
constexpr MemoryLayouts
Only(MemoryLayout layout)
{
    return static_cast<MemoryLayouts>(1U << static_cast<unsigned>(layout));
}

/// When an aggregator becomes free for another task.
enum class ReleaseRule : uint8_t
{
    OnCompletion, ///< when its sum is complete
    OnResult,     ///< when its result passes the switch on the path from the PS to the workers
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

class Addressing;
class Clocking;
class Repair;
struct HostSum;
class System;
struct WorkerTransportParameters;

/// @brief Makes a part of a worker's transport: its clocking, its repair or its addressing.
/// @param system the system, with the values of its parameters
/// @param parameters job, memory and timeouts
/// @return the part
template <typename Part>
using TransportPartMaker = std::unique_ptr<Part> (*)(const System& system,
                                                     const WorkerTransportParameters& parameters);

/**
 * @ingroup esa
 * @brief A part of a worker's transport: who makes it, and what holds for it. The module's own are
 * in esa-transport-parts.h; a program can write others.
 *
 * What is not stated is the safe answer: a part of a program works with any memory, and the task
 * engine leaves it to the simulator.
 */
template <typename Part>
struct TransportPart
{
    TransportPartMaker<Part> make{nullptr}; ///< makes one for a worker
    MemoryLayouts memories{kAnyMemory};     ///< memories of the switch that it works with
    bool isExactInTasks{false};             ///< the task engine computes what it does
    const SystemParameter* parameter{
        nullptr}; ///< parameter of the system that it reads; null: none
    PacketKind requestKind{
        PacketKind::Gradient}; ///< of a repair: what it sends about a late result
    bool needsLossless{false}; ///< of a repair: it sends nothing, so that links must lose nothing
};

/// What the switch does.
struct SwitchPart
{
    MemoryLayout memory{MemoryLayout::SharedPool};   ///< sharing of the memory
    const SystemParameter* aggregatorBytes{nullptr}; ///< bytes of an aggregator; null: what
                                                     ///< its values and 16 more take
    ReleaseRule release{ReleaseRule::OnCompletion};  ///< freeing of an aggregator
    ResultSource resultSource{ResultSource::Switch}; ///< sender of complete sums
    CollisionRule collide{nullptr};                  ///< what happens when tasks collide;
                                                     ///< null: hosts sum, so that none do
    AggregatorChoice choice{}; ///< in a shared pool: where a task may be; default: at the one
                               ///< aggregator that its packets name
    bool countsHeld{false};    ///< the rules of both may request how many aggregators a job holds
    MarkingPorts marking{MarkingPorts::ToParameterServers}; ///< where ECN is set
    const SystemParameter* threshold{
        nullptr}; ///< a sum has a counter and no bitmap, and leaves at this number of members; 0:
                  ///< at all of them; null: a bitmap, and at all of them
    const SystemParameter* activeTime{
        nullptr}; ///< a job is active for this time after a packet, in us: fragments and results
                  ///< carry the number of such jobs in place of a priority; null: a priority
    bool reportsContention{false}; ///< a sum shows whether another task requested its aggregator
    bool reclaimsStale{false};     ///< results free stale aggregators, left over by losses
};

/// What the hosts do. A record names either what serves a sum in switches, or what serves a sum in
/// hosts.
struct HostPart
{
    FrameFormat frame{FrameFormat::Mtu};    ///< frame on the wire
    const SystemParameter* values{nullptr}; ///< values in a fragment; null: the frame's usual
                                            ///< number, or as many as the MTU allows

    // A sum in switches
    const TransportPart<Clocking>* clocking{nullptr};     ///< when a worker's fragment may leave
    const TransportPart<Repair>* repair{nullptr};         ///< what a worker does about late results
    const TransportPart<Addressing>* addressing{nullptr}; ///< which aggregator a fragment requests
    PriorityRule priority{&PriorityByRemainingTime};      ///< how urgent a fragment is
    IndexRule index{IndexRule::Linear}; ///< default hash rule of a pool: a job does not collide
                                        ///< with itself
    const SystemParameter* windowCap{nullptr}; ///< largest number of packets under way; 0, null: as
                                               ///< many as the window has, or the job's slots
    const SystemParameter* callLatency{
        nullptr}; ///< time in us before a call's first fragment leaves; the calls of a worker
                  ///< follow each other; null: they share the window, and take no such time
    WindowCount count{WindowCount::Outstanding}; ///< with recovery: what the worker's window
                                                 ///< counts, unless the user chooses it
    bool hasSummingServer{false};                ///< a PS sums what does not meet in switches
    bool psReminds{false};          ///< the PS sends the switch reminders for what it misses
    bool workersKeepResults{false}; ///< with recovery, workers keep recent results for each other,
                                    ///< since neither switch nor PS keeps them

    // A sum in hosts
    const HostSum* sum{nullptr};                ///< how hosts sum; null: switches do
    const SystemParameter* blockBytes{nullptr}; ///< longest block; null: a whole partition
    const SystemParameter* chunkBytes{nullptr}; ///< longest part of a block that hosts pass on at a
                                                ///< time; null: as the algorithm has it
};

/// Which jobs switches sum.
struct AdmissionPart
{
    AdmissionRule rule{nullptr};   ///< decides for each job; null: all, with equal shares
    const char* fallback{nullptr}; ///< system of the other jobs; null: there are none
    const SystemParameter* jobBytes{
        nullptr};                          ///< memory of an admitted job; null: the rule's choice
    const SystemParameter* trees{nullptr}; ///< trees of a switch that jobs can lock; 0: as many
                                           ///< as have ports of their own; null: none is locked
};

/// @ingroup esa
/// @brief A system: what it is called, what its switch and its hosts do, and what users may choose.
struct SystemRecord
{
    const char* name{""};       ///< as in --system and the scenario's "systems"
    const char* summary{""};    ///< one line for --list-systems
    uint32_t trees{1};          ///< of a job, unless the user chooses; as many as the network has
    const char* source{""};     ///< what was read of it: "code" (its public code), "text" (its
                                ///< paper), "manual" (a vendor's, and code of its client),
                                ///< "patent" (its claims), "abstract" (abstracts, and papers that
                                ///< compare with it); "own": a program's system
    SwitchPart onSwitch{};      ///< the switch's part
    HostPart onHost{};          ///< the hosts' part
    AdmissionPart admission{};  ///< which jobs switches sum
    ParameterList parameters{}; ///< what only the rules of this system read
    const char* ours{""};       ///< what its source does not say, and we have chosen; one line

    /// @return the parameters that switch, hosts and admission read; null: there is none
    constexpr std::array<const SystemParameter*, 11> PartParameters() const
    {
        return {onHost.frame == FrameFormat::Mtu ? &kMtuBytes : nullptr,
                onSwitch.aggregatorBytes,
                onSwitch.threshold,
                onSwitch.activeTime,
                onHost.values,
                onHost.windowCap,
                onHost.callLatency,
                onHost.blockBytes,
                onHost.chunkBytes,
                admission.jobBytes,
                admission.trees};
    }

    /// @return true if the hosts of its jobs sum, and false if switches do
    constexpr bool SumsInHosts() const
    {
        return onHost.sum != nullptr;
    }

    /// @return true if switches sum for each of its jobs
    constexpr bool SumsInSwitches() const
    {
        return !SumsInHosts() && !admission.fallback;
    }

    /// @return the most workers of a job
    constexpr uint32_t MaxWorkers() const
    {
        return SumsInHosts() ? kMaxFlowWorkers : kMaxTreeWorkers;
    }
};

} // namespace ns3::esa

#endif // ESA_SYSTEM_RECORD_H
