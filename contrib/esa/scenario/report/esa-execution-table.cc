/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-execution-table.h"

#include "ns3/esa-text.h"

#include <cstddef>
#include <iomanip>
#include <map>
#include <string>

namespace ns3::esa
{
namespace
{

/// What one rank does, in sums.
struct RankSums
{
    Picoseconds compute{0};      ///< of the accelerator, as recorded
    Picoseconds cpuWork{0};      ///< of the processor
    std::size_t collectives{0};  ///< number of them
    uint64_t collectiveBytes{0}; ///< that it puts in
    std::size_t messages{0};     ///< sent
    uint64_t messageBytes{0};    ///< sent
};

RankSums
SumsOf(const RankTrace& rank)
{
    RankSums sums;
    for (const ExecutionNode& node : rank.nodes)
    {
        switch (node.kind)
        {
        case ExecutionKind::Compute:
            sums.compute += node.duration;
            break;
        case ExecutionKind::CpuWork:
            sums.cpuWork += node.duration;
            break;
        case ExecutionKind::Collective:
            ++sums.collectives;
            sums.collectiveBytes += node.bytes;
            break;
        case ExecutionKind::Send:
            ++sums.messages;
            sums.messageBytes += node.bytes;
            break;
        default:
            break;
        }
    }
    return sums;
}

/// Number and bytes of something.
using Amount = std::pair<std::size_t, uint64_t>;

/// What a rank puts into its collectives, by group and kind.
std::map<std::pair<uint32_t, CollectiveKind>, Amount>
CollectivesOf(const RankTrace& rank)
{
    std::map<std::pair<uint32_t, CollectiveKind>, Amount> amounts;
    for (const ExecutionNode& node : rank.nodes)
    {
        if (node.kind == ExecutionKind::Collective)
        {
            auto& [number, bytes] = amounts[{node.group, node.collective}];
            ++number;
            bytes += node.bytes;
        }
    }
    return amounts;
}

/// Ranks as 0-3,8,9.
std::string
ShortList(const std::vector<uint32_t>& ranks)
{
    std::string text;
    for (std::size_t i = 0; i < ranks.size();)
    {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
        {
            ++end;
        }
        text += (i == 0 ? "" : ",") + std::to_string(ranks[i]);
        if (end - i > 1)
        {
            text += (end - i > 2 ? "-" : ",") + std::to_string(ranks[end - 1]);
        }
        i = end;
    }
    return Shown(text, 60);
}

double
ToMicroseconds(Picoseconds span)
{
    return static_cast<double>(span.count()) / 1e6;
}

} // namespace

void
PrintExecutionTrace(std::ostream& os, const ExecutionTrace& trace)
{
    std::size_t nodes = 0;
    std::size_t dependencies = 0;
    for (const RankTrace& rank : trace.ranks)
    {
        nodes += rank.nodes.size();
        dependencies += rank.dependencies.size();
    }
    os << trace.ranks.size() << " ranks, " << nodes << " nodes, " << dependencies
       << " dependencies, " << trace.groups.size() << " process groups\n\n"
       << "  rank     nodes   compute us       cpu us  collectives          bytes  messages"
          "          bytes\n"
       << std::fixed << std::setprecision(0);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        const RankSums sums = SumsOf(trace.ranks[rank]);
        os << std::setw(6) << rank << std::setw(10) << trace.ranks[rank].nodes.size()
           << std::setw(13) << ToMicroseconds(sums.compute) << std::setw(13)
           << ToMicroseconds(sums.cpuWork) << std::setw(13) << sums.collectives << std::setw(15)
           << sums.collectiveBytes << std::setw(10) << sums.messages << std::setw(15)
           << sums.messageBytes << "\n";
    }
    os << "\n  process group         ranks\n";
    for (uint32_t group = 0; group < trace.groups.size(); ++group)
    {
        const ProcessGroup& members = trace.groups[group];
        os << "  " << std::left << std::setw(22) << Shown(members.name, 20) << std::right
           << ShortList(members.ranks);
        for (const auto& [what, amount] : CollectivesOf(trace.ranks[members.ranks.front()]))
        {
            if (what.first == group)
            {
                os << "; " << amount.first << " " << NameOf(what.second) << " of " << amount.second
                   << " bytes in all";
            }
        }
        os << "\n";
    }
}

} // namespace ns3::esa
