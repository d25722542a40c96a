// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLISION_H
#define ESA_COLLISION_H

#include "esa-held-aggregators.h"
#include "esa-system-parameter.h"

#include "ns3/esa-units.h"

#include <bitset>
#include <cstdint>

/**
 * @file
 * @ingroup esa
 * A fragment may find that its aggregator holds another task. One of the two has to go to the PS.
 * Most systems differ in which one goes. A collision rule decides it from what a switch holds at
 * that moment. It changes nothing itself: the pipeline carries the decision out.
 */

namespace ns3::esa
{

/// What to do when a fragment meets another task's aggregator.
enum class CollisionDecision : uint8_t
{
    Preempt,                ///< swap: the resident's sum goes to its PS
    PassThrough,            ///< the newcomer goes on to its PS
    PassThroughAndDowngrade ///< the same, and the resident's priority is halved
};

/// Random numbers for a collision rule; the pipeline has none of its own.
class RandomSource
{
  public:
    virtual ~RandomSource() = default;

    /// @return a number uniform in [0, 1)
    virtual double Uniform() = 0;
};

/// What a switch holds of one of the two tasks that collide.
struct CollidingTask
{
    uint32_t present;  ///< bitmap of the fragments in its sum
    uint16_t job;      ///< job number
    uint8_t fanIn;     ///< fragments of a complete sum
    uint8_t priority;  ///< 8-bit priority, larger is more urgent
    bool isDowngraded; ///< its priority was halved since it was last set; false for a newcomer
    Picoseconds age;   ///< time since it took its aggregator; 0 for a newcomer
    Picoseconds idle;  ///< time since a fragment was last added to its sum; 0 for a newcomer

    /// @return fragments that its sum still lacks; counted at the call, as most rules do not need
    /// it
    uint32_t Missing() const
    {
        return fanIn - static_cast<uint32_t>(std::bitset<32>(present).count());
    }
};

class System;

/// All that a collision rule may read.
struct Collision : HeldByJobs
{
    CollidingTask resident; ///< the task that holds the aggregator
    CollidingTask newcomer; ///< the task whose fragment has come
    RandomSource& random;   ///< random numbers
    const System& system;   ///< the system, with the values of its parameters
};

/// A collision rule, and what holds for it.
struct CollisionRule
{
    /// @return who goes to the PS
    using Decide = CollisionDecision (*)(const Collision& collision);

    /// @param rule the function; null: nothing collides
    /// @param exactInTasks the task engine computes its systems
    /// @param read parameter of the system that it reads; null: none, or the record's own
    constexpr CollisionRule(Decide rule = nullptr,
                            bool exactInTasks = false,
                            const SystemParameter* read = nullptr)
        : decide(rule),
          isExactInTasks(exactInTasks),
          parameter(read)
    {
    }

    Decide decide;                    ///< the function
    bool isExactInTasks;              ///< the task engine computes its systems
    const SystemParameter* parameter; ///< parameter of the system that it reads; null: none
};

/// @brief ESA's rule: a newcomer of strictly higher priority preempts; otherwise it passes through
/// and the resident is downgraded (paper, "Preemptive Aggregator Allocation").
/// @param collision what the switch holds
/// @return who goes to the PS
inline CollisionDecision
PreemptByPriority(const Collision& collision)
{
    return collision.newcomer.priority > collision.resident.priority
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThroughAndDowngrade;
}

/// PreemptByPriority(), and what holds for it.
inline constexpr CollisionRule kPreemptByPriority{&PreemptByPriority, true};

/// @brief First come, first served: the newcomer passes through (ATP).
/// @return who goes to the PS
inline CollisionDecision
AlwaysPassThrough(const Collision& /* collision */)
{
    return CollisionDecision::PassThrough;
}

/// AlwaysPassThrough(), and what holds for it.
inline constexpr CollisionRule kAlwaysPassThrough{&AlwaysPassThrough, true};

/// @brief The newcomer always preempts (the paper's first straw-man). With static shares, two jobs
/// never collide, and two tasks of one job only after a loss. Then the newcomer is the later task,
/// and the resident is what a lost or repeated packet has left behind.
/// @return who goes to the PS
inline CollisionDecision
AlwaysPreempt(const Collision& /* collision */)
{
    return CollisionDecision::Preempt;
}

/// AlwaysPreempt(), and what holds for it.
inline constexpr CollisionRule kAlwaysPreempt{&AlwaysPreempt, true};

/// Parameter of PreemptAtRandom().
inline constexpr SystemParameter kPreemptProbability{
    "straw2.preempt_probability",
    "PreemptProbability",
    "Probability that a fragment preempts the aggregator of another task. Paper, Deep Dive: 0.5.",
    false,
    0,
    1,
    0.5};

/// @brief The newcomer preempts with a probability, kPreemptProbability, whatever the priorities
/// (the paper's second straw-man). No task is downgraded.
/// @param collision what the switch holds
/// @return who goes to the PS
CollisionDecision PreemptAtRandom(const Collision& collision);

/// PreemptAtRandom(), and what holds for it.
inline constexpr CollisionRule kPreemptAtRandom{&PreemptAtRandom, false, &kPreemptProbability};

} // namespace ns3::esa

#endif // ESA_COLLISION_H
