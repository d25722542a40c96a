// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REQUEST_REPAIR_H
#define ESA_REQUEST_REPAIR_H

#include "esa-loss-free-detector.h"
#include "esa-repair.h"

#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The repair of systems whose workers request late results.
 *
 * ESA's workers remind the PS, which fetches what the switch holds of the sum (paper, "Setting of
 * Reminder Mechanism"). ATP's workers send a packet through the switch, which takes the partial sum
 * along to the PS. With recovery from loss it also brings the worker's fragment. So these repairs
 * differ in the packet only. When they request is decided by LossFreeDetector, or with recovery by
 * LossDetector.
 *
 * @tparam Late LossFreeDetector or LossDetector
 */
template <typename Late>
class RequestRepair final : public Repair
{
  public:
    /// @param late when a result is late
    /// @param packet what is sent about it; position and urgent are filled in
    RequestRepair(Late late, const RepairPacket& packet)
        : m_late(std::move(late)),
          m_packet(packet)
    {
        m_watchesSent = m_late.WatchesSent();
    }

    void OnSent(StreamPosition position, Picoseconds now) override
    {
        m_late.OnSent(position, now);
    }

    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now) override
    {
        m_late.OnResult(position, sent, now);
        m_mayHavePacket = m_late.MayHave(sent, now);
    }

    void OnTimer(SentFragments& sent, Picoseconds now) override
    {
        m_late.OnTimer(sent, now);
    }

    bool Next(SentFragments& sent, Picoseconds now, RepairPacket& out) override
    {
        LateResult late;
        if (!m_late.Next(sent, now, late))
        {
            return false;
        }
        out = m_packet;
        out.position = late.position;
        out.isOvertaken = !late.timedOut;
        out.urgent = m_packet.urgent && late.timedOut;
        return true;
    }

    Picoseconds Deadline(const SentFragments& sent) const override
    {
        return m_late.Deadline(sent);
    }

  private:
    Late m_late;           ///< when a result is late
    RepairPacket m_packet; ///< what is sent about it
};

} // namespace ns3::esa

#endif // ESA_REQUEST_REPAIR_H
