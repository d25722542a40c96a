// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-trace-files.h"

#include "esa-chakra-node.h"
#include "esa-chakra-rank.h"

#include "ns3/esa-execution-faults.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

namespace ns3::esa
{

namespace
{

constexpr std::size_t kLongestName = 120; ///< characters that are shown

constexpr const char* kControlHint =
    " (execution.dependencies \"data\" leaves control dependencies out: in recordings of PyTorch "
    "they are callers)";

/// The file with the process groups; empty: there is none. That of the trace itself comes first.
std::string
GroupFileOf(const std::string& prefix)
{
    const std::string own = prefix + ".groups.json";
    const std::string ofAstraSim =
        (std::filesystem::path(prefix).parent_path() / "comm_group.json").string();
    for (const std::string& path : {own, ofAstraSim})
    {
        std::error_code error;
        if (std::filesystem::exists(path, error))
        {
            return path;
        }
    }
    return "";
}

/// Refuses a path that names the file of one rank of a Chakra trace.
void
RefuseFileOfRank(const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    const std::string rank = path.stem().extension().string();
    if ((ending == ".et" || ending == ".json") && rank.size() > 1 &&
        rank.find_first_not_of("0123456789", 1) == std::string::npos)
    {
        throw ScenarioError({Shown(path.string()) + ": is the file of one rank: must be " +
                             Shown((path.parent_path() / path.stem().stem()).string()) +
                             ", which names the files of all ranks"});
    }
}

/// Refuses what is no Chakra trace, if it is there.
void
RefuseOtherForm(const std::string& path)
{
    RefuseFileOfRank(path);
    std::error_code error;
    const bool isFile = std::filesystem::is_regular_file(path, error);
    if (!std::filesystem::exists(path + ".0.et", error) &&
        (isFile || std::filesystem::exists(path + ".0.json", error)))
    {
        const std::string files = Shown(path + (isFile ? "" : ".*.json"));
        throw ScenarioError({files +
                             ": is not allowed: must be the PREFIX of files PREFIX.RANK.et, "
                             "which ./ns3 trace import " +
                             files + " --out PREFIX writes"});
    }
}

/// The file of a rank.
std::string
PathOf(const std::string& prefix, uint32_t rank)
{
    return prefix + "." + std::to_string(rank) + ".et";
}

/// The rank in the name of a file; nothing: it is none of these files.
std::optional<uint32_t>
RankIn(const std::string& name, const std::string& stem)
{
    if (name.rfind(stem + ".", 0) != 0)
    {
        return std::nullopt;
    }
    uint32_t rank = 0;
    const char* const begin = name.data() + stem.size() + 1;
    const auto [rest, error] = std::from_chars(begin, name.data() + name.size(), rank);
    const bool isRank = error == std::errc() &&
                        name == stem + "." + std::to_string(rank) + ".et"; // no zeros before it
    return isRank ? std::optional(rank) : std::nullopt;
}

/// The ranks that have files, ascending.
std::vector<uint32_t>
RanksOfFiles(const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    const auto folder =
        path.parent_path().empty() ? std::filesystem::path(".") : path.parent_path();
    std::vector<uint32_t> ranks;
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(folder, error))
    {
        const auto rank = RankIn(file.path().filename().string(), path.filename().string());
        if (rank)
        {
            ranks.push_back(*rank);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

/// What to do about definitions of groups that cannot be read.
std::string
UnreadableHint(const std::string& prefix, const std::string& unreadable)
{
    return unreadable.empty()
               ? ""
               : "; the definition in " + unreadable +
                     " cannot be read: ./ns3 trace import may write it anew, or " +
                     Shown(prefix + ".groups.json") + " defines it: {\"NAME\": [0, 1, ...]}";
}

/// Every group that a node names has ranks of the trace, and the node's is one of them.
void
CheckGroups(const ExecutionTrace& trace, const std::string& prefix, const std::string& unreadable)
{
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        for (const ExecutionNode& node : trace.ranks[rank].nodes)
        {
            if (node.kind != ExecutionKind::Collective)
            {
                continue;
            }
            const ProcessGroup& group = trace.groups[node.group];
            const auto& ranks = group.ranks;
            std::string wrong;
            if (ranks.empty())
            {
                wrong = "the process group " + Shown(group.name) + " is not defined" +
                        UnreadableHint(prefix, unreadable);
            }
            else if (ranks.back() >= trace.ranks.size())
            {
                wrong = "the process group " + Shown(group.name) + " has the rank " +
                        std::to_string(ranks.back()) + ", but there are files of " +
                        std::to_string(trace.ranks.size()) + " ranks";
            }
            else if (!std::binary_search(ranks.begin(), ranks.end(), rank))
            {
                wrong = "rank " + std::to_string(rank) + " is not in the process group " +
                        Shown(group.name);
            }
            if (!wrong.empty())
            {
                throw ScenarioError({PlaceInTrace(prefix, rank, node.id) + ": " + wrong});
            }
        }
    }
}

/// Messages that name a process group of two ranks go to the other one.
void
FindPeers(const ChakraRankFile& file,
          const MessagesOfPairs& messages,
          const ChakraGroups& groups,
          RankTrace& trace)
{
    for (const auto& [name, nodes] : messages)
    {
        const std::vector<uint32_t> members = groups.RanksIn(name, file.ranks);
        ExecutionNode& first = trace.nodes[nodes.front()];
        if (members.size() != 2 || members.back() >= file.ranks ||
            !std::binary_search(members.begin(), members.end(), file.rank))
        {
            throw ScenarioError(
                {Shown(file.path) + ": node " + std::to_string(first.id) +
                 ": lacks the attribute " +
                 (first.kind == ExecutionKind::Send ? "comm_dst" : "comm_src") +
                 ", and its process group " + Shown(name) +
                 (members.empty() ? " is not defined"
                                  : " is no pair of rank " + std::to_string(file.rank) +
                                        " and another one: it has " +
                                        std::to_string(members.size()) + " ranks")});
        }
        for (const uint32_t node : nodes)
        {
            trace.nodes[node].peer = members[members[0] == file.rank ? 1 : 0];
        }
    }
}

/// The nodes of a file, one after the other. Throws if they do not belong to the trace.
template <typename Callback>
void
ForEachNode(const std::string& path, const RankTrace& rank, Callback callback)
{
    std::size_t index = 0;
    bool isTheSame = true;
    const auto take = [&](const ChakraNode& node) {
        isTheSame = isTheSame && index < rank.nodes.size() && rank.nodes[index].id == node.id;
        if (isTheSame)
        {
            callback(node);
            ++index;
        }
    };
    try
    {
        ForEachChakraNode(path, take);
    }
    catch (const WireError&)
    {
        isTheSame = false;
    }
    if (!isTheSame || index != rank.nodes.size())
    {
        throw ScenarioError({Shown(path) + ": has changed since its trace was read"});
    }
}

} // namespace

std::vector<std::string>
TraceFiles(const std::string& prefix, uint32_t ranks)
{
    std::vector<std::string> files;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        files.push_back(PathOf(prefix, rank));
    }
    if (const std::string ofGroups = GroupFileOf(prefix); !ofGroups.empty())
    {
        files.push_back(ofGroups);
    }
    return files;
}

uint32_t
CountTraceRanks(const std::string& prefix, const TraceOptions& options)
{
    RefuseOtherForm(prefix);
    const std::vector<uint32_t> ranks = RanksOfFiles(prefix);
    if (ranks.empty())
    {
        throw ScenarioError({Shown(PathOf(prefix, 0)) +
                             ": is missing: a trace has a file PREFIX.RANK.et per rank"});
    }
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    {
        if (ranks[rank] != rank)
        {
            throw ScenarioError({Shown(PathOf(prefix, static_cast<uint32_t>(rank))) +
                                 ": is missing, but there is a file of rank " +
                                 std::to_string(ranks.back())});
        }
    }
    if (ranks.size() > options.maxRanks)
    {
        throw ScenarioError({Shown(prefix) + ": has " + std::to_string(ranks.size()) +
                             " ranks: must be at most " + std::to_string(options.maxRanks)});
    }
    return static_cast<uint32_t>(ranks.size());
}

ExecutionTrace
ReadExecutionTrace(const std::string& prefix, const TraceOptions& options)
{
    const uint32_t ranks = CountTraceRanks(prefix, options);
    ExecutionTrace trace;
    ChakraGroups groups;
    const std::string ofGroups = GroupFileOf(prefix);
    if (!ofGroups.empty())
    {
        groups.DefineByFile(ofGroups);
    }
    uint64_t nodes = 0;
    bool hasControl = false;
    std::vector<MessagesOfPairs> ofPairs;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const std::string path = PathOf(prefix, rank);
        ChakraRank read = ReadChakraRank({path, rank, ranks, options}, groups);
        trace.ranks.push_back(std::move(read.trace));
        ofPairs.push_back(std::move(read.ofPairs));
        hasControl = hasControl || read.hasControlDependencies;
        nodes += trace.ranks.back().nodes.size();
        if (nodes > kMaxTraceNodes)
        {
            throw ScenarioError({Shown(path) + ": the ranks up to this one have more than " +
                                 std::to_string(kMaxTraceNodes) + " nodes"});
        }
    }
    if (nodes == 0)
    {
        throw ScenarioError({Shown(prefix) + ": the files of its ranks have no node"});
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        FindPeers({PathOf(prefix, rank), rank, ranks, options},
                  ofPairs[rank],
                  groups,
                  trace.ranks[rank]);
    }
    trace.groups = groups.Finish(ranks);
    CheckGroups(trace, prefix, groups.Unreadable());
    std::vector<std::string> lines;
    for (const ExecutionFault& fault : FindExecutionFaults(trace))
    {
        lines.push_back(PlaceInTrace(prefix, fault.rank, fault.node) + ": " + fault.text +
                        (fault.isCircle && hasControl ? kControlHint : ""));
    }
    ThrowLines(lines);
    return trace;
}

std::string
PlaceInTrace(const std::string& prefix, uint32_t rank, uint64_t id)
{
    return Shown(PathOf(prefix, rank)) + ": node " + std::to_string(id);
}

TraceNames::TraceNames(const std::string& prefix, const ExecutionTrace& trace)
    : m_ofNodes(trace.ranks.size())
{
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        ForEachNode(PathOf(prefix, rank), trace.ranks[rank], [&](const ChakraNode& node) {
            Add(rank, node.name);
        });
    }
}

void
TraceNames::Add(uint32_t rank, const std::string& name)
{
    const auto [entry, isNew] = m_indexes.emplace(Shown(name, kLongestName), m_texts.size());
    if (isNew)
    {
        m_texts.push_back(entry->first);
    }
    m_ofNodes[rank].push_back(entry->second);
}

} // namespace ns3::esa
