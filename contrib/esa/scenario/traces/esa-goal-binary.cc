// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-goal-reader.h"
#include "esa-packed-bytes.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kWhole = 4223;
constexpr uint64_t kUsedUp = 2342;
constexpr std::size_t kMarkBytes = 8;
constexpr std::size_t kNodeBytes = 39;
constexpr uint32_t kAny = UINT32_MAX; ///< any rank, any tag

/// The types of nodes in a file.
enum class GoalType : uint8_t
{
    Send = 1,
    Receive = 2,
    Compute = 3
};

/// A number of some little-endian bytes.
uint64_t
NumberIn(const char* bytes, std::size_t count)
{
    uint64_t number = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        number |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return number;
}

/// Reads one file.
class BinaryGoalReader
{
  public:
    BinaryGoalReader(const std::string& path, const TraceOptions& options)
        : m_path(path),
          m_options(options),
          m_bytes(path)
    {
    }

    /// Reads up to the number of ranks.
    uint32_t ReadRanks()
    {
        if (Take(kMarkBytes, "the number 4223") == kUsedUp)
        {
            FailAt(0,
                   "2342 is not allowed: a simulation of LogGOPSim (--save-mem) has used the "
                   "schedule up; make it anew by txt2bin");
        }
        m_ranks = static_cast<uint32_t>(TakeUpTo(m_options.maxRanks, 4, "the number of ranks"));
        Refuse(m_ranks == 0, m_offset - 4, "0 ranks are not allowed: must be at least 1");
        return m_ranks;
    }

    ExecutionTrace Read()
    {
        ExecutionTrace trace;
        trace.idName = "operation at byte";
        trace.ranks.resize(ReadRanks());
        Take(2, "the highest cpu and nic");
        std::vector<uint64_t> ends;
        uint64_t end = m_offset - kMarkBytes + uint64_t{2} * 8 * m_ranks;
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            const uint64_t begin = Take(8, "the table of ranks");
            Refuse(begin != end,
                   m_offset - 8,
                   "rank " + std::to_string(rank) + " begins at " + std::to_string(begin) +
                       ", which is not allowed: must be " + std::to_string(end) +
                       ", behind what is before it");
            end = Take(8, "the table of ranks");
            Refuse(end < begin,
                   m_offset - 8,
                   "rank " + std::to_string(rank) + " ends before it begins");
            ends.push_back(end);
        }
        for (m_rank = 0; m_rank < m_ranks; ++m_rank)
        {
            ReadRank(trace.ranks[m_rank], kMarkBytes + ends[m_rank]);
        }
        char more = 0;
        Refuse(m_bytes.Read(&more, 1) != std::optional<std::size_t>(0),
               m_offset,
               "bytes are not allowed behind the last rank");
        trace.cards = m_cards;
        return trace;
    }

  private:
    /// How many nodes wait for a node.
    struct Waiting
    {
        uint32_t forEnd;   ///< for its end
        uint32_t forStart; ///< for its start
    };

    [[noreturn]] void FailAt(uint64_t offset, const std::string& text) const
    {
        throw ScenarioError({Shown(m_path) + ": byte " + std::to_string(offset) + ": " + text});
    }

    void Refuse(bool isWrong, uint64_t offset, const std::string& text) const
    {
        if (isWrong)
        {
            FailAt(offset, text);
        }
    }

    /// Reads bytes into a buffer.
    void Fill(char* to, std::size_t count, const char* what)
    {
        const auto read = m_bytes.Read(to, count);
        Refuse(!read, m_offset, "the packed data is damaged or cut");
        Refuse(*read < count, m_offset + *read, std::string("the file ends inside of ") + what);
        m_offset += count;
    }

    uint64_t Take(std::size_t count, const char* what)
    {
        std::array<char, 8> bytes{};
        Fill(bytes.data(), count, what);
        return NumberIn(bytes.data(), count);
    }

    uint64_t TakeUpTo(uint64_t most, std::size_t count, const char* what)
    {
        const uint64_t number = Take(count, what);
        CheckUpTo(most, number, m_offset - count, what);
        return number;
    }

    void CheckUpTo(uint64_t most, uint64_t number, uint64_t offset, const char* what) const
    {
        if (number > most)
        {
            FailAt(offset,
                   std::to_string(number) + " is not allowed for " + what + ": must be at most " +
                       std::to_string(most));
        }
    }

    /// Reads the part of one rank. @param end offset in the file behind it
    void ReadRank(RankTrace& trace, uint64_t end)
    {
        const uint64_t begin = m_offset;
        Refuse(end - begin < 8, begin, "the part of a rank has no 8 bytes");
        const uint64_t nodes = Take(4, "the number of nodes");
        const uint64_t roots = Take(4, "the number of roots");
        const uint64_t fixed = 8 + 4 * roots + kNodeBytes * nodes;
        Refuse(end - begin < fixed || (end - begin - fixed) % 4 != 0,
               begin,
               std::to_string(nodes) + " nodes and " + std::to_string(roots) +
                   " roots do not fit the " + std::to_string(end - begin) + " bytes of rank " +
                   std::to_string(m_rank));
        const uint64_t edges = (end - begin - fixed) / 4;
        CheckUpTo(UINT32_MAX - 1, edges, begin, "the number of dependencies of a rank");
        m_nodes += nodes;
        CheckUpTo(kMaxTraceNodes, m_nodes, begin, "the number of operations");
        std::vector<uint32_t> rootNodes;
        for (uint64_t root = 0; root < roots; ++root)
        {
            rootNodes.push_back(static_cast<uint32_t>(Take(4, "a root")));
        }
        std::vector<uint32_t> awaited;
        std::vector<Waiting> waiting;
        uint64_t listed = 0;
        for (uint64_t node = 0; node < nodes; ++node)
        {
            ReadNode(trace, awaited, waiting, listed);
        }
        Refuse(listed != edges,
               begin,
               "rank " + std::to_string(m_rank) + " has " + std::to_string(edges) +
                   " dependencies, and its nodes have " + std::to_string(listed));
        PlaceEdges(ReadEdges(waiting), trace);
        CheckCounts(trace, awaited, rootNodes);
    }

    void ReadNode(RankTrace& trace,
                  std::vector<uint32_t>& awaited,
                  std::vector<Waiting>& waiting,
                  uint64_t& listed)
    {
        ExecutionNode node;
        node.id = m_offset;
        std::array<char, kNodeBytes> bytes{};
        Fill(bytes.data(), bytes.size(), "a node");
        const char* next = bytes.data();
        const auto number = [&next](std::size_t count) {
            return NumberIn(std::exchange(next, next + count), count);
        };
        awaited.push_back(static_cast<uint32_t>(number(4)));
        const auto type = static_cast<GoalType>(number(1));
        const auto peer = static_cast<uint32_t>(number(4));
        const uint64_t size = number(8);
        const auto tag = static_cast<uint32_t>(number(4));
        const auto cpu = static_cast<uint16_t>(number(1));
        const auto card = static_cast<uint32_t>(number(1));
        switch (type)
        {
        case GoalType::Compute:
            CheckUpTo(goal::kMaxNs, size, node.id, "a number of ns");
            node.kind = ExecutionKind::Compute;
            node.duration = Picoseconds(static_cast<int64_t>(size * goal::kPsPerNs));
            node.unit = cpu;
            break;
        case GoalType::Send:
        case GoalType::Receive:
            CheckUpTo(kMaxStreamBytes, size, node.id, "a number of bytes");
            CheckPeer(peer, node.id);
            CheckUpTo(goal::kMaxTag, tag, node.id, "a tag");
            node.kind = type == GoalType::Send ? ExecutionKind::Send : ExecutionKind::Receive;
            node.bytes = size;
            node.peer = peer;
            node.tag = tag;
            m_cards = std::max(m_cards, card + 1);
            break;
        default:
            FailAt(node.id,
                   "the type " + std::to_string(static_cast<unsigned>(type)) +
                       " is not allowed: must be 1 (send), 2 (recv) or 3 (calc)");
        }
        const auto dependents = [&] {
            const uint64_t count = number(4);
            const uint64_t first = number(4);
            if (count > 0 && first != listed)
            {
                FailAt(node.id,
                       "the nodes that wait for it begin at place " + std::to_string(first) +
                           " of the list, which is not allowed: must be " + std::to_string(listed));
            }
            listed += count;
            return static_cast<uint32_t>(count);
        };
        const uint32_t forEnd = dependents();
        waiting.push_back({forEnd, dependents()});
        trace.nodes.push_back(node);
    }

    void CheckPeer(uint32_t peer, uint64_t offset) const
    {
        if (peer >= m_ranks || peer == m_rank)
        {
            FailAt(offset,
                   (peer == kAny ? "-1" : std::to_string(peer)) +
                       " is not allowed: must be one of the " + std::to_string(m_ranks) +
                       " ranks, and not " + std::to_string(m_rank) + " itself" +
                       (peer == kAny ? " (whose message a receiver of any sender gets depends on "
                                       "times)"
                                     : ""));
        }
    }

    /// Reads the list of nodes that wait.
    std::vector<GoalEdge> ReadEdges(const std::vector<Waiting>& waiting)
    {
        std::vector<GoalEdge> edges;
        for (uint32_t node = 0; node < waiting.size(); ++node)
        {
            const auto& [forEnd, forStart] = waiting[node];
            for (uint64_t i = 0; i < uint64_t{forEnd} + forStart; ++i)
            {
                const auto waits =
                    static_cast<uint32_t>(TakeUpTo(waiting.size() - 1, 4, "a node that waits"));
                edges.push_back({waits, node, i >= forEnd});
            }
        }
        return edges;
    }

    /// The file has numbers that follow from its dependencies.
    void CheckCounts(const RankTrace& trace,
                     const std::vector<uint32_t>& awaited,
                     const std::vector<uint32_t>& roots) const
    {
        auto root = roots.begin();
        for (uint32_t node = 0; node < trace.nodes.size(); ++node)
        {
            const uint32_t listed = trace.nodes[node].dependencies;
            if (awaited[node] != listed)
            {
                FailAt(trace.nodes[node].id,
                       "waits for " + std::to_string(awaited[node]) + " nodes, and " +
                           std::to_string(listed) + " are listed");
            }
            const bool isRoot = root != roots.end() && *root == node;
            if (isRoot != (listed == 0))
            {
                FailAt(trace.nodes[node].id, "the list of roots does not fit it");
            }
            root += isRoot ? 1 : 0;
        }
        Refuse(root != roots.end(),
               m_offset,
               "the roots of rank " + std::to_string(m_rank) + " before here are no nodes");
    }

    std::string m_path;            ///< the file
    const TraceOptions& m_options; ///< how it is read
    PackedBytes m_bytes;           ///< its bytes
    uint64_t m_offset{0};          ///< of the next byte
    uint64_t m_nodes{0};           ///< of all ranks so far
    uint32_t m_ranks{0};           ///< number of ranks
    uint32_t m_rank{0};            ///< the rank that is read
    uint32_t m_cards{1};           ///< of a rank, which messages name
};

} // namespace

bool
IsBinaryGoal(const std::string& path)
{
    std::array<char, kMarkBytes> begin{};
    const std::size_t read = PackedBytes(path).Read(begin.data(), begin.size()).value_or(0);
    const auto beginsLike = [&](uint64_t mark) {
        return read > 0 &&
               NumberIn(begin.data(), read) ==
                   (read < kMarkBytes ? mark & ((uint64_t{1} << (8 * read)) - 1) : mark);
    };
    return beginsLike(kWhole) || beginsLike(kUsedUp);
}

ExecutionTrace
ReadBinaryGoal(const std::string& path, const TraceOptions& options)
{
    return BinaryGoalReader(path, options).Read();
}

uint32_t
CountBinaryGoalRanks(const std::string& path, const TraceOptions& options)
{
    return BinaryGoalReader(path, options).ReadRanks();
}

} // namespace ns3::esa
