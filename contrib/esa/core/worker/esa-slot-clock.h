/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SLOT_CLOCK_H
#define ESA_SLOT_CLOCK_H

#include <cstdint>
#include <deque>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief SwitchML's self-clocking: a fragment may leave when the result of its slot's previous
 * fragment is here (SwitchML, NSDI'21, worker logic). Slots do not wait for each other, so a lost
 * packet holds up its own slot only.
 */
class SlotClock
{
  public:
    /**
     * @param slots number of slots, at least 1
     * @param firstPosition position of the job's first fragment, whose slot is free
     */
    SlotClock(uint64_t slots, uint64_t firstPosition)
        : m_slots(slots),
          m_untaken(firstPosition + slots)
    {
    }

    /**
     * @brief Fragments are ready to be sent.
     * @param begin position of the first
     * @param end one beyond the last
     * @param hasResult tells whether the result of a position is here
     */
    template <typename F>
    void Offer(uint64_t begin, uint64_t end, F&& hasResult)
    {
        m_offered = end;
        for (uint64_t position = begin; position < end; ++position)
        {
            if (position < m_untaken || hasResult(position - m_slots))
            {
                m_free.push_back(position);
            }
        }
    }

    /**
     * @brief A result has arrived: its slot is free for the next fragment.
     * @param position the result's
     */
    void OnResult(uint64_t position)
    {
        if (position + m_slots < m_offered)
        {
            m_free.push_back(position + m_slots);
        }
    }

    /// @return true if a fragment may leave
    bool MaySend() const
    {
        return !m_free.empty();
    }

    /// @return the position of a fragment that may leave; it counts as sent
    uint64_t Take()
    {
        const uint64_t position = m_free.front();
        m_free.pop_front();
        return position;
    }

  private:
    uint64_t m_slots;            ///< number of slots
    uint64_t m_untaken;          ///< positions before this one are their slots' first
    uint64_t m_offered{0};       ///< one beyond the last position that is ready
    std::deque<uint64_t> m_free; ///< positions that may leave
};

} // namespace ns3::esa

#endif // ESA_SLOT_CLOCK_H
