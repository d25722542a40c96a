// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CLOCKING_H
#define ESA_CLOCKING_H

#include "esa-congestion-window.h"
#include "esa-sent-fragments.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <deque>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Decides when a worker may send its next fragment, and which one that is.
 *
 * A worker has far more fragments than network and switch can hold. Systems differ in what holds
 * them back: ESA and ATP have a congestion window, SwitchML has a fixed number of slots. The
 * transport calls a Clocking with what is ready and what has arrived, and before each fragment, as
 * ns-3's TCP calls TcpCongestionOps.
 *
 * To add one, write a class and a function that makes it, and name the function in the system's
 * record (HostPart::clocking).
 */
class Clocking : public PoolAllocated
{
  public:
    virtual ~Clocking() = default;

    /// @brief More fragments are ready to be sent.
    /// @param ready their positions, which follow those offered before
    /// @param sent what was sent
    virtual void OnReady(const PositionRange& ready, const SentFragments& sent) = 0;

    /// @brief A new result has arrived.
    /// @param position its position, which is added to what was sent
    /// @param sent what was sent
    virtual void OnResult(const InaPacket& result,
                          StreamPosition position,
                          const SentFragments& sent,
                          Picoseconds now) = 0;

    /// @brief The fragment that may leave now, if any.
    /// @param sent what was sent
    /// @return its position; it is sent at once; kNoPosition: there is none
    StreamPosition Next(const SentFragments& sent)
    {
        const StreamPosition next = sent.End();
        if (next >= m_limit)
        {
            return kNoPosition;
        }
        return m_isInOrder ? next : Choose(sent);
    }

    /// @brief Whether a fragment requests an aggregator.
    /// @param position position of a fragment that Next() has returned and that has no result
    /// @return false: switches pass it on to the PS
    virtual bool RequestsAggregator([[maybe_unused]] StreamPosition position) const
    {
        return true;
    }

    /// @return fragments that may wait for their results at a time
    virtual uint32_t MaxOutstanding() const = 0;

    /// @return no fragment from this position on may leave before something arrives. It is called
    /// for every result, so it is no virtual function.
    StreamPosition Limit() const
    {
        return m_limit;
    }

    /// @return true: RequestsAggregator() need not be called
    bool AlwaysRequestsAggregator() const
    {
        return m_alwaysRequests;
    }

  protected:
    /**
     * @brief Next(), unless fragments leave in order up to Limit(). Most do, and then no virtual
     * function is called for each fragment.
     * @param sent what was sent
     * @return position of the fragment that may leave; kNoPosition: there is none
     */
    virtual StreamPosition Choose(const SentFragments& sent)
    {
        return sent.End();
    }

    StreamPosition m_limit{UINT64_MAX}; ///< of what may leave
    bool m_isInOrder{false};            ///< whether all before m_limit may leave, in order
    bool m_alwaysRequests{false};       ///< whether each fragment requests an aggregator
};

/**
 * @ingroup esa
 * @brief SwitchML's self-clocking: a fragment may leave when the result of its slot's previous
 * fragment is here, as in SwitchML's public code.
 *
 * There is no congestion window: as many fragments may be under way as the job has slots. Slots do
 * not wait for each other. So a lost packet delays only its own slot, and fragments leave out of
 * order.
 */
class SlotClocking : public Clocking
{
  public:
    /// @param first position of the job's first fragment, whose slot is free
    SlotClocking(uint32_t slots, StreamPosition first)
        : m_slots(slots),
          m_untaken(first + slots)
    {
        ESA_ASSERT(slots >= 1, "a job has at least one slot");
        m_alwaysRequests = true;
    }

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    uint32_t MaxOutstanding() const override;

  private:
    StreamPosition Choose(const SentFragments& sent) override;

    uint32_t m_slots;                  ///< number of slots
    StreamPosition m_untaken;          ///< positions before this one are the first of their slots
    std::deque<StreamPosition> m_free; ///< positions that may leave
};

/// @param window the window that was requested
/// @param cap the largest window of the system; 0: it has none
/// @return the window within the cap
WindowParameters WithinCap(WindowParameters window, uint32_t cap);

/**
 * @brief Keeps a window within a job's static share of aggregators, so that a fragment finds its
 * aggregator free where nothing is lost. A fixed window is as large as the share.
 *
 * A window that counts what is outstanding runs past a lost packet, and may come to its aggregator
 * again. Then the older sum goes to the PS.
 * @param window the window that was requested
 * @param aggregators number of aggregators in the share
 * @return the window
 */
WindowParameters WithinShare(WindowParameters window, uint32_t aggregators);

/**
 * @ingroup esa
 * @brief Holds a worker's fragments back by a congestion window (ESA, ATP, PANAMA, iSwitch).
 *
 * There are two rules to count. From the first missing result on (WindowCount::Sequence), a worker
 * never runs further ahead of the others than its window; but one lost packet then stops the whole
 * job until it is repaired, because a window is hardly longer than a round trip. ESA's paper and
 * ATP's code count so. By the number of missing results (WindowCount::Outstanding), the others go
 * on meanwhile, as far as the workers keep results for each other. Fragments leave in order.
 */
class WindowClocking : public Clocking
{
  public:
    /// @param window limits and growth
    explicit WindowClocking(const WindowParameters& window)
        : m_maxAhead(window.maxAhead > 0 ? window.maxAhead : UINT64_MAX),
          m_count(window.count),
          m_window(window)
    {
        m_limit = 0;
        m_isInOrder = true;
        m_alwaysRequests = true;
    }

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    uint32_t MaxOutstanding() const override;

  private:
    /// @brief Finds how far fragments may leave.
    void SetLimit(const SentFragments& sent)
    {
        const uint64_t window = m_window.Packets();
        const uint64_t outstanding = sent.Outstanding();
        const StreamPosition first = sent.FirstMissing();
        // Each fragment that is sent is outstanding, so this limit does not move until a result is
        // here.
        const StreamPosition end = m_count == WindowCount::Outstanding
                                       ? sent.End() + std::max(window, outstanding) - outstanding
                                       : first + window;
        m_limit = std::min(end, first + std::min(m_maxAhead, sent.ReadyEnd() - first));
    }

    uint64_t m_maxAhead; ///< fragments from the first missing result on, at most
    WindowCount m_count; ///< what the window counts

  protected:
    CongestionWindow m_window; ///< the window
};

/**
 * @ingroup esa
 * @brief Keeps a window within the job's part of a memory that the active jobs divide (PANAMA).
 *
 * Which jobs are active, only switches can count. So a result carries their number
 * (SwitchPart::activeTime).
 */
class ActiveShareClocking : public WindowClocking
{
  public:
    /// @param window limits and growth
    /// @param aggregators that a job alone has
    ActiveShareClocking(const WindowParameters& window, uint32_t aggregators);

    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;

  private:
    uint32_t m_aggregators; ///< that a job alone has
    uint32_t m_cap;         ///< largest window that the user allows
};

} // namespace ns3::esa

#endif // ESA_CLOCKING_H
