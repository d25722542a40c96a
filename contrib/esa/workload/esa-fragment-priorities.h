// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAGMENT_PRIORITIES_H
#define ESA_FRAGMENT_PRIORITIES_H

#include "esa-dnn.h"

#include "ns3/esa-priority-rule.h"
#include "ns3/esa-system.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The 8-bit priorities of a job's fragments, by the rule of its system (PriorityRule).
 *
 * If the rule reads nothing that is measured, all iterations and workers have the same priorities,
 * and a table has them. Otherwise the rule is called whenever a fragment leaves.
 */
class FragmentPriorities
{
  public:
    /// Of a job whose fragments have none: hosts sum.
    FragmentPriorities() = default;

    /// @param plan what an iteration sends
    /// @param system the system, whose switches sum
    /// @param workers of the job
    /// @param linkBitsPerS rate that turns unsent gradients into remaining time
    /// @param codec compression of the priorities
    FragmentPriorities(const FragmentPlan& plan,
                       const System& system,
                       uint32_t workers,
                       double linkBitsPerS,
                       const PriorityCodec& codec);

    /// @return false: Of(fragment) has the priorities
    bool AreMeasured() const
    {
        return m_table.empty();
    }

    /// @param fragment its place in the iteration
    /// @return 1 to 255
    uint8_t Of(uint64_t fragment) const
    {
        ESA_ASSERT(fragment < m_table.size(), "a place in an iteration is before its end");
        return m_table[fragment];
    }

    /// @param system the system of the job
    /// @param plan what the worker sends
    /// @param fragment its place in the iteration
    /// @param iterationsLeft FragmentState::iterationsLeft
    /// @param lastCommunication FragmentState::lastCommunicationS
    /// @return 1 to 255
    uint8_t Of(const System& system,
               const FragmentPlan& plan,
               uint64_t fragment,
               uint32_t iterationsLeft,
               Picoseconds lastCommunication) const;

  private:
    /// @return what holds for all fragments of a partition
    FragmentState StateOf(const System& system, const FragmentPlan& plan, uint32_t partition) const;

    /// @brief Completes the state of a fragment, and calls the rule. @return 1 to 255
    uint8_t Encode(FragmentState& state, const FragmentPlan& plan, uint64_t fragment) const;

    uint32_t m_workers{1};        ///< of the job
    double m_linkBitsPerS{1};     ///< rate of a worker's link
    PriorityCodec m_codec;        ///< compression
    std::vector<uint8_t> m_table; ///< by fragment; empty: the rule is measured
};

} // namespace ns3::esa

#endif // ESA_FRAGMENT_PRIORITIES_H
