// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_SCHEDULES_H
#define ESA_TREE_SCHEDULES_H

#include "esa-schedule.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief All-reduce by recursive halving and doubling (Thakur, Rabenseifner and Gropp, 2005).
 *
 * A ring takes a number of steps that grows with the workers. Here it grows with their logarithm.
 * In the first step each worker exchanges half of the block with its neighbour, and adds what it
 * gets to the half that it keeps. In the next step it exchanges a quarter with a worker at distance
 * two, and so on. After log2(n) steps each worker has the sum of a chunk. The same steps backwards,
 * without adding, bring every chunk to every worker. A step ends when the worker has received its
 * message, and its own message has left. When a step begins, the worker clears the message that it
 * waits for; its partner sends no earlier. So does MPI with large messages (rendezvous), and NCCL
 * with all.
 *
 * This needs a power of two of workers. Of other numbers, n' is the largest power of two below. The
 * first 2 (n - n') workers form pairs. The first of a pair hands the other one all of its data at
 * the beginning, takes no part in the steps, and gets all sums at the end.
 *
 * @param role the worker and the block
 * @return what the worker does
 */
Schedule HalvingDoublingAllReduce(const ScheduleRole& role);

/// A worker's neighbours in a tree.
struct TreePlace
{
    std::optional<uint32_t> parent;                  ///< none: the root
    std::array<std::optional<uint32_t>, 3> children; ///< none: fewer children
};

/**
 * @ingroup esa
 * @brief The place of a worker in one of two binary trees over all workers (Sanders, Speck and
 * Traeff, 2009), built as NCCL builds them.
 *
 * In tree 0 a worker's height is the number of zeros that its number ends with in binary, so odd
 * workers are leaves; worker 0 is the root. Tree 1 is the same with the workers in reverse order
 * or, if their number is odd, shifted by one. So every worker has children in one tree at most, but
 * for one worker if their number is odd.
 *
 * @param tree 0 or 1
 * @return its neighbours
 */
TreePlace PlaceInTree(uint32_t worker, uint32_t workers, uint32_t tree);

/**
 * @ingroup esa
 * @brief The same in a channel: the trees are over servers, and the workers of a server are a chain
 * below the one at the card of the channel, as in NCCL.
 *
 * @param channel number of the channel
 * @param tree 0 or 1
 * @return the worker's neighbours
 */
TreePlace PlaceInTreeOfServers(uint16_t worker,
                               const Channels& channels,
                               std::size_t channel,
                               uint32_t tree);

/**
 * @ingroup esa
 * @brief All-reduce in a double binary tree (Sanders, Speck and Traeff, 2009; NCCL).
 *
 * In a single tree the leaves, half of the workers, only send what is theirs, while the others
 * carry the load. So each of two trees gets half of the data, and who is a leaf in one is not in
 * the other. Each half is cut into chunks (ChunkSizes::InTree()). Partial sums go up a
 * tree, and sums go down. A worker passes a chunk on when it has all of it, so several chunks are
 * on their way at a time. Where two workers are neighbours in both trees, each tree has a
 * connection of its own between them, so that neither waits for the other.
 *
 * @param role the worker and the block
 * @return what the worker does
 */
Schedule DoubleTreeAllReduce(const ScheduleRole& role);

} // namespace ns3::esa

#endif // ESA_TREE_SCHEDULES_H
