// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCHEDULED_COLLECTIVE_H
#define ESA_SCHEDULED_COLLECTIVE_H

#include "esa-collective.h"
#include "esa-schedule.h"

#include <array>
#include <deque>
#include <unordered_map>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker that carries out schedules.
 *
 * Algorithms of collectives differ in who sends what to whom, and in nothing else. So what they
 * have in common stands here: it keeps what a worker has of a block, adds or keeps what arrives,
 * goes on to the next step of each strand, and reports when the worker's part is done. Each block
 * has its own operation, for which a ScheduleMaker writes the steps.
 *
 * A worker begins a block when it is ready; what arrives earlier is kept. Its part is done when it
 * has received all, and all that it sent is acknowledged. A worker may be ahead of others by any
 * number of blocks (the root of a broadcast waits for its neighbour only), so blocks are kept until
 * they are done.
 */
class ScheduledCollective : public Collective
{
  public:
    /// Finds who writes the schedules of an operation; null: there is no such operation.
    using Finder = ScheduleMaker (*)(CollectiveKind kind);

    /// @param role the worker
    /// @param find finds the operations of all blocks
    /// @param owner moves the packets
    ScheduledCollective(const CollectiveRole& role, Finder find, CollectiveOwner& owner);

    void OnReady(const PositionRange& partition) override;
    void OnData(InaPacket& data, StreamPosition position) override;
    void OnSent(FlowConnection receiver) override;
    void OnAcknowledged(FlowConnection receiver) override;
    void Fill(InaPacket& data, StreamPosition position) const override;

  private:
    /// Where a step that waits stands.
    struct Arrival
    {
        uint32_t from;        ///< key of the connection to the sender
        StreamPosition begin; ///< first fragment
        uint32_t strand;      ///< index of the strand
        uint32_t step;        ///< index of the step in it

        /// @return true if it comes first: by connection, then by fragments
        bool operator<(const Arrival& other) const
        {
            return from != other.from ? from < other.from : begin < other.begin;
        }
    };

    /// A block under way.
    struct State
    {
        Block block;                   ///< the block
        Schedule schedule;             ///< what is done
        std::vector<uint32_t> next;    ///< by strand: its next step
        std::vector<uint32_t> unsent;  ///< by strand: messages that are not at the link yet
        std::vector<Arrival> arrivals; ///< steps that wait, sorted; equal ones in their order
        std::vector<PartialSum> sums;  ///< what the worker has, one per fragment
        uint32_t strandsLeft{0};       ///< strands with steps left
        uint64_t unacknowledged{0};    ///< messages that were sent but not acknowledged
        bool isReady{false};           ///< whether the worker's own data is ready
        bool delivers{false};          ///< whether the worker needs the sums
    };

    /// A message that arrives, until all of it is here.
    struct Message
    {
        State* state{nullptr};       ///< its block; null: there is none
        ScheduleStep* step{nullptr}; ///< what waits for it
        uint32_t strand{0};          ///< the strand of the step

        /// @return whether a packet is of it
        bool Is(FlowConnection sender, StreamPosition position) const
        {
            return state && step->peer == sender.endpoint && step->connection == sender.number &&
                   step->range.Has(position);
        }
    };

    /// Messages of a connection that are not acknowledged.
    struct Unsure
    {
        /// A message.
        struct Outgoing
        {
            StreamPosition block; ///< first fragment of its block
            uint32_t strand;      ///< the strand of the step that sends it
        };

        std::deque<Outgoing> messages; ///< in their order
        std::size_t sent{0};           ///< how many of them are at the link
    };

    /// @return what is kept of a block; it begins if nothing is
    State& StateOf(const Block& block);

    /// @return the step that a packet belongs to
    static Arrival FindArrival(const State& state, FlowConnection sender, StreamPosition position);

    /// @brief Takes the steps of a strand that need not wait.
    void Advance(State& state, uint32_t strand);

    /// @return the message that a packet belongs to
    Message& MessageOf(FlowConnection sender, StreamPosition position)
    {
        Message& recent = m_arriving[sender.Place()];
        return recent.Is(sender, position) ? recent : FindMessage(recent, sender, position);
    }

    /// @brief Finds the message that a packet belongs to. @param found where it is noted
    [[gnu::noinline]] Message& FindMessage(Message& found,
                                           FlowConnection sender,
                                           StreamPosition position);

    /// @brief Adds a packet's sum; calls the owner if the sum now has all workers.
    void Add(const State& state, PartialSum& sum, InaPacket& data, StreamPosition position);

    /// @brief All of a message is here. @param message where it was noted
    [[gnu::noinline]] void OnMessageHere(Message& message);

    /// @brief Fill(), with a packet that is not of the block of the last one.
    [[gnu::noinline]] void FillFirst(InaPacket& data, StreamPosition position) const;

    /// @brief Calls the owner if nothing is left to do, and forgets the block.
    void EndIfDone(const State& state);

    CollectiveRole m_role;                              ///< the worker
    Finder m_find;                                      ///< finds the operations
    CollectiveOwner& m_owner;                           ///< moves the packets
    std::unordered_map<StreamPosition, State> m_blocks; ///< by first fragment
    std::unordered_map<uint32_t, Unsure> m_unsure;      ///< by key of the connection

    // The next packet is most often of the same message, and to find one takes several searches.
    template <typename T>
    using ByPlace = std::array<T, FlowConnection::kPlaces>; ///< by FlowConnection::Place()

    mutable ByPlace<const State*> m_leaving{}; ///< blocks of the packets that left last
    ByPlace<Message> m_arriving;               ///< messages that arrived last
};

} // namespace ns3::esa

#endif // ESA_SCHEDULED_COLLECTIVE_H
