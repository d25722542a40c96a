/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RETRANSMISSION_REPAIR_H
#define ESA_RETRANSMISSION_REPAIR_H

#include "esa-late-results.h"
#include "esa-repair.h"

#include <deque>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief SwitchML's repair: after a timeout, the fragment is sent to its slot again (SwitchML,
 * NSDI'21, "Dealing with packet losses"). The slot recognizes a copy by its bitmap.
 *
 * Slots run ahead of each other, so it means nothing that one result overtakes another. Instead,
 * every slot has a timer. All timers are equally long, so those that were started first run out
 * first. Without recovery nothing is lost: a late result only waits for another worker.
 */
class RetransmissionRepair : public Repair
{
  public:
    /// @param parameters timeout, and whether to repair
    explicit RetransmissionRepair(const RepairParameters& parameters);

    void OnSent(StreamPosition position) override;
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now) override;
    void OnTimer(SentFragments& sent, Picoseconds now) override;
    bool Next(const SentFragments& sent, RepairPacket& out) override;

  private:
    bool m_recovery;                       ///< whether losses are repaired
    Picoseconds m_timeout;                 ///< length of every timer
    std::deque<StreamPosition> m_timers;   ///< positions under way, in the order of their timers
    std::deque<StreamPosition> m_timedOut; ///< positions to be sent again
};

} // namespace ns3::esa

#endif // ESA_RETRANSMISSION_REPAIR_H
