// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LOSS_DETECTOR_H
#define ESA_LOSS_DETECTOR_H

#include "esa-loss-free-detector.h"
#include "esa-nack-suppression.h"
#include "esa-reordered-results.h"
#include "esa-repair-schedule.h"
#include "esa-sent-fragments.h"

#include "ns3/esa-hash.h"
#include "ns3/esa-rto-estimator.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds late results where packets may be lost.
 *
 * A timer for each fragment is simple, and fails twice. It is long (a round trip needs the
 * slowest worker), and all timers of a lost burst run out at once, at all workers. To count
 * overtaking results only, as fast retransmit does, misses the last results of a burst.
 *
 * So there are three signs. A result that three larger ones have overtaken is requested at once.
 * After about two round trips of silence the first missing result is requested (a tail-loss probe).
 * Each question may be lost, too: it is repeated after about ten of the shortest round trips, then
 * after twice as long each time, up to a limit. All questions wait for their turn
 * (NackSuppression). An overtaken result is first left to other workers, as long as a repair takes,
 * while the worker has fragments to send. Afterwards the job waits for nothing but these results.
 *
 * If a probe brings its result and silence follows, a whole burst was lost: the next probe requests
 * all that was sent before the first one. One question per probe would repair hundreds of results
 * one round trip after the other.
 *
 * All these times are measured. A result that was requested more than once gives no sample (Karn's
 * rule). One that was requested once gives the time of its repair: where all results are repaired,
 * nothing else gives a time. What was sent before the last probe gives none, as it may have waited
 * for the repair. Every probe doubles the timeout of what is sent later, until a sample arrives:
 * else a round trip longer than the timeout could never be measured.
 *
 * Where packets do not keep their order, ReorderingWindow takes the place of the three larger ones.
 *
 * *A missing result.*
 *
 * | state     | what comes                              | function    | next state |
 * |-----------|-----------------------------------------|-------------|------------|
 * | awaited   | three larger results                    | Next        | late       |
 * | awaited   | silence                                 | AddProbed   | waits      |
 * | late      | the time in which others may request it | Next        | waits      |
 * | waits     | its turn                                | NoteRequest | requested  |
 * | requested | the time after which it is repeated     | Next        | waits      |
 * | any       | the result                              | OnResult    | received   |
 *
 * *Invariants* (AssertInvariants()):
 *
 * 1. As many missing results wait for their turn as are marked so in what was sent.
 * 2. A result that was requested, is missing and does not wait has a time at which this is
 * repeated.
 * 3. No more rounds were quiet than a time is doubled.
 *
 * Further reading: RACK-TLP (RFC 8985), loss detection of QUIC (RFC 9002), timers (RFC 6298).
 */
class LossDetector
{
  public:
    /// @param parameters when a result is late
    /// @param minTimeout least time of silence before the first missing result is requested
    /// @param first position of the job's first fragment
    LossDetector(const RepairParameters& parameters, Picoseconds minTimeout, StreamPosition first);

    /// @copydoc Repair::OnSent
    void OnSent(StreamPosition position, Picoseconds now)
    {
        m_window.OnSent(position, now);
    }

    /// @copydoc Repair::OnResult
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
    {
        const SentFragments::Entry entry = sent[position];
        const Picoseconds sample = now - entry.timer;
        if (entry.waits)
        {
            m_turns.OnResult();
        }
        if (entry.requests == 0 && !entry.isSilent)
        {
            const bool isOvertaken = IsOvertaken(position);
            if (isOvertaken && m_requesters > 1)
            {
                m_repair.AddSample(sample);
            }
            if (!isOvertaken && !entry.waits) // a late result may have been requested by others
            {
                AddRoundTrip(sample, entry.timer, sent);
            }
            m_window.OnResult(entry.timer);
        }
        else if (entry.requests > 0)
        {
            OnRepaired(position, entry.requests, sample);
        }
        m_progressAt = now;
        m_quietRounds = 0;
        if (!m_window.IsUsed())
        {
            m_overtaken.OnResult(position);
        }
        m_repeats.OnResult(position, sent);
        if (sent.HasSentAll() && sent.End() != m_sentAll)
        {
            m_sentAll = sent.End();
            m_repeats.MakeDue(sent, now, true);
        }
    }

    /// @copydoc Repair::OnTimer
    void OnTimer(SentFragments& sent, Picoseconds now);

    /// @copydoc LossFreeDetector::Next
    bool Next(SentFragments& sent, Picoseconds now, LateResult& out);

    /// @copydoc LossFreeDetector::MayHave
    bool MayHave(const SentFragments& sent, Picoseconds now)
    {
        return m_probes || m_turns.Next() <= now || m_repeats.Next() <= now || m_window.IsUsed() ||
               m_overtaken.HasNext(sent.FirstMissing(), IsMissing{sent});
    }

    /// @brief Checks the invariants. @param sent what was sent
    void AssertInvariants(const SentFragments& sent) const;

    /// @return false: OnSent() does nothing
    bool WatchesSent() const
    {
        return m_window.IsUsed();
    }

    /// @copydoc Repair::Deadline
    Picoseconds Deadline(const SentFragments& sent) const
    {
        if (sent.Idle())
        {
            return kNoDeadline;
        }
        Picoseconds next = std::min({m_repeats.Next(), m_turns.Next(), QuietUntil()});
        if (m_window.IsUsed() && m_rto.HasSample())
        {
            next = std::min(next, m_window.Next(m_rto.Smoothed()));
        }
        return MayProbe(sent) ? std::min(next, ProbeAt(sent)) : next;
    }

  private:
    /// Whether a result is missing, and was not requested.
    struct IsMissing
    {
        const SentFragments& sent; ///< what was sent

        /// @param position position of a fragment @return whether its result is missing
        bool operator()(StreamPosition position) const
        {
            return sent.Awaits(position) && sent[position].requests == 0;
        }
    };

    /// @brief A result has arrived that this worker has not requested. @param sample time from its
    /// fragment to it @param sentAt when its fragment left
    void AddRoundTrip(Picoseconds sample, Picoseconds sentAt, const SentFragments& sent)
    {
        m_minRoundTrip = std::min(m_minRoundTrip, sample);
        // Others may have requested it, before this worker found that it was late. Then it took a
        // repair. A result that only waited behind the worker's own fragments came earlier.
        const Picoseconds roundTrip = m_minRoundTrip + sent.Outstanding() * m_frameTime;
        // Before there is a sample, nothing else shows it: others probe when the timeout has run
        // out.
        const bool mayBeRepaired = sample > kRepairRoundTrips * roundTrip + m_window.Size() ||
                                   (!m_rto.HasSample() && sample >= m_rto.Timeout());
        if (sentAt >= m_probedAt && !mayBeRepaired)
        {
            m_rto.AddSample(sample);
        }
    }

    /// @return how many workers request an overtaken result before this one
    uint64_t RankIn(StreamPosition position) const
    {
        return (m_worker + Hash64(position)) % m_requesters;
    }

    /// @brief How long this worker leaves it to others to request an overtaken result. Most such
    /// results are missing everywhere, and are repaired for all at once. So one worker requests at
    /// once, if no repair comes a few more do, and so on: each worker has its rank by the result. A
    /// result that only this worker lacks waits for two repairs or three, while the others go on.
    Picoseconds Suppression(StreamPosition position) const;

    /// @brief A result has arrived that was requested. @param asked how often @param sample time
    /// from the last question to it
    void OnRepaired(StreamPosition position, uint32_t requests, Picoseconds sample);

    /// @brief The silence was too long: the first missing result is late, and all that was sent
    /// before m_probedBurst.
    void AddProbed(SentFragments& sent, Picoseconds now);

    /// @brief Finds the next result that is overtaken, or late by time, and was not requested.
    bool FindOvertaken(const SentFragments& sent, Picoseconds now, StreamPosition& out);

    /// @brief Notes that a result is requested, and plans when to repeat the request.
    void NoteRequest(StreamPosition position, SentFragments& sent, Picoseconds now);

    /// @return true if the first missing result is one that has to be requested after a silence
    bool MayProbe(const SentFragments& sent) const
    {
        const StreamPosition first = sent.FirstMissing();
        return !IsOvertaken(first) && sent.Awaits(first) && sent[first].requests == 0 &&
               !sent[first].waits;
    }

    /// @return true if larger results show that one is late, which they do not where packets
    /// overtake each other
    bool IsOvertaken(StreamPosition position) const
    {
        return !m_window.IsUsed() && m_overtaken.IsOvertaken(position);
    }

    /// @return true if the first missing result was sent before a probe that was answered
    bool IsSameBurst(const SentFragments& sent) const;

    /// @return how long nothing may arrive after a probed result, before what was sent with it is
    /// late, too
    Picoseconds SilenceAfterRepair() const;

    /// @return when the first missing result is requested, if MayProbe()
    Picoseconds ProbeAt(const SentFragments& sent) const;

    /// @return when all questions are repeated if nothing arrives until then. A question is
    /// repeated late where results wait in long queues. But when none has come for the time of a
    /// repair, no queue delays them, and the job may wait for this worker alone.
    Picoseconds QuietUntil() const
    {
        if (m_repeats.Next() == kNoDeadline || m_minRoundTrip == kNoDeadline)
        {
            return kNoDeadline;
        }
        const Picoseconds repair = std::min(kRepairRoundTrips * m_minRoundTrip, Longest());
        return std::max(m_progressAt, m_requestedAt) + BackedOff(repair, m_quietRounds);
    }

    /// @return time after which a first question is repeated
    Picoseconds RepeatAfter() const;

    /// @brief The longest silence, unless dozens of questions about a result have had no answer.
    /// Without a limit, a few results that waited for many losses would make a worker wait for
    /// seconds.
    Picoseconds Longest() const;

    /// Round trips after which a question is repeated: twice the time of a repair without queues. A
    /// repair goes to the PS, to the switch and back, to a worker and back, and to the worker that
    /// asked. Measured repairs would be too short where results were on their way already, and
    /// too much where they waited for slow workers.
    static constexpr int kRepairRoundTrips = 10;

    // Fields that every result reads come first, as in CongestionWindow.
    RtoEstimator m_rto;                      ///< estimates the time from fragment to result
    Picoseconds m_probedAt{0};               ///< last probe
    Picoseconds m_progressAt{0};             ///< last new result
    Picoseconds m_requestedAt{0};            ///< last question
    uint32_t m_quietRounds{0};               ///< how often all was repeated since the last result
    ReorderedResults m_overtaken;            ///< what is overtaken, and was requested
    ReorderingWindow m_window;               ///< what is late by time
    RepairSchedule m_repeats;                ///< when to repeat the request
    Picoseconds m_minRoundTrip{kNoDeadline}; ///< least time from fragment to result
    Picoseconds m_initialTimeout;            ///< before any sample
    Picoseconds m_minSilence;                ///< least time of silence before a probe
    Picoseconds m_frameTime;                 ///< time that a fragment takes on the worker's link
    uint64_t m_salt;                         ///< differs from worker to worker
    uint32_t m_worker;                       ///< number of the worker
    uint32_t m_requesters;                   ///< workers of which any may request
    RtoEstimator m_repair;                   ///< where others request, too: time of a repair
    NackSuppression m_turns;                 ///< late results that wait
    StreamPosition m_sentAll{0};  ///< the end of what was sent when nothing more was ready
    StreamPosition m_probed{0};   ///< result that was probed last
    Picoseconds m_repairTime{0};  ///< time from a probe to its result
    Picoseconds m_probedBurst{0}; ///< what was sent before is late, too
    bool m_probes{false};         ///< whether the first missing result is to be requested
};

} // namespace ns3::esa

#endif // ESA_LOSS_DETECTOR_H
