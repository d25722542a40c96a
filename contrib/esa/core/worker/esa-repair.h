// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REPAIR_H
#define ESA_REPAIR_H

#include "esa-loss-free-detector.h"
#include "esa-repair-schedule.h"
#include "esa-sent-fragments.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <utility>

namespace ns3::esa
{

/// A packet that requests a late result.
struct RepairPacket
{
    StreamPosition position{0};                  ///< of the result
    PacketKind kind{PacketKind::WorkerReminder}; ///< what the packet is
    bool bringsGradient{false};                  ///< whether the worker's fragment is in it
    bool urgent{false};                          ///< whether it has to be answered
};

/**
 * @ingroup esa
 * @brief Decides when a result is late, and what the worker sends about it.
 *
 * A result can be late because another worker is slow, because a part of the sum was preempted and
 * waits at the PS, or because a packet was lost. The worker sees the same each time: no result.
 *
 * To send the fragment again, as TCP does, is simplest. It is right where the switch keeps the
 * bitmap of each task and recognizes the copy (SwitchML). Elsewhere the fragment may be in a sum
 * that has left the switch already. The copy would then be added twice, or open an aggregator for a
 * task that is done. To wait for a timeout is safe, but it takes many round trips.
 *
 * So a worker does not repair. It reports a late result to the only place that can find out
 * what is missing: the PS, which has the bitmaps of the parts. ESA's worker sends a reminder to the
 * PS, ATP's a resend through the switch, which takes the partial sum along. What is a sign of
 * lateness (larger results, silence) and what is sent differ between systems, so both stand behind
 * this interface. The transport hands in what was sent and what has arrived, and takes packets
 * from here before new fragments. State that only repair needs belongs in the Repair.
 *
 * Further reading: repair requests in reliable multicast (SRM; NORM, RFC 5740); fast retransmit
 * (RFC 5681); loss detection (RFC 8985, RFC 9002).
 *
 * To add one, write a class and a function that makes it, and name the function in the system's
 * record (HostPart::repair). examples/esa-own-repair.cc has one outside the module.
 */
class Repair : public PoolAllocated
{
  public:
    virtual ~Repair() = default;

    /// @brief A fragment leaves.
    virtual void OnSent(StreamPosition position, Picoseconds now) = 0;

    /// @brief A new result has arrived.
    /// @param position its position, which is added to what was sent
    /// @param sent what was sent
    virtual void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now) = 0;

    /// @brief Checks for timeouts, unless Next() does.
    /// @param sent what was sent; what is requested has to be noted there
    virtual void OnTimer([[maybe_unused]] SentFragments& sent, [[maybe_unused]] Picoseconds now)
    {
    }

    /// @brief The next packet about a late result, if any. The transport calls this after each new
    /// result and each check for timeouts, until there is none.
    /// @param sent what was sent; what is requested has to be noted there
    /// @return true if there is one; it is sent at once
    virtual bool Next(SentFragments& sent, Picoseconds now, RepairPacket& out) = 0;

    /// @brief When OnTimer() has to be called, unless something arrives before.
    /// @param sent what was sent
    /// @return the time; kNoDeadline: never, or at the fixed intervals of a network without losses
    virtual Picoseconds Deadline(const SentFragments& sent) const = 0;

    /// @return false: after the last result, Next() would find none. It is called for every result,
    /// so it is no virtual function.
    bool MayHavePacket() const
    {
        return m_mayHavePacket;
    }

    /// @return false: OnSent() does nothing
    bool WatchesSent() const
    {
        return m_watchesSent;
    }

  protected:
    bool m_mayHavePacket{true}; ///< whether Next() may find a packet after a result
    bool m_watchesSent{true};   ///< whether OnSent() does anything
};

/// @ingroup esa
/// @brief No repair: links lose nothing, so that a late result only waits for another worker.
class NoRepair : public Repair
{
  public:
    NoRepair()
    {
        m_mayHavePacket = false;
        m_watchesSent = false;
    }

    void OnSent(StreamPosition /* position */, Picoseconds /* now */) override
    {
    }

    void OnResult(StreamPosition /* position */,
                  const SentFragments& /* sent */,
                  Picoseconds /* now */) override
    {
    }

    bool Next(SentFragments& /* sent */, Picoseconds /* now */, RepairPacket& /* out */) override
    {
        return false;
    }

    Picoseconds Deadline(const SentFragments& /* sent */) const override
    {
        return kNoDeadline;
    }
};

/**
 * @ingroup esa
 * @brief SwitchML's repair: after a timeout, the fragment is sent to its slot again, as in
 * SwitchML's public code. The slot recognizes a copy by its bitmap.
 *
 * Slots run ahead of each other, so a result that overtakes another one is no reason to send a copy
 * at once. Instead, every slot has a timer. Without recovery nothing is lost: a late result only
 * waits for another worker.
 *
 * The timer is not fixed. Where a round trip is longer than a fixed one, every fragment would be
 * sent again and again, and the copies would make the round trip longer still. So here the timer is
 * the least timeout, grows with the measured round trip, and doubles for a fragment that is sent
 * again. A copy's result gives no sample (Karn's rule), nor does a result that takes more than half
 * of the timeout: the copy of another worker may have brought it. So a timer that runs out also
 * doubles the timeout of later fragments until there is a sample.
 *
 * All workers of a job send copies for one loss. Where a queue or a slow link makes round trips
 * longer than the timer, these copies would make the queue longer still. Packets of one path keep
 * their order; where trees or faults of links change it, a copy may be sent for nothing. So while
 * results arrive, a timer runs out only for a fragment that is overtaken: the result of a fragment
 * that was sent after it is here.
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
    bool Next(SentFragments& sent, Picoseconds now, RepairPacket& out) override;
    Picoseconds Deadline(const SentFragments& sent) const override;

  private:
    bool m_recovery;              ///< whether losses are repaired
    Picoseconds m_longest;        ///< longest timeout
    Picoseconds m_backedOffAt{0}; ///< when the timeout was last doubled
    Picoseconds m_quietAt{0};     ///< a timeout after the last new result
    Picoseconds m_latestSent{0};  ///< when the last fragment left that has its result
    RtoEstimator m_rto;           ///< estimates the time from fragment to result
    RepairSchedule m_timers;      ///< of the slots
};

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

#endif // ESA_REPAIR_H
