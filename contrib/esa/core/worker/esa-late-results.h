/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LATE_RESULTS_H
#define ESA_LATE_RESULTS_H

#include "esa-sent-fragments.h"

#include "ns3/esa-rto-estimator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// Parameters of the repair of late results.
struct RepairParameters
{
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    uint32_t overtakes{3};                      ///< larger results that make a result late
    bool recovery{false}; ///< repair losses; without it no fragment is ever sent twice
};

/**
 * @ingroup esa
 * @brief Finds the results that are late, where fragments are sent in order.
 *
 * A missing result is late when three larger ones have arrived (as three duplicate acknowledgements
 * in TCP), or when it has waited for a timeout (RFC 6298). It is reported once for each of these
 * signs. Only the first missing result can time out; with recovery, so can every result that larger
 * ones have overtaken.
 *
 * A result that waited for the repair of another one gives no round-trip sample. This extends
 * Karn's rule.
 */
class LateResults
{
  public:
    /// A late result.
    struct Late
    {
        StreamPosition position{0}; ///< its position
        bool timedOut{false};       ///< after a timeout, rather than overtaken
    };

    /**
     * @param parameters when a result is late
     * @param first position of the job's first fragment
     */
    LateResults(const RepairParameters& parameters, StreamPosition first);

    /**
     * @brief A new result has arrived.
     * @param position its position, which is added to what was sent
     * @param sent what was sent
     * @param now the time
     */
    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now);

    /**
     * @brief Checks for timeouts.
     * @param sent what was sent
     * @param now the time
     */
    void OnTimer(SentFragments& sent, Picoseconds now);

    /**
     * @brief The next late result, if any.
     * @param sent what was sent
     * @param out the result
     * @return true if there is one; it is not reported again
     */
    bool Next(const SentFragments& sent, Late& out);

  private:
    /// @brief Keeps the largest positions with results; the smallest of them bounds what is
    /// overtaken.
    void NoteOvertaking(StreamPosition position);

    /// @brief Notes a timeout, if the fragment has waited for long enough.
    void CheckTimer(StreamPosition position, SentFragments& sent, Picoseconds now);

    // Fields that every result reads come first, as in CongestionWindow.
    RtoEstimator m_rto;                     ///< estimates the time from fragment to result
    Picoseconds m_timedOutAt{0};            ///< last timeout in recovery
    StreamPosition m_scan;                  ///< overtaken positions before this one were reported
    StreamPosition m_overtakenEnd;          ///< positions before this one are overtaken
    uint32_t m_overtakes;                   ///< larger results that make a result late
    bool m_recovery;                        ///< whether losses are repaired
    std::vector<StreamPosition> m_largest;  ///< largest positions with results, in order
    std::vector<StreamPosition> m_timedOut; ///< positions whose timeout is to be reported ...
    std::size_t m_told{0};                  ///< ... from this index on
};

} // namespace ns3::esa

#endif // ESA_LATE_RESULTS_H
