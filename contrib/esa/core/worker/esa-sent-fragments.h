// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SENT_FRAGMENTS_H
#define ESA_SENT_FRAGMENTS_H

#include "ns3/esa-assert.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What a worker remembers of the fragments that it has sent.
 *
 * Three parts of a transport need the same answers: which results are missing, which of them is
 * the first, and which fragment was sent last. The answers are kept here, once. Clocking, Repair
 * and WorkerTransport read them; only the transport adds fragments and results, and only a Repair
 * notes that a result is requested.
 *
 * Positions before FirstMissing() have their results. Those from there to End() may be sent or not,
 * because slots run ahead of each other, and because a fragment may wait on its way to the link.
 */
class SentFragments
{
  public:
    /// What is kept of one fragment.
    struct Entry
    {
        Picoseconds timer{0}; ///< when it was sent, or its result was last requested
        uint8_t requests{0};  ///< how often its result was requested (at most 255 are counted)
        bool received{false}; ///< whether its result is here
        bool waits{false};    ///< whether the request of its result waits for its turn
        bool isSilent{false}; ///< whether another worker alone sends it
    };

    /// @param first position of the job's first fragment
    explicit SentFragments(StreamPosition first)
        : m_firstMissing(first),
          m_end(first),
          m_readyEnd(first)
    {
    }

    /// @return the first position without result
    StreamPosition FirstMissing() const
    {
        return m_firstMissing;
    }

    /// @return the position after the last one that was sent, or waits on its way to the link
    StreamPosition End() const
    {
        return m_end;
    }

    /// @return the position after the last one that is ready to be sent
    StreamPosition ReadyEnd() const
    {
        return m_readyEnd;
    }

    /// @return true if no fragment waits for the window
    bool HasSentAll() const
    {
        return m_end == m_readyEnd;
    }

    /// @return fragments sent, or on their way to the link, whose results are missing
    uint32_t Outstanding() const
    {
        return m_outstanding;
    }

    /// @return true if every fragment sent has its result
    bool Idle() const
    {
        return m_firstMissing == m_end;
    }

    /// @param position position of a fragment
    /// @return whether its result is here
    bool HasResult(StreamPosition position) const
    {
        return position < m_firstMissing || (position < m_end && m_states[position].received);
    }

    /// @param position position of a fragment
    /// @return whether it was sent and its result is missing
    bool Awaits(StreamPosition position) const
    {
        return position >= m_firstMissing && position < m_end && m_states[position].sent &&
               !m_states[position].received;
    }

    /// @param position from FirstMissing() on; or the position of the result just added
    /// @return what is kept of the fragment
    Entry operator[](StreamPosition position) const
    {
        ESA_ASSERT(position < m_end, "only what was sent has an entry");
        const State& state = m_states[position];
        return {m_timers[position], state.requests, state.received, state.waits, state.isSilent};
    }

    /// @brief More fragments are ready. @return their positions
    PositionRange AddReady(uint64_t fragments)
    {
        const StreamPosition begin = m_readyEnd;
        m_readyEnd += fragments;
        return {begin, m_readyEnd};
    }

    /// @brief A fragment may leave, and does so at once.
    void AddSent(StreamPosition position, Picoseconds now)
    {
        Add(position, now, true);
    }

    /// @brief A fragment may leave: it counts as outstanding, but its result is not awaited yet.
    void Admit(StreamPosition position)
    {
        Add(position, Picoseconds(0), false);
    }

    /// @brief A fragment that may leave does so.
    void NoteSent(StreamPosition position, Picoseconds now)
    {
        ESA_ASSERT(position >= m_firstMissing && position < m_end && !m_states[position].sent,
                   "a fragment leaves once, when it may");
        m_timers[position] = now;
        m_states[position].sent = true;
    }

    /// @brief A result has arrived.
    void AddResult(StreamPosition position)
    {
        ESA_ASSERT(Awaits(position), "a result is added once, and only of what was sent");
        --m_outstanding;
        m_states[position].received = true;
        if (position != m_firstMissing)
        {
            return;
        }
        do
        {
            ++m_firstMissing;
        } while (m_firstMissing < m_end && m_states[m_firstMissing].received);
    }

    /// @brief A fragment that counts as sent leaves from another worker. The time of its result
    /// shows nothing of the network.
    void NoteSilent(StreamPosition position)
    {
        ESA_ASSERT(Awaits(position), "only what counts as sent is silent");
        m_states[position].isSilent = true;
    }

    /// @brief A result is late, and its request waits for its turn.
    void NoteWaits(StreamPosition position)
    {
        ESA_ASSERT(Awaits(position), "only a missing result is late");
        m_states[position].waits = true;
    }

    /// @brief The result of a fragment is requested: its timer starts again.
    void NoteRequested(StreamPosition position, Picoseconds now)
    {
        ESA_ASSERT(Awaits(position), "only a missing result is requested");
        State& state = m_states[position];
        m_timers[position] = now;
        state.requests += state.requests < UINT8_MAX ? 1 : 0;
        state.waits = false;
    }

    /// @brief A missing result is late: its timer starts again.
    void NoteLate(StreamPosition position, Picoseconds now)
    {
        ESA_ASSERT(Awaits(position), "only a missing result is late");
        m_timers[position] = now;
    }

  private:
    /// What is kept of one fragment but for its timer. Beside the timer it would be filled up from
    /// two bytes to eight, and each worker of a large network has hundreds.
    struct State
    {
        uint8_t requests;  ///< see Entry
        bool sent : 1;     ///< whether it was sent
        bool received : 1; ///< see Entry
        bool waits : 1;    ///< see Entry
        bool isSilent : 1; ///< see Entry
    };

    static_assert(sizeof(State) == 2, "what is known of a fragment is small");

    /// @brief Makes an entry for a fragment. @param timer when it is sent, if so @param isSent
    /// whether it is
    void Add(StreamPosition position, Picoseconds timer, bool isSent)
    {
        ESA_ASSERT(position >= m_firstMissing, "a fragment that has its result is not sent again");
        if (position >= m_end)
        {
            // Slots may run ahead of each other: the fragments in between are not sent yet.
            m_timers.Reserve(m_firstMissing, position + 1);
            m_states.Reserve(m_firstMissing, position + 1);
            for (; m_end < position; ++m_end)
            {
                m_timers[m_end] = Picoseconds(0);
                m_states[m_end] = State{};
            }
            m_end = position + 1;
        }
        m_timers[position] = timer;
        m_states[position] = State{0, isSent, false, false, false};
        ++m_outstanding;
    }

    // From the first missing result to the last fragment sent
    SequenceRing<Picoseconds> m_timers; ///< when it was sent, or its result was last requested
    SequenceRing<State> m_states;       ///< what else is known
    StreamPosition m_firstMissing;      ///< first position without result
    StreamPosition m_end;               ///< position after the last one sent
    StreamPosition m_readyEnd;          ///< position after the last one that is ready
    uint32_t m_outstanding{0};          ///< fragments sent whose results are missing
};

} // namespace ns3::esa

#endif // ESA_SENT_FRAGMENTS_H
