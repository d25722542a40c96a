// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HELD_AGGREGATORS_H
#define ESA_HELD_AGGREGATORS_H

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief How many aggregators of a switch each job holds.
 *
 * A rule that shares the memory fairly needs this number at each collision, when a search of the
 * table would take too long. So it is counted as aggregators change hands: twice in the life of a
 * sum, and not with each fragment. Most systems have no such rule, so nothing is counted unless
 * SwitchPart::countsHeld is set.
 */
class HeldAggregators
{
  public:
    static constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max(); ///< a free one's job

    /// @param aggregators of the switch; all are free
    explicit HeldAggregators(uint32_t aggregators)
        : m_holderOf(aggregators, kNobody)
    {
    }

    /// @param job a job number
    /// @return aggregators with a sum of the job that has not left, or waits for its result
    uint32_t By(uint16_t job) const
    {
        return job < m_held.size() ? m_held[job] : 0;
    }

    /// @brief Notes who has an aggregator now.
    /// @param place of the aggregator
    /// @param holder a job number, or kNobody
    void SetHolder(uint32_t place, uint32_t holder)
    {
        uint32_t& known = m_holderOf[place];
        if (known == holder)
        {
            return;
        }
        if (known != kNobody)
        {
            --m_held[known];
        }
        if (holder != kNobody)
        {
            if (holder >= m_held.size())
            {
                m_held.resize(holder + 1);
            }
            ++m_held[holder];
        }
        known = holder;
    }

  private:
    std::vector<uint32_t> m_holderOf; ///< by place
    std::vector<uint32_t> m_held;     ///< by job
};

/// What a rule of a system can read of them.
struct HeldByJobs
{
    const HeldAggregators* held{nullptr}; ///< null: they are not counted

    /// @return aggregators of the switch that a job holds
    /// @throws std::logic_error if the system has no SwitchPart::countsHeld
    uint32_t HeldBy(uint16_t job) const
    {
        if (!held)
        {
            throw std::logic_error("HeldBy() needs SwitchPart::countsHeld in the system's record");
        }
        return held->By(job);
    }
};

} // namespace ns3::esa

#endif // ESA_HELD_AGGREGATORS_H
