// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_MATCHES_H
#define ESA_EXECUTION_MATCHES_H

#include "esa-execution-trace.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// A node of a rank.
struct ExecutionPlace
{
    uint32_t rank; ///< the rank
    uint32_t node; ///< index of the node
};

/// The messages of one tag from one rank to another.
struct MessageKey
{
    uint32_t from; ///< the sender
    uint32_t to;   ///< the receiver
    uint32_t tag;  ///< the tag

    /// @param other another one @return whether this one comes first
    bool operator<(const MessageKey& other) const
    {
        return std::tie(from, to, tag) < std::tie(other.from, other.to, other.tag);
    }
};

/// Both ends of the messages of one tag.
struct MessageEnds
{
    std::vector<uint32_t> sends;    ///< nodes of the sender, in the order of its trace
    std::vector<uint32_t> receives; ///< nodes of the receiver, in the order of its trace
};

/**
 * @ingroup esa
 * @brief Which nodes of different ranks belong together.
 *
 * The k-th collective of a process group at one rank is the k-th of it at the others, and the k-th
 * message of a tag that is sent is the k-th that is received.
 */
class ExecutionMatches
{
  public:
    /// @param trace whose sends and receives are matched
    explicit ExecutionMatches(const ExecutionTrace& trace);

    /// @param group index of a process group
    /// @param rank one of its ranks
    /// @return its collectives of that group, in the order of its trace
    const std::vector<uint32_t>& CollectivesOf(uint32_t group, uint32_t rank) const
    {
        return m_collectives[group].at(rank);
    }

    /// @return the messages
    const std::map<MessageKey, MessageEnds>& Messages() const
    {
        return m_messages;
    }

    /// @param place a node that communicates
    /// @return its number among the nodes of its group, or of its tag
    uint32_t NumberOf(const ExecutionPlace& place) const
    {
        return m_numbers[place.rank][place.node];
    }

  private:
    /// By group, then by rank: the collectives.
    std::vector<std::map<uint32_t, std::vector<uint32_t>>> m_collectives;
    std::map<MessageKey, MessageEnds> m_messages; ///< by sender, receiver and tag
    std::vector<std::vector<uint32_t>> m_numbers; ///< by rank, then by node
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_MATCHES_H
