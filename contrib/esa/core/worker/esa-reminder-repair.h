/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_REMINDER_REPAIR_H
#define ESA_REMINDER_REPAIR_H

#include "esa-late-results.h"
#include "esa-repair.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief ESA's repair: a reminder to the PS, which fetches what the switch holds of the sum (paper,
 * "Setting of Reminder Mechanism").
 *
 * With recovery, a reminder after a timeout is marked urgent: the PS sends the result again if it
 * has it.
 */
class ReminderRepair : public Repair
{
  public:
    /**
     * @param parameters when a result is late
     * @param splitsSums whether a sum may be split between switch and PS though no packet is lost;
     *        where it may not, a late result only waits for another worker
     * @param first position of the job's first fragment
     */
    ReminderRepair(const RepairParameters& parameters, bool splitsSums, StreamPosition first);

    void OnSent(StreamPosition position) override;
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now) override;
    void OnTimer(SentFragments& sent, Picoseconds now) override;
    bool Next(const SentFragments& sent, RepairPacket& out) override;

  private:
    LateResults m_late; ///< what is late
    bool m_recovery;    ///< whether losses are repaired
    bool m_timesOut;    ///< whether timeouts are looked for
};

} // namespace ns3::esa

#endif // ESA_REMINDER_REPAIR_H
