// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_TABLE_H
#define ESA_AGGREGATOR_TABLE_H

#include "ns3/esa-assert.h"
#include "ns3/esa-held-aggregators.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief State of an aggregator.
 *
 * The functions are members of SwitchPipeline, and have the same names in P4. What comes has the
 * index of the aggregator; what is not in the table changes nothing. A job that leaves and a switch
 * that fails free it in each state (RemoveJob, LoseSums).
 *
 * | state       | what comes                            | function     | next state              |
 * |-------------|---------------------------------------|--------------|-------------------------|
 * | Free        | a fragment                            | Allocate     | Aggregating             |
 * | Free        | a fragment that is a whole sum        | SendSum      | Free                    |
 * | Free        | a reminder or resend                  | Fetch        | Free                    |
 * | Free        | a result                              | ReturnResult | Free                    |
 * | Aggregating | a fragment of its task                | Add          | Aggregating             |
 * | Aggregating | the last fragment of its task         | Complete     | Free, Waiting, Retained |
 * | Aggregating | a copy of a fragment of its task      | Repeat       | Aggregating             |
 * | Aggregating | a fragment of another task, preferred | Collide      | Aggregating this task   |
 * | Aggregating | a fragment of another task            | Collide      | Aggregating             |
 * | Aggregating | a reminder or resend of its task      | Fetch        | Free                    |
 * | Aggregating | a result of its task, or it is stale  | ReturnResult | Free                    |
 * | Waiting     | a copy of a fragment of its task      | Repeat       | Waiting                 |
 * | Waiting     | a fragment of another task            | Collide      | Waiting                 |
 * | Waiting     | a reminder or resend; the sum went up | Fetch        | Waiting                 |
 * | Waiting     | a reminder or resend of its task      | Fetch        | Free                    |
 * | Waiting     | a result of its task, or it is stale  | ReturnResult | Free                    |
 * | Retained    | a copy of a fragment of its task      | Repeat       | Retained, sent again    |
 * | Retained    | a fragment of a later task            | ReuseSlot    | Aggregating this task   |
 * | Retained    | a fragment of an earlier task         | ReuseSlot    | Retained                |
 * | Retained    | a reminder or resend of its task      | Fetch        | Free                    |
 *
 * Where a sum has a counter (SwitchPart::threshold), Count() does all with fragments: a late one
 * changes nothing, one of a later task takes the aggregator.
 *
 * *Invariants* (AggregatorTable::AssertInvariants()):
 *
 * 1. A free aggregator holds no sum.
 * 2. The bitmap of one that is not free has no member beyond its fan-in.
 * 3. One that waits, or keeps its result, has a complete sum.
 * 4. Not more are in use than there are.
 */
enum class AggregatorState : uint8_t
{
    Free,        ///< holds nothing
    Aggregating, ///< holds a partial sum
    Waiting,     ///< holds a complete sum until its result passes (ATP)
    Retained,    ///< keeps a result that was sent, and may be reused (SwitchML)
};

/// @ingroup esa
/// @param from a state @param to another one, or the same
/// @return whether an aggregator may go from one to the other
constexpr bool
MayFollow(AggregatorState from, AggregatorState to)
{
    return to == AggregatorState::Aggregating ||
           (to == AggregatorState::Free ? from != AggregatorState::Free
                                        : from == AggregatorState::Aggregating);
}

/**
 * @ingroup esa
 * @brief One aggregator (paper, "Switch Memory Layout").
 *
 * The paper's layout also has a counter. It is the number of bits in the bitmap, so it is not
 * stored here.
 */
struct Aggregator
{
    GradientSum sum;          ///< sum of the fragments so far
    Picoseconds takenAt{0};   ///< when its task took it
    Picoseconds touchedAt{0}; ///< when its task last added to it
    uint32_t bitmap{0};       ///< members of the group in the sum
    uint32_t seq{0};          ///< sequence number of the task
    uint16_t job{0};          ///< job of the task
    uint16_t group{0};        ///< group that is summed
    uint8_t fanIn{0};         ///< members that complete the sum
    uint8_t priority{0};      ///< priority of the last fragment, halved by every downgrade; with
                              ///< SwitchPart::threshold the counter of fragments
    bool ecn : 1;             ///< OR of the fragments' ECN marks
    bool isDowngraded : 1;    ///< priority was halved since it was last set
    bool isContended : 1;     ///< another task has requested it, and did not get it

    Aggregator()
        : ecn(false),
          isDowngraded(false),
          isContended(false)
    {
    }

    /// @return true if the aggregator holds the packet's task, for the packet's group
    bool Holds(const InaPacket& fragment) const
    {
        return m_state != AggregatorState::Free && seq == fragment.seq && job == fragment.job &&
               group == fragment.group;
    }

    /// @return its state
    AggregatorState State() const
    {
        return m_state;
    }

  private:
    friend class AggregatorTable; // changes the state, and counts the aggregators in use

    AggregatorState m_state{AggregatorState::Free}; ///< its state
};

static_assert(sizeof(Aggregator) == 48, "the larger they are, the fewer a processor's cache holds");

/**
 * @ingroup esa
 * @brief The aggregators of a switch, and their occupancy over time.
 *
 * Systems are compared by how much switch memory they occupy, and for how long. So the table adds
 * up aggregators x time for those in use. All changes of a state go through SetState(), so that
 * none is missed.
 *
 * In use are the states Aggregating and Waiting. A retained result does not count: the memory of a
 * static slot belongs to its job, whether it holds a result or not.
 */
class AggregatorTable
{
  public:
    static constexpr uint32_t kMaxSize = 100000000; ///< each needs about 50 bytes

    /// @param size number of aggregators, at most kMaxSize
    /// @param indexes number of indexes that packets may have; 0: as many as aggregators. Where
    ///        switches have different memory, workers do not have the size of each table. They
    ///        choose among more indexes, and each table scales them to its own size.
    /// @param hasChoice a task may be at another aggregator than the one that its index names
    explicit AggregatorTable(uint32_t size, uint32_t indexes = 0, bool hasChoice = false);

    /// @return number of aggregators
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_aggregators.size());
    }

    /// @return number of indexes that packets may have
    uint32_t Indexes() const
    {
        return m_indexes;
    }

    /// @param index index of a packet
    /// @return its aggregator
    Aggregator& At(uint32_t index)
    {
        ESA_ASSERT(index < Indexes(), "packets with an index beyond the table were dropped before");
        return m_aggregators[PlaceOf(index)];
    }

    /// @copydoc At
    const Aggregator& At(uint32_t index) const
    {
        ESA_ASSERT(index < Indexes(), "packets with an index beyond the table were dropped before");
        return m_aggregators[PlaceOf(index)];
    }

    /// @param place a number below Size()
    /// @return the aggregator there
    Aggregator& AtPlace(uint32_t place)
    {
        ESA_ASSERT(place < Size(), "the aggregator is one of this table's");
        return m_aggregators[place];
    }

    /// @copydoc AtPlace
    const Aggregator& AtPlace(uint32_t place) const
    {
        ESA_ASSERT(place < Size(), "the aggregator is one of this table's");
        return m_aggregators[place];
    }

    /// @param aggregator one of this table's @return its place
    uint32_t PlaceOf(const Aggregator& aggregator) const
    {
        return static_cast<uint32_t>(&aggregator - m_aggregators.data());
    }

    /// @brief Exchanges the index of a packet and the index of the task in an aggregator. If each
    /// aggregator has an index of its own, and no task has a choice, they are the same.
    /// @param aggregator one of this table's
    /// @param index the index of the packet
    void SwapIndex(const Aggregator& aggregator, uint32_t& index)
    {
        if (!m_indexOf.empty())
        {
            std::swap(m_indexOf[PlaceOf(aggregator)], index);
        }
    }

    /// @brief Moves an aggregator to another state, and updates the occupancy.
    /// @param aggregator one of this table's
    /// @param state the new state
    void SetState(Aggregator& aggregator, AggregatorState state, Picoseconds now);

    /// @brief Counts from now on how many aggregators each job holds. All are free.
    void CountHeld()
    {
        m_held = std::make_unique<HeldAggregators>(Size());
    }

    /// @return how many aggregators each job holds; null: they are not counted
    const HeldAggregators* Held() const
    {
        return m_held.get();
    }

    /// @brief Checks the invariants of AggregatorState. @param aggregator one of this table's
    void AssertInvariants(const Aggregator& aggregator) const;

    /// @brief Counts aggregators that were in use elsewhere.
    /// @param aggregating sum of the times with a partial sum
    /// @param waiting sum of the times with a complete one
    void AddOccupied(Picoseconds aggregating, Picoseconds waiting)
    {
        m_aggregating.aggregatorPicoseconds += static_cast<double>(aggregating.count());
        m_waiting.aggregatorPicoseconds += static_cast<double>(waiting.count());
    }

    /// @return aggregators in use
    uint32_t Occupied() const
    {
        return m_aggregating.count + m_waiting.count;
    }

    /// @return occupancy so far: aggregators in use x time, in seconds
    double OccupiedSeconds(Picoseconds now) const;

    /// @return the part of OccupiedSeconds() with a complete sum that waits for its release
    double WaitingSeconds(Picoseconds now) const;

  private:
    /// Occupancy by the aggregators of one state.
    struct Usage
    {
        uint32_t count{0};               ///< aggregators in the state now
        Picoseconds since{0};            ///< time up to which the product is counted
        double aggregatorPicoseconds{0}; ///< sum of aggregators x time

        /// @brief Counts the time up to now, or takes it off again if now is earlier: then what
        /// follows is counted as if it had come in order.
        void Advance(Picoseconds now)
        {
            aggregatorPicoseconds +=
                static_cast<double>(count) * static_cast<double>((now - since).count());
            since = now;
        }

        /// @return aggregators x time up to now, in seconds
        double Seconds(Picoseconds now) const;
    };

    /// @return where the aggregator of an index stands
    std::size_t PlaceOf(uint32_t index) const
    {
        return m_indexOf.empty() ? index : uint64_t{index} * m_aggregators.size() / m_indexes;
    }

    /// @return the occupancy that a state counts for; nullptr: the state is not in use
    Usage* UsageOf(AggregatorState state);

    std::vector<Aggregator, PoolAllocator<Aggregator>> m_aggregators; ///< the aggregators
    Usage m_aggregating;                                              ///< those that aggregate
    Usage m_waiting;                         ///< those that wait for their release
    uint32_t m_indexes;                      ///< indexes that packets may have
    std::vector<uint32_t> m_indexOf;         ///< of the task in each; empty: its place
    std::unique_ptr<HeldAggregators> m_held; ///< by job; null: no rule requests it
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_TABLE_H
