// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCHEDULE_H
#define ESA_SCHEDULE_H

#include "esa-block-plan.h"

#include "ns3/esa-flow-packet.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// What one step of a schedule does.
enum class StepKind : uint8_t
{
    Send,           ///< sends what this worker has of the fragments
    Add,            ///< waits for a partial sum and adds it to what this worker has
    TakeSum,        ///< waits for the sum of all workers and keeps it
    KeepForeign,    ///< waits for the data of another worker and keeps it, to pass it on
    ReceiveForeign, ///< the same, but keeps its own data
    AwaitSent,      ///< waits until all that the strand has sent is at the link
    Clear,          ///< clears a message, which this worker receives next, to be sent
    AwaitClear,     ///< waits until the receiver of a message has cleared it
};

/// A step of a schedule: one message.
struct ScheduleStep
{
    StepKind kind{StepKind::Send}; ///< what is done
    uint16_t peer{0};              ///< the other worker
    PositionRange range;           ///< the fragments
    uint16_t of{0};                ///< whose data comes (KeepForeign, ReceiveForeign)
    uint64_t missing{0};           ///< fragments that have not arrived yet; 0: it awaits none
    uint8_t connection{0};         ///< number of the connection that carries the message

    /// @return the connection
    FlowConnection Connection() const
    {
        return {peer, connection};
    }
};

/// Steps that follow each other: each waits until the one before is done.
using Strand = std::vector<ScheduleStep>;

/**
 * @ingroup esa
 * @brief What one worker does for one block.
 *
 * Each algorithm of collectives is a list of messages that wait for each other. A strand is such a
 * list. Strands do not wait for each other, so that the chunks of a block can follow each other
 * closely. ScheduledCollective carries a schedule out; a ScheduleMaker writes one.
 *
 * Two messages that a connection carries within a block either have no fragment in common, or are
 * of the same fragments and leave in the order in which they are received.
 *
 * A message may leave before its receiver waits for it. Where it must not, the message is cleared
 * first (AddClearing()), as by rendezvous protocols of MPI and NCCL.
 */
struct Schedule
{
    PositionRange own;           ///< fragments that this worker has data of
    std::vector<Strand> strands; ///< the steps
};

struct Channels;

/// Whose schedule is made.
struct ScheduleRole
{
    uint16_t worker{0};       ///< number of the worker
    uint32_t workers{1};      ///< number of workers
    const Block& block;       ///< what is exchanged
    const ChunkSizes& chunks; ///< how it is cut

    const Channels* channels{nullptr}; ///< null: one, which visits workers by number
};

/// @brief Writes a schedule.
/// @param role the worker and the block
/// @return what the worker does
using ScheduleMaker = Schedule (*)(const ScheduleRole& role);

/**
 * @brief Adds a step, unless it has no fragments.
 * @param strand where it is added
 * @param kind what is done
 * @param peer the other worker
 * @param range the fragments
 * @param of whose data comes (KeepForeign, ReceiveForeign)
 * @param connection number of the connection that carries the message
 */
inline void
AddStep(Strand& strand,
        StepKind kind,
        uint32_t peer,
        const PositionRange& range,
        uint32_t of = 0,
        uint8_t connection = 0)
{
    if (range.Size() > 0)
    {
        const bool sends = kind == StepKind::Send || kind == StepKind::Clear;
        strand.push_back({kind,
                          static_cast<uint16_t>(peer),
                          range,
                          static_cast<uint16_t>(of),
                          sends ? 0 : range.Size(),
                          connection});
    }
}

/**
 * @brief Adds what clears a message: at its receiver before it receives, and at its sender before
 * it sends.
 * @param strand where it is added
 * @param kind Clear or AwaitClear
 * @param peer the other worker
 * @param range the fragments of the message; the first one names it
 */
inline void
AddClearing(Strand& strand, StepKind kind, uint32_t peer, const PositionRange& range)
{
    const PositionRange first{range.begin, range.begin + std::min<uint64_t>(range.Size(), 1)};
    AddStep(strand, kind, peer, first, 0, kClearConnection);
}

/**
 * @brief Cuts fragments into parts whose sizes differ by one at most.
 * @param range the fragments
 * @param part which part, below parts
 * @param parts how many
 * @return the part; it may be empty
 */
inline PositionRange
PartOf(const PositionRange& range, uint64_t part, uint64_t parts)
{
    return {range.begin + range.Size() * part / parts,
            range.begin + range.Size() * (part + 1) / parts};
}

/**
 * @brief Calls a function for each piece of some fragments, in order. The sizes of pieces differ by
 * one at most.
 * @param range the fragments
 * @param most fragments of a piece, at most
 * @param visit called with the piece
 */
template <typename F>
void
ForEachPiece(const PositionRange& range, uint64_t most, F visit)
{
    const uint64_t pieces = (range.Size() + most - 1) / most;
    for (uint64_t piece = 0; piece < pieces; ++piece)
    {
        visit(PartOf(range, piece, pieces));
    }
}

} // namespace ns3::esa

#endif // ESA_SCHEDULE_H
