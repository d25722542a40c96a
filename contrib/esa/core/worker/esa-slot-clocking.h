// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SLOT_CLOCKING_H
#define ESA_SLOT_CLOCKING_H

#include "esa-clocking.h"

#include "ns3/esa-assert.h"

#include <deque>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief SwitchML's self-clocking: a fragment may leave when the result of its slot's previous
 * fragment is here, as in SwitchML's public code.
 *
 * There is no congestion window: as many fragments may be under way as the job has slots. Slots do
 * not wait for each other. So a lost packet delays only its own slot, and fragments leave out of
 * order. A result may come although its fragment was not sent (WorkerTransportParameters::
 * takesEarlyResults). The slot is free only when all earlier results are here: the switch forgets
 * them when a later fragment comes.
 */
class SlotClocking : public Clocking
{
  public:
    /// @param first position of the job's first fragment, whose slot is free
    SlotClocking(uint32_t slots, StreamPosition first)
        : m_slots(slots),
          m_untaken(first + slots)
    {
        ESA_ASSERT(slots >= 1, "a job has at least one slot");
        m_alwaysRequests = true;
    }

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    uint32_t MaxOutstanding() const override;

  private:
    bool Choose(const SentFragments& sent, StreamPosition& out) override;

    /// @return true if the results of all earlier fragments of a slot are here
    bool IsSlotFree(StreamPosition position, const SentFragments& sent) const;

    uint32_t m_slots;                  ///< number of slots
    StreamPosition m_untaken;          ///< positions before this one are the first of their slots
    std::deque<StreamPosition> m_free; ///< positions that may leave
};

} // namespace ns3::esa

#endif // ESA_SLOT_CLOCKING_H
