// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PRIORITY_RULE_H
#define ESA_PRIORITY_RULE_H

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

/**
 * @file
 * @ingroup esa
 * A fragment carries a priority, and collision rules compare priorities. Which fragment is urgent
 * is an idea of each system: the ESA paper has a formula, others send what is nearly done first. A
 * priority rule computes a number from what a worker has when it sends a fragment. The number is
 * compressed to the 8 bits of the header, by one rule for all systems (PriorityCodec).
 */

namespace ns3::esa
{

class System;

/// What a worker has of a fragment that it sends, and of its job.
struct FragmentState
{
    uint32_t layer;   ///< layer of the fragment, the front-most of its partition; 1 is the front
    uint32_t layers;  ///< layers of the DNN
    uint32_t workers; ///< workers of the job
    double bytes;     ///< gradient bytes of an iteration
    double bytesLeft; ///< of them, what is not sent yet; this fragment is not sent yet
    double sendS;     ///< time that bytesLeft take at the rate of the worker's link, in s
    double computeS;  ///< computation of the iteration that is left when the gradients of the
                      ///< layer are there: the backward parts of the layers before it, and the
                      ///< forward parts of all layers, in s
    double commCompRatio; ///< Comm/Comp of the job, as its DNN has it

    // What differs from iteration to iteration: 0, unless PriorityRule::isMeasured
    uint32_t iterationsLeft; ///< iterations of the job that are not over; this one is not over
    double
        lastCommunicationS; ///< from the begin of the worker's last iteration to its last result,
                            ///< as the worker has measured it, in s; 0 in the first iteration

    const System& system; ///< the system, with the values of its parameters
};

/// A system's priority. The task runner takes a rule that is not measured: each iteration of a job
/// then has the same priorities, which are computed once.
struct PriorityRule
{
    /// @return the larger, the more urgent; from `priority.p_max_per_s` on all are the same
    double (*of)(const FragmentState& fragment);
    bool isMeasured{false}; ///< it reads what differs from iteration to iteration
};

/// @brief ESA's priority, P = (1/T) x (L/l) x (Comm/Comp), where T is the remaining time of the
/// iteration (paper, "Preemption Policy").
/// @return P, in 1/s
inline double
PriorityByRemainingTime(const FragmentState& fragment)
{
    ESA_ASSERT(fragment.sendS + fragment.computeS > 0, "while a fragment is unsent, time remains");
    ESA_ASSERT(fragment.layer >= 1 && fragment.layer <= fragment.layers,
               "layers are counted from 1");
    return 1.0 / (fragment.sendS + fragment.computeS) * fragment.layers / fragment.layer *
           fragment.commCompRatio;
}

/// @brief Of systems without priorities: all are the least.
inline double
NoPriority(const FragmentState& /* fragment */)
{
    return 0;
}

/// @ingroup esa
/// @brief Compresses priorities to the header's 8 bits, by one rule for all jobs. The paper omits
/// how; here it is in proportion.
struct PriorityCodec
{
    double pMaxPerS{5000}; ///< this P and all above become 255

    /// @param priorityPerS P, in 1/s
    /// @return 1 to 255, 1 if P is not above 0; 0 is left to residents that were downgraded
    uint8_t Encode(double priorityPerS) const
    {
        ESA_ASSERT(pMaxPerS > 0, "priorities are compressed to a range above 0");
        const double share = priorityPerS / pMaxPerS;
        if (!(share > 0))
        {
            return 1; // 0 and less, and what is no number
        }
        return static_cast<uint8_t>(std::clamp(std::round(255 * share), 1.0, 255.0));
    }
};

} // namespace ns3::esa

#endif // ESA_PRIORITY_RULE_H
