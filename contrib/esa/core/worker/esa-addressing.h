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

    AggregatorAddress Of(StreamPosition position) const override;

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
    explicit WindowSlotAddressing(const WindowSlotIndex& index);

    AggregatorAddress Of(StreamPosition position) const override;
    void OnResult(StreamPosition position, const InaPacket& result) override;

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

/// The aggregators of the job's own share come in turn (PANAMA, iSwitch).
class ShareAddressing : public Addressing
{
  public:
    /// @param share the aggregators of the job
    explicit ShareAddressing(const ShareIndex& share)
        : m_share(share)
    {
        m_watchesResults = false;
    }

    AggregatorAddress Of(StreamPosition position) const override;

  private:
    ShareIndex m_share; ///< the share
};

/// The job's own slots come in turn, with one version and then with the other (SwitchML).
class SlotAddressing : public Addressing
{
  public:
    /// @param slots the slots of the job
    explicit SlotAddressing(const SlotIndex& slots)
        : m_slots(slots)
    {
        m_watchesResults = false;
    }

    AggregatorAddress Of(StreamPosition position) const override;

  private:
    SlotIndex m_slots; ///< the slots
};

} // namespace ns3::esa

#endif // ESA_ADDRESSING_H
