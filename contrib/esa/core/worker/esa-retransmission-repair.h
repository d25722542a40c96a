// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RETRANSMISSION_REPAIR_H
#define ESA_RETRANSMISSION_REPAIR_H

#include "esa-loss-free-detector.h"
#include "esa-repair-schedule.h"
#include "esa-repair.h"

#include "ns3/esa-rto-estimator.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief SwitchML's repair: after a timeout, the fragment is sent to its slot again, as in
 * SwitchML's public code. The slot recognizes a copy by its bitmap.
 *
 * Slots run ahead of each other, so it means nothing that one result overtakes another. Instead,
 * every slot has a timer. Without recovery nothing is lost: a late result only waits for another
 * worker.
 *
 * The timer is not fixed. Where a round trip is longer than a fixed one, every fragment would be
 * sent again and again, and the copies would make the round trip longer still. So here the timer is
 * the least timeout, grows with the measured round trip, and doubles for a fragment that is sent
 * again. A copy's result gives no sample (Karn's rule). So a timer that runs out also doubles the
 * timeout of later fragments until there is a sample.
 *
 * Further reading: selective repeat; timers and Karn's algorithm (RFC 6298); SwitchML (NSDI 2021).
 */
class RetransmissionRepair : public Repair
{
  public:
    /// @param parameters timeout, and whether to repair
    explicit RetransmissionRepair(const RepairParameters& parameters);

    void OnSent(StreamPosition position, Picoseconds now) override;
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now) override;
    void OnTimer(SentFragments& sent, Picoseconds now) override;
    bool Next(SentFragments& sent, Picoseconds now, RepairPacket& out) override;
    Picoseconds Deadline(const SentFragments& sent) const override;

  private:
    bool m_recovery;              ///< whether losses are repaired
    Picoseconds m_longest;        ///< longest timeout
    Picoseconds m_backedOffAt{0}; ///< when the timeout was last doubled
    RtoEstimator m_rto;           ///< estimates the time from fragment to result
    RepairSchedule m_timers;      ///< of the slots
};

} // namespace ns3::esa

#endif // ESA_RETRANSMISSION_REPAIR_H
