// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LOSS_FREE_DETECTOR_H
#define ESA_LOSS_FREE_DETECTOR_H

#include "esa-reordered-results.h"
#include "esa-reordering-window.h"
#include "esa-sent-fragments.h"

#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-task-roles.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// A late result.
struct LateResult
{
    StreamPosition position{0}; ///< its position
    bool timedOut{false};       ///< it has timed out, or was requested before; else overtaken
};

/// Parameters of the repair of late results.
struct RepairParameters
{
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout; with recovery: the first one
    uint32_t reorderingThreshold{3};            ///< larger results that make a result late
    Picoseconds reorderingWindow{0}; ///< time by which packets overtake each other; if not 0, a
                                     ///< result is late by time, and not by larger ones
    Picoseconds checkInterval{0};    ///< without recovery: between two checks for timeouts
    bool recovery{false};            ///< repair losses; without it no fragment is ever sent twice
    uint32_t salt{0};                ///< differs from worker to worker
    uint32_t trees{1};               ///< trees of the job

    std::shared_ptr<const TaskRoles> roles{}; ///< see AggregationPlan::Roles()

    uint32_t worker{0};       ///< number of the worker
    uint32_t requesters{1};   ///< with recovery: workers that miss a result together, any of which
                              ///< may request it; 1: each one requests by itself
    Picoseconds turn{0};      ///< with recovery: time between two questions of a worker; 0: none
    Picoseconds frameTime{0}; ///< with recovery: time that a fragment takes on the worker's link
};

/**
 * @ingroup esa
 * @brief Finds the results that are late, where no packet is lost and fragments are sent in order.
 *
 * Then a result is late because its sum was split between switch and PS. It is reported once when
 * three larger ones have overtaken it, and after each timeout (RFC 6298) if it is the first missing
 * one. Where packets do not keep their order, ReorderingWindow takes the place of the three larger
 * ones. LossDetector does the same where packets are lost.
 */
class LossFreeDetector
{
  public:
    /// @param parameters when a result is late
    /// @param splitsSums whether a sum may be split between switch and PS; where it may not, a
    ///        result that has not come only waits for another worker, and nothing times out
    /// @param first position of the job's first fragment
    LossFreeDetector(const RepairParameters& parameters, bool splitsSums, StreamPosition first);

    /// @copydoc Repair::OnSent
    void OnSent(StreamPosition position, Picoseconds now)
    {
        m_window.OnSent(position, now);
    }

    /// @copydoc Repair::OnResult
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
    {
        const SentFragments::Entry& entry = sent[position];
        if (entry.requests == 0 && !entry.isSilent)
        {
            m_rto.AddSample(now - entry.timer);
            m_window.OnResult(entry.timer);
        }
        if (!m_window.IsUsed())
        {
            m_overtaken.OnResult(position);
        }
    }

    /// @copydoc Repair::OnTimer
    void OnTimer(SentFragments& sent, Picoseconds now);

    /// @brief The next late result, if any.
    /// @param sent what was sent
    /// @param out the result
    /// @return true if there is one; it is not reported again
    bool Next(SentFragments& sent, Picoseconds now, LateResult& out);

    /// @brief After a result: whether to search for a late one.
    /// @param sent what was sent
    /// @return false: Next() would find none
    bool MayHave(const SentFragments& sent, Picoseconds /* now */) const
    {
        return m_timedOut != kNoPosition || m_window.IsUsed() ||
               m_overtaken.MayHave(sent.FirstMissing());
    }

    /// @return false: OnSent() does nothing
    bool WatchesSent() const
    {
        return m_window.IsUsed();
    }

    /// @return kNoDeadline: the transport checks at fixed intervals
    Picoseconds Deadline(const SentFragments& /* sent */) const
    {
        return kNoDeadline;
    }

  private:
    /// @brief Next(), of what is overtaken. Kept apart, so that Next() is short where there is
    /// none.
    [[gnu::noinline]] bool NextOvertaken(const SentFragments& sent, LateResult& out);

    /// @brief Next(), where a result is late by time.
    [[gnu::noinline]] bool NextInTime(SentFragments& sent, Picoseconds now, LateResult& out);

    /// @brief Notes that a result is requested.
    void NoteRequest(StreamPosition position, SentFragments& sent, Picoseconds now);

    // Fields that every result reads come first, as in CongestionWindow.
    RtoEstimator m_rto;                     ///< estimates the time from fragment to result
    ReorderedResults m_overtaken;           ///< what is overtaken, and was reported
    ReorderingWindow m_window;              ///< what is late by time
    bool m_timesOut;                        ///< whether timeouts are looked for
    StreamPosition m_timedOut{kNoPosition}; ///< what is to be reported; kNoPosition: nothing
};

} // namespace ns3::esa

#endif // ESA_LOSS_FREE_DETECTOR_H
