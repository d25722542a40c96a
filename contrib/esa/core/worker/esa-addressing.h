// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ADDRESSING_H
#define ESA_ADDRESSING_H

#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-stream-position.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// The part of a fragment's header about the aggregator that it requests.
struct AggregatorAddress
{
    uint32_t index{0};   ///< its index
    bool version{false}; ///< which of its versions, where a system has versions
};

/**
 * @ingroup esa
 * @brief Decides which aggregator of the switch a fragment requests.
 *
 * The switch does not search: each packet names its aggregator, and all workers of a job have to
 * name the same one for the same fragment without talking to each other. So the index is a function
 * of job and position, and which function depends on how jobs share the memory.
 */
class Addressing : public PoolAllocated
{
  public:
    virtual ~Addressing() = default;

    /// @param position a fragment's position
    /// @return the aggregator that it requests
    virtual AggregatorAddress Of(StreamPosition position) const = 0;

    /// @brief A new result has arrived.
    /// @param position the fragment's position
    virtual void OnResult([[maybe_unused]] StreamPosition position,
                          [[maybe_unused]] const InaPacket& result)
    {
    }

    /// @return false: OnResult() does nothing
    bool WatchesResults() const
    {
        return m_watchesResults;
    }

  protected:
    bool m_watchesResults{true}; ///< whether OnResult() does anything
};

/// A hash of the task gives one of the aggregators that all jobs share (ESA, ATP).
class PoolAddressing : public Addressing
{
  public:
    /// @param pool the aggregators of all jobs @param job job number
    PoolAddressing(const SharedPoolIndex& pool, uint16_t job)
        : m_pool(pool),
          m_job(job)
    {
        m_watchesResults = false;
    }

    AggregatorAddress Of(StreamPosition position) const override
    {
        return {m_pool.Index(m_job, static_cast<uint32_t>(position)), false};
    }

  private:
    SharedPoolIndex m_pool; ///< the pool
    uint16_t m_job;         ///< job number
};

/// An aggregator for each place in the window, and another one after a collision (ATP's code). The
/// window has to count from the first missing result: then all workers have the result of a place's
/// last fragment before they send the next one, and change its aggregator together.
class WindowSlotAddressing : public Addressing
{
  public:
    /// @param index aggregators of the places
    explicit WindowSlotAddressing(const WindowSlotIndex& index)
        : m_index(index),
          m_places(index.Places())
    {
        for (uint32_t place = 0; place < m_places.size(); ++place)
        {
            m_places[place].index = m_index.Index(place, 0);
        }
    }

    AggregatorAddress Of(StreamPosition position) const override
    {
        return {m_places[position % m_places.size()].index, false};
    }

    void OnResult(StreamPosition position, const InaPacket& result) override
    {
        if (result.collision)
        {
            const auto number = static_cast<uint32_t>(position % m_places.size());
            Place& place = m_places[number];
            place.index = m_index.Index(number, ++place.changes);
        }
    }

  private:
    /// A place in the window.
    struct Place
    {
        uint32_t index{0};   ///< its aggregator
        uint32_t changes{0}; ///< how often it was changed
    };

    WindowSlotIndex m_index;     ///< aggregators of the places
    std::vector<Place> m_places; ///< of the window
};

/**
 * @brief The job has a part of the memory for itself, and uses its entries in turn.
 * @tparam Index ShareIndex, with aggregators (iSwitch, SHARP); SlotIndex, with slots, first with
 *         one version and then with the other (SwitchML)
 */
template <typename Index>
class StaticAddressing : public Addressing
{
  public:
    /// @param part the job's part
    explicit StaticAddressing(const Index& part)
        : m_part(part)
    {
        m_watchesResults = false;
    }

    AggregatorAddress Of(StreamPosition position) const override
    {
        const uint32_t index = m_part.Index(position);
        return {index, index % Index::kVersions != 0};
    }

  private:
    Index m_part; ///< the job's part
};

} // namespace ns3::esa

#endif // ESA_ADDRESSING_H
