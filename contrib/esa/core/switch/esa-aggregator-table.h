/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_AGGREGATOR_TABLE_H
#define ESA_AGGREGATOR_TABLE_H

#include "ns3/esa-assert.h"
#include "ns3/esa-fragment.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// Where an aggregator stands in its life.
enum class AggregatorState : uint8_t
{
    Free,        ///< holds nothing
    Aggregating, ///< holds a partial sum
    Waiting,     ///< holds a complete sum until its result passes (ATP)
    Retained,    ///< keeps a result that was sent, and may be reused (SwitchML)
};

/**
 * @ingroup esa
 * @brief One aggregator (paper, "Switch Memory Layout").
 *
 * The counter of the paper's layout is the number of bits in the bitmap and is not kept beside it.
 */
struct Aggregator
{
    GradientSum sum;          ///< aggregator value
    Picoseconds touchedAt{0}; ///< when its task last added to it
    uint32_t bitmap0{0};      ///< workers in the sum
    uint32_t bitmap1{0};      ///< first-level switches in the sum
    uint32_t seq{0};          ///< sequence number of the task
    uint16_t job{0};          ///< job of the task
    uint8_t fanIn0{0};        ///< fragments that complete a first-level sum
    uint8_t fanIn1{0};        ///< first-level sums that complete a second-level sum
    uint8_t priority{0};      ///< of the last fragment, less what was downgraded
    bool ecn{false};          ///< OR of the fragments' marks
    bool secondLevel{false};  ///< adds first-level sums
    bool isDowngraded{false}; ///< priority was halved since it was last set

    /**
     * @param fragment a packet
     * @return true if the aggregator works for the packet's task
     */
    bool Holds(const Fragment& fragment) const
    {
        return m_state != AggregatorState::Free && seq == fragment.seq && job == fragment.job;
    }

    /// @return where it stands
    AggregatorState State() const
    {
        return m_state;
    }

  private:
    friend class AggregatorTable; // alone changes the state: it counts those in use

    AggregatorState m_state{AggregatorState::Free}; ///< where it stands
};

/**
 * @ingroup esa
 * @brief The switch's aggregators, and how much of them was in use over time.
 *
 * In use are the states Aggregating and Waiting. A retained result costs nobody anything: the
 * memory of a static slot belongs to its job whether it holds a result or not.
 */
class AggregatorTable
{
  public:
    /// @param size number of aggregators
    explicit AggregatorTable(uint32_t size);

    /// @return number of aggregators
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_aggregators.size());
    }

    /**
     * @param index number of an aggregator
     * @return the aggregator
     */
    Aggregator& At(uint32_t index)
    {
        ESA_ASSERT(index < Size(), "an index that the table does not have was dropped before");
        return m_aggregators[index];
    }

    /// @copydoc At
    const Aggregator& At(uint32_t index) const
    {
        ESA_ASSERT(index < Size(), "an index that the table does not have was dropped before");
        return m_aggregators[index];
    }

    /**
     * @brief Moves an aggregator to another state, and counts those in use.
     * @param aggregator one of this table's
     * @param state the new state
     * @param now the time
     */
    void SetState(Aggregator& aggregator, AggregatorState state, Picoseconds now);

    /// @return aggregators in use
    uint32_t Occupied() const
    {
        return m_aggregating.count + m_waiting.count;
    }

    /**
     * @param now the time
     * @return sum over all aggregators of the time in use, in seconds
     */
    double OccupiedSeconds(Picoseconds now) const;

    /**
     * @param now the time
     * @return the part of OccupiedSeconds() with a complete sum that waits for its release
     */
    double WaitingSeconds(Picoseconds now) const;

  private:
    /// How many aggregators are in a state, and for how long in all.
    struct Usage
    {
        uint32_t count{0};               ///< aggregators now
        Picoseconds since{0};            ///< time up to which seconds are counted
        double aggregatorPicoseconds{0}; ///< aggregators x time

        /**
         * @brief Counts the time up to now.
         * @param now the time
         */
        void Advance(Picoseconds now)
        {
            ESA_ASSERT(now >= since, "time does not run backwards");
            aggregatorPicoseconds +=
                static_cast<double>(count) * static_cast<double>((now - since).count());
            since = now;
        }

        /**
         * @param now the time
         * @return aggregators x seconds up to now
         */
        double Seconds(Picoseconds now) const;
    };

    /**
     * @param state a state
     * @return what is counted of it, or nullptr if it does not count as use
     */
    Usage* UsageOf(AggregatorState state);

    std::vector<Aggregator> m_aggregators; ///< the aggregators
    Usage m_aggregating;                   ///< those that aggregate
    Usage m_waiting;                       ///< those that wait for their release
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_TABLE_H
