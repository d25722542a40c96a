// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CLOCKING_H
#define ESA_CLOCKING_H

#include "esa-sent-fragments.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstdint>

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

    /// @brief Larger results have overtaken a missing one, which may be lost.
    /// @param sent what was sent
    virtual void OnOvertaken([[maybe_unused]] StreamPosition position,
                             [[maybe_unused]] const SentFragments& sent)
    {
    }

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
        return m_isInOrder ? next : Chosen(sent);
    }

    /// @brief Whether a fragment requests an aggregator.
    /// @param position position of a fragment that Next() has returned and that has no result
    /// @return false: switches pass it on to the PS
    virtual bool AsksForAggregator([[maybe_unused]] StreamPosition position) const
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

    /// @return true: AsksForAggregator() need not be called
    bool AlwaysAsksForAggregator() const
    {
        return m_alwaysRequests;
    }

  protected:
    /**
     * @brief Next(), unless fragments leave in order up to Limit(). Most do, and then no virtual
     * function is called for each fragment.
     * @param sent what was sent
     * @param out on call the first position that was not sent
     * @return true if a fragment may leave
     */
    virtual bool Choose([[maybe_unused]] const SentFragments& sent,
                        [[maybe_unused]] StreamPosition& out)
    {
        return true;
    }

    StreamPosition m_limit{UINT64_MAX}; ///< of what may leave
    bool m_isInOrder{false};            ///< whether all before m_limit may leave, in order
    bool m_alwaysRequests{false};       ///< whether each fragment requests an aggregator

  private:
    /// @return as Choose(); kNoPosition: there is no fragment
    StreamPosition Chosen(const SentFragments& sent)
    {
        StreamPosition chosen = sent.End();
        return Choose(sent, chosen) ? chosen : kNoPosition;
    }
};

} // namespace ns3::esa

#endif // ESA_CLOCKING_H
