// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-faults.h"

#include "esa-execution-state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
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

/// Whether two nodes of a rank are in the same stream.
bool
AreInOneStream(const ExecutionNode& a, const ExecutionNode& b)
{
    return a.kind == b.kind &&
           (a.kind == ExecutionKind::Collective ? a.group == b.group
                                                : a.peer == b.peer && a.tag == b.tag);
}

/// Finds nodes that wait for each other in a circle, also over ranks. All ranks run without time:
/// what starts ends as soon as its counterparts at other ranks have started. The rules are the
/// rules of the simulation (ExecutionState), so what ends here ends there.
class TimelessRun
{
  public:
    TimelessRun(const ExecutionTrace& trace, const ExecutionMatches& matches)
        : m_trace(trace),
          m_matches(matches),
          m_states(trace.ranks.begin(), trace.ranks.end())
    {
    }

    /// Runs until nothing more starts.
    void Run()
    {
        for (bool isMoving = true; isMoving;)
        {
            isMoving = false;
            for (uint32_t rank = 0; rank < m_states.size(); ++rank)
            {
                for (uint32_t node = m_states[rank].TakeNext(); node != ExecutionState::kNone;
                     node = m_states[rank].TakeNext())
                {
                    isMoving = true;
                    Start({rank, node});
                }
            }
        }
    }

    /// A circle of nodes, if some have not ended.
    std::vector<ExecutionFault> Circle() const
    {
        for (uint32_t rank = 0; rank < m_states.size(); ++rank)
        {
            if (!m_states[rank].Finished())
            {
                return {CircleFrom({rank, FirstLeft(rank)})};
            }
        }
        return {};
    }

  private:
    bool HasStarted(const ExecutionPlace& place) const
    {
        return m_states[place.rank].HasStarted(place.node);
    }

    bool HasEnded(const ExecutionPlace& place) const
    {
        return m_states[place.rank].HasEnded(place.node);
    }

    const ExecutionNode& NodeAt(const ExecutionPlace& place) const
    {
        return m_trace.ranks[place.rank].nodes[place.node];
    }

    /// The first node of a rank that has not ended.
    uint32_t FirstLeft(uint32_t rank) const
    {
        uint32_t node = 0;
        while (m_states[rank].HasEnded(node))
        {
            ++node;
        }
        return node;
    }

    /// What a sender sends is stored until it is received; all others wait for each other.
    void Start(const ExecutionPlace& place)
    {
        const bool isComplete = AllHaveStarted(place);
        if (isComplete)
        {
            for (const ExecutionPlace& other : Counterparts(place))
            {
                if (!HasEnded(other))
                {
                    m_states[other.rank].OnDone(other.node);
                }
            }
        }
        if (isComplete || NodeAt(place).kind == ExecutionKind::Send)
        {
            m_states[place.rank].OnDone(place.node);
        }
    }

    /// Notes that a node has started; whether all that it communicates with have. The ranks of a
    /// collective are counted, as to check all of them whenever one starts would take long.
    bool AllHaveStarted(const ExecutionPlace& place)
    {
        const ExecutionNode& node = NodeAt(place);
        if (node.kind == ExecutionKind::Collective)
        {
            const std::pair collective{node.group, m_matches.NumberOf(place)};
            return ++m_started[collective] == m_trace.groups[node.group].ranks.size();
        }
        const auto others = Counterparts(place);
        return std::all_of(others.begin(), others.end(), [this](const ExecutionPlace& other) {
            return HasStarted(other);
        });
    }

    /// The nodes of other ranks that a node communicates with.
    std::vector<ExecutionPlace> Counterparts(const ExecutionPlace& place) const
    {
        const ExecutionNode& node = NodeAt(place);
        const uint32_t number = m_matches.NumberOf(place);
        const auto& messages = m_matches.Messages();
        std::vector<ExecutionPlace> others;
        switch (node.kind)
        {
        case ExecutionKind::Collective:
            for (const uint32_t rank : m_trace.groups[node.group].ranks)
            {
                if (rank != place.rank)
                {
                    others.push_back({rank, m_matches.CollectivesOf(node.group, rank)[number]});
                }
            }
            break;
        case ExecutionKind::Send:
            others.push_back(
                {node.peer, messages.at({place.rank, node.peer, node.tag}).receives[number]});
            break;
        case ExecutionKind::Receive:
            others.push_back(
                {node.peer, messages.at({node.peer, place.rank, node.tag}).sends[number]});
            break;
        default:
            break;
        }
        return others;
    }

    /// What a node that has not ended waits for.
    ExecutionPlace AwaitedBy(const ExecutionPlace& place) const
    {
        const RankTrace& rank = m_trace.ranks[place.rank];
        const ExecutionNode& node = rank.nodes[place.node];
        for (uint32_t i = 0; i < node.dependencies; ++i)
        {
            const ExecutionPlace awaited{place.rank, rank.dependencies[node.firstDependency + i]};
            const bool isEnough =
                i >= node.dependencies - node.startsAwaited && HasStarted(awaited);
            if (!HasEnded(awaited) && !isEnough)
            {
                return awaited;
            }
        }
        for (uint32_t i = 0; !HasStarted(place) && i < place.node; ++i)
        {
            if (AreInOneStream(rank.nodes[i], node) && !HasStarted({place.rank, i}))
            {
                return {place.rank, i}; // one before it in its stream
            }
        }
        for (const ExecutionPlace& other : Counterparts(place))
        {
            if (!HasStarted(other))
            {
                return other;
            }
        }
        return place;
    }

    /// Follows what a node waits for until a node comes again.
    ExecutionFault CircleFrom(ExecutionPlace place) const
    {
        std::map<std::pair<uint32_t, uint32_t>, std::size_t> seen;
        std::vector<ExecutionPlace> way;
        while (seen.emplace(std::pair(place.rank, place.node), way.size()).second)
        {
            way.push_back(place);
            place = AwaitedBy(place);
        }
        constexpr std::size_t kMaxNames = 8;
        const std::size_t begin = seen[{place.rank, place.node}];
        std::string text = "waits for itself";
        for (std::size_t i = begin + 1; i < way.size() && i <= begin + kMaxNames; ++i)
        {
            text += (i == begin + 1 ? ", by way of node " : ", node ") +
                    std::to_string(NodeAt(way[i]).id) + " of rank " + std::to_string(way[i].rank);
        }
        if (way.size() > begin + 1 + kMaxNames)
        {
            text += " and others";
        }
        return {place.rank, NodeAt(place).id, text, true};
    }

    const ExecutionTrace& m_trace;                                  ///< the trace
    const ExecutionMatches& m_matches;                              ///< which nodes belong together
    std::vector<ExecutionState> m_states;                           ///< by rank
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> m_started; ///< ranks, by group and number
};

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
                const ExecutionPlace place{key.from, node};
                Count(place,
                      BlockBytes(NodeAt(place), 2),
                      "messages to rank " + std::to_string(key.to),
                      sent[{key.from, key.to}]);
            }
        }
        if (m_faults.empty())
        {
            TimelessRun run(m_trace, m_matches);
            run.Run();
            m_faults = run.Circle();
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
        return "node " + std::to_string(NodeAt(place).id) + " of rank " +
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
        const auto& longest = Collectives(group, most);
        for (std::size_t k = 0; k < longest.size(); ++k)
        {
            Count({most, longest[k]},
                  BlockBytes(m_matches.LargestOf(m_trace, group, k), members.ranks.size()),
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

    /// Adds the bytes that a node moves to those that move in the same packets.
    void Count(const ExecutionPlace& place,
               uint64_t moved,
               const std::string& what,
               uint64_t& bytes)
    {
        const bool hadRoom = bytes <= kMaxStreamBytes;
        bytes += moved + kMaxPadding;
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

    /// Compares the k-th collective of a group at one rank and at another one.
    void CompareCollectives(const ExecutionPlace& own, const ExecutionPlace& other, std::size_t k)
    {
        const ExecutionNode& a = NodeAt(own);
        const ExecutionNode& b = NodeAt(other);
        const bool mayBeUneven =
            a.collective == CollectiveKind::AllToAll || a.collective == CollectiveKind::AllGather;
        if (a.collective == b.collective && (a.bytes == b.bytes || mayBeUneven))
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
