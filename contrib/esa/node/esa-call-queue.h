// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CALL_QUEUE_H
#define ESA_CALL_QUEUE_H

#include "ns3/esa-agenda.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The calls of a worker that follow each other (SHARP): each begins when the one before is
 * over, and takes a time before its first packet leaves.
 */
class CallQueue
{
  public:
    /// @param agenda of the worker's host
    /// @param latency of a call
    /// @param begin called with the time when the first call begins to send
    CallQueue(const std::shared_ptr<Agenda>& agenda,
              Picoseconds latency,
              std::function<void()> begin)
        : m_latency(latency)
    {
        m_timer.Bind(agenda, std::move(begin), TimePart::Latency);
    }

    /// @brief A call is ready. @param fragments how many it has @param isIdle whether none runs
    void Push(uint64_t fragments, bool isIdle, Picoseconds now)
    {
        m_calls.push_back(fragments);
        if (isIdle)
        {
            OnIdle(now);
        }
    }

    /// @brief No call runs: the next one, if any, begins after its latency.
    void OnIdle(Picoseconds now)
    {
        if (!m_calls.empty() && !m_isBeginning)
        {
            m_isBeginning = true;
            m_timer.Set(now + m_latency);
        }
    }

    /// @return fragments of the call that begins to send
    uint64_t Take()
    {
        m_isBeginning = false;
        const uint64_t fragments = m_calls.front();
        m_calls.pop_front();
        return fragments;
    }

    /// @brief The job has left.
    void Clear()
    {
        m_timer.Cancel();
        m_isBeginning = false;
        m_calls.clear();
    }

  private:
    NodeTimer m_timer;            ///< when the first call begins to send
    Picoseconds m_latency;        ///< of a call
    bool m_isBeginning{false};    ///< from OnIdle() to Take(), also while the worker pauses
    std::deque<uint64_t> m_calls; ///< fragments of calls that wait
};

} // namespace ns3::esa

#endif // ESA_CALL_QUEUE_H
