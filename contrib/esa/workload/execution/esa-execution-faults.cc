// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-faults.h"

#include "esa-execution-matches.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kMaxPadding = 128;  ///< to the end of the last packet, in bytes
constexpr std::size_t kMaxFaults = 20; ///< nobody reads more

/// A number of bytes in words.
std::string
Bytes(uint64_t bytes)
{
    return std::to_string(bytes) + " bytes";
}

/// Searches for faults.
class FaultFinder
{
  public:
    explicit FaultFinder(const ExecutionTrace& trace)
        : m_trace(trace),
          m_matches(trace)
    {
    }

    /// What was found.
    std::vector<ExecutionFault> Find()
    {
        for (uint32_t group = 0; group < m_trace.groups.size(); ++group)
        {
            CheckGroup(group);
        }
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> sent; // by sender and receiver
        for (const auto& [key, ends] : m_matches.Messages())
        {
            CheckMessages(key, ends);
            for (const uint32_t node : ends.sends)
            {
                Count({key.from, node},
                      2,
                      "messages to rank " + std::to_string(key.to),
                      sent[{key.from, key.to}]);
            }
        }
        if (m_faults.empty())
        {
            m_faults = FindDeadlock(m_trace, m_matches);
        }
        return std::move(m_faults);
    }

  private:
    const ExecutionNode& NodeAt(const ExecutionPlace& place) const
    {
        return m_trace.ranks[place.rank].nodes[place.node];
    }

    /// Who a node is, for messages.
    std::string Name(const ExecutionPlace& place) const
    {
        return std::string(m_trace.idName) + " " + std::to_string(NodeAt(place).id) + " of rank " +
               std::to_string(place.rank);
    }

    void Complain(const ExecutionPlace& place, const std::string& text)
    {
        if (m_faults.size() < kMaxFaults)
        {
            m_faults.push_back({place.rank, NodeAt(place).id, text});
        }
    }

    /// The collectives of a group are the same at all ranks.
    void CheckGroup(uint32_t group)
    {
        const ProcessGroup& members = m_trace.groups[group];
        uint32_t most = members.ranks.front(); // the rank with the most collectives
        for (const uint32_t rank : members.ranks)
        {
            if (Collectives(group, rank).size() > Collectives(group, most).size())
            {
                most = rank;
            }
        }
        uint64_t bytes = 0;
        for (const uint32_t node : Collectives(group, most))
        {
            Count({most, node},
                  members.ranks.size(),
                  "the collectives of the process group " + members.name,
                  bytes);
        }
        for (const uint32_t rank : members.ranks)
        {
            const auto& own = Collectives(group, rank);
            const auto& all = Collectives(group, most);
            for (std::size_t k = 0; k < own.size(); ++k)
            {
                CompareCollectives({rank, own[k]}, {most, all[k]}, k);
            }
            if (own.size() < all.size())
            {
                Complain({most, all[own.size()]},
                         "collective " + std::to_string(own.size()) + " of the process group " +
                             members.name + " is missing at rank " + std::to_string(rank) +
                             ": every rank of a group has the same collectives");
            }
        }
    }

    /// Adds the bytes of a node to those that move in the same packets.
    void Count(const ExecutionPlace& place,
               std::size_t ranks,
               const std::string& what,
               uint64_t& bytes)
    {
        const bool hadRoom = bytes <= kMaxStreamBytes;
        bytes += BlockBytes(NodeAt(place), ranks) + kMaxPadding;
        if (hadRoom && bytes > kMaxStreamBytes)
        {
            Complain(place,
                     "up to here, " + what + " move more than " + Bytes(kMaxStreamBytes) +
                         " in an iteration, which is not allowed (sequence numbers have 32 bits)");
        }
    }

    const std::vector<uint32_t>& Collectives(uint32_t group, uint32_t rank) const
    {
        return m_matches.CollectivesOf(group, rank);
    }

    /// The k-th collective at one rank is that at another one.
    void CompareCollectives(const ExecutionPlace& own, const ExecutionPlace& other, std::size_t k)
    {
        const ExecutionNode& a = NodeAt(own);
        const ExecutionNode& b = NodeAt(other);
        if (a.collective == b.collective && a.bytes == b.bytes)
        {
            return;
        }
        Complain(own,
                 "is " + Described(a) + ", but collective " + std::to_string(k) +
                     " of the process group " + m_trace.groups[a.group].name + " is " +
                     Described(b) + " in " + Name(other) + ": they must be the same");
    }

    /// A collective in words.
    static std::string Described(const ExecutionNode& node)
    {
        return std::string(NameOf(node.collective)) + " of " + Bytes(node.bytes);
    }

    /// Each message of a tag has two ends.
    void CheckMessages(const MessageKey& key, const MessageEnds& ends)
    {
        const std::size_t both = std::min(ends.sends.size(), ends.receives.size());
        for (std::size_t k = 0; k < both; ++k)
        {
            const ExecutionPlace send{key.from, ends.sends[k]};
            const ExecutionPlace receive{key.to, ends.receives[k]};
            if (NodeAt(send).bytes != NodeAt(receive).bytes)
            {
                Complain(receive,
                         "receives " + Bytes(NodeAt(receive).bytes) + ", but " + Name(send) +
                             " sends " + Bytes(NodeAt(send).bytes));
            }
        }
        if (ends.sends.size() > both)
        {
            Complain({key.from, ends.sends[both]},
                     "sends with tag " + std::to_string(key.tag) + " to rank " +
                         std::to_string(key.to) + ", which does not receive it");
        }
        if (ends.receives.size() > both)
        {
            Complain({key.to, ends.receives[both]},
                     "receives with tag " + std::to_string(key.tag) + " from rank " +
                         std::to_string(key.from) + ", which does not send it");
        }
    }

    const ExecutionTrace& m_trace;        ///< the trace
    ExecutionMatches m_matches;           ///< which nodes belong together
    std::vector<ExecutionFault> m_faults; ///< found so far
};

} // namespace

std::vector<ExecutionFault>
FindExecutionFaults(const ExecutionTrace& trace)
{
    return FaultFinder(trace).Find();
}

} // namespace ns3::esa
