/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_POLICY_H
#define ESA_POLICY_H

#include "ns3/esa-frame-format.h"

#include <cstdint>

namespace ns3::esa
{

/// Who adds the workers' gradients.
enum class SumPlace : uint8_t
{
    Switch,           ///< the switch, with a PS at hand
    DedicatedServer,  ///< a parameter server on a host of its own
    ColocatedServers, ///< parameter servers on the workers' hosts, each for a part
    Ring,             ///< the workers, one after the other
};

/// How the switch's memory is shared among the jobs.
enum class MemoryLayout : uint8_t
{
    SharedPool,  ///< one pool of aggregators, addressed by a hash of the task
    StaticShare, ///< an equal share of aggregators a job, used in turn
    StaticSlots, ///< an equal share of two-version slots a job
};

/// When an aggregator becomes free for another task.
enum class ReleaseRule : uint8_t
{
    OnCompletion, ///< when its sum is complete
    OnResult,     ///< when the result passes the switch on its way from the PS to the workers
    OnReuse,      ///< it keeps its result until the job's next task for it begins
};

/// Who sends the result of a sum that the switch completed.
enum class ResultSource : uint8_t
{
    Switch,          ///< the switch multicasts it
    ParameterServer, ///< the switch hands it to the PS, which returns it
};

/// What becomes of a worker's congestion window.
enum class WindowRule : uint8_t
{
    Halving, ///< grows with results, is halved by a mark (ATP)
    Dctcp,   ///< grows with results, gives way in proportion to the share of marked ones
    Fixed,   ///< stays what the job's share of the memory allows
};

/// Where queues mark what passes them.
enum class MarkingPorts : uint8_t
{
    ToParameterServers, ///< at the switch's ports to the PSes
    AtWorkers,          ///< at both ends of the links to the workers
};

/// How a worker decides that a fragment may leave.
enum class SendRule : uint8_t
{
    Window,     ///< below first missing result + congestion window
    SlotClocked ///< when the result of the slot's previous fragment has arrived
};

/// What a worker does about a result that others have overtaken, or that times out. Without
/// recovery from loss a retransmission is never needed, and none is sent.
enum class OverdueRule : uint8_t
{
    RemindParameterServer, ///< a reminder to the PS, which fetches the partial sum
    ResendThroughSwitch,   ///< a packet that fetches the partial sum on its way to the PS
    RetransmitToSwitch,    ///< the fragment again, to its slot, and only after a timeout
};

/**
 * @ingroup esa
 * @brief What distinguishes one system from another, as data.
 *
 * Switch, worker and PS read these; none of them knows a system by name.
 */
struct PolicyTraits
{
    SumPlace sum{SumPlace::Switch};                          ///< who sums
    MemoryLayout memory{MemoryLayout::SharedPool};           ///< sharing of the memory
    ReleaseRule release{ReleaseRule::OnCompletion};          ///< freeing of an aggregator
    ResultSource resultSource{ResultSource::Switch};         ///< sender of complete sums
    SendRule send{SendRule::Window};                         ///< worker's clock
    WindowRule window{WindowRule::Halving};                  ///< worker's window
    MarkingPorts marking{MarkingPorts::ToParameterServers};  ///< where ECN is set
    OverdueRule overdue{OverdueRule::RemindParameterServer}; ///< worker's repair
    bool psReminds{true};                                    ///< PS fetches what it misses
    bool reclaimsStale{false};                               ///< results free what was left over
    FrameFormat frame{FrameFormat::Ina};                     ///< frame on the wire

    /// @return true if PS and workers need a reliable channel between them to repair losses
    bool NeedsReliableChannel() const
    {
        return sum == SumPlace::Switch && overdue == OverdueRule::RemindParameterServer;
    }
};

/// What to do when a fragment meets another task's aggregator.
enum class CollisionDecision : uint8_t
{
    Preempt,                ///< swap: the resident's sum leaves for its PS
    PassThrough,            ///< the newcomer goes on to its PS
    PassThroughAndDowngrade ///< so it does, and the resident's priority is halved
};

/// Random numbers for a policy that wants them; the pipeline has none of its own.
class Coin
{
  public:
    virtual ~Coin() = default;

    /// @return a number uniform in [0, 1)
    virtual double Toss() = 0;
};

/**
 * @ingroup esa
 * @brief A system's part in the switch: its traits and one decision.
 *
 * To add a system, write one pair of files and one line in esa-policy-registry.cc.
 */
class Policy
{
  public:
    /// @param traits the system's traits
    explicit Policy(const PolicyTraits& traits)
        : m_traits(traits)
    {
    }

    virtual ~Policy() = default;

    /// @return the system's traits
    const PolicyTraits& Traits() const
    {
        return m_traits;
    }

    /**
     * @param residentPriority priority of the task that holds the aggregator
     * @param incomingPriority priority of the fragment that met it
     * @param coin random numbers
     * @return who goes to the PS
     */
    virtual CollisionDecision OnCollision(uint8_t residentPriority,
                                          uint8_t incomingPriority,
                                          Coin& coin) const = 0;

  private:
    PolicyTraits m_traits; ///< the traits
};

} // namespace ns3::esa

#endif // ESA_POLICY_H
