// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-program.h"

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"
#include "ns3/esa-trace-files.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

namespace po = boost::program_options;

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

/// Prints what is in an execution trace: its ranks, and its process groups.
void
PrintExecutionTrace(const ExecutionTrace& trace)
{
    std::size_t nodes = 0;
    std::size_t dependencies = 0;
    for (const RankTrace& rank : trace.ranks)
    {
        nodes += rank.nodes.size();
        dependencies += rank.dependencies.size();
    }
    std::cout << trace.ranks.size() << " ranks, " << nodes << " nodes, " << dependencies
              << " dependencies, " << trace.groups.size() << " process groups\n\n"
              << "  rank     nodes   compute us       cpu us  collectives          bytes  messages"
                 "          bytes\n"
              << std::fixed << std::setprecision(0);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        const RankSums sums = SumsOf(trace.ranks[rank]);
        std::cout << std::setw(6) << rank << std::setw(10) << trace.ranks[rank].nodes.size()
                  << std::setw(13) << ToMicroseconds(sums.compute) << std::setw(13)
                  << ToMicroseconds(sums.cpuWork) << std::setw(13) << sums.collectives
                  << std::setw(15) << sums.collectiveBytes << std::setw(10) << sums.messages
                  << std::setw(15) << sums.messageBytes << "\n";
    }
    std::cout << "\n  process group         ranks\n";
    for (uint32_t group = 0; group < trace.groups.size(); ++group)
    {
        const ProcessGroup& members = trace.groups[group];
        std::cout << "  " << std::left << std::setw(22) << Shown(members.name, 20) << std::right
                  << ShortList(members.ranks);
        for (const auto& [what, amount] : CollectivesOf(trace.ranks[members.ranks.front()]))
        {
            if (what.first == group)
            {
                std::cout << "; " << amount.first << " " << NameOf(what.second) << " of "
                          << amount.second << " bytes in all";
            }
        }
        std::cout << "\n";
    }
}

po::options_description
ShowOptions()
{
    po::options_description options("show");
    options.add_options()("ignore-missing-nodes", "a node may wait for one that is not there");
    options.add_options()("data-dependencies", "nodes wait for their data dependencies only");
    return options;
}

std::string
Help()
{
    std::ostringstream text;
    text << "Usage: esa-trace show PREFIX [options]\n\n"
            "Prints the contents of the execution trace PREFIX.0.et, PREFIX.1.et, ...\n\n"
            "  ./ns3 trace make PREFIX ...        writes a trace of a training job\n"
            "  ./ns3 trace import FILE --out ...  writes one from a file of another form\n\n"
         << ShowOptions();
    return text.str();
}

int
Serve(const std::vector<std::string>& arguments)
{
    const std::string command = arguments.empty() ? "" : arguments.front();
    const bool asksForHelp =
        std::find(arguments.begin(), arguments.end(), "--help") != arguments.end();
    if (asksForHelp || command == "help")
    {
        std::cout << Help();
        return 0;
    }
    if (command != "show")
    {
        throw ScenarioError(
            {"\"" + Shown(command) + "\" is not allowed: must be show; --help explains it"});
    }
    po::options_description all = ShowOptions();
    all.add_options()("prefix", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("prefix", -1);
    po::variables_map given;
    try
    {
        po::store(po::command_line_parser(
                      std::vector<std::string>(arguments.begin() + 1, arguments.end()))
                      .options(all)
                      .positional(positional)
                      .run(),
                  given);
    }
    catch (const po::error& error)
    {
        throw ScenarioError({Shown(error.what()) + "; --help lists all options"});
    }
    if (given.count("prefix") == 0 || given["prefix"].as<std::vector<std::string>>().size() != 1)
    {
        throw ScenarioError(
            {"show needs one PREFIX, the part of the files' names before .RANK.et"});
    }
    TraceOptions how;
    how.ignoresMissingNodes = given.count("ignore-missing-nodes") > 0;
    how.ignoresControlDependencies = given.count("data-dependencies") > 0;
    const std::string prefix = given["prefix"].as<std::vector<std::string>>().front();
    PrintExecutionTrace(ReadExecutionTrace(prefix, how));
    return 0;
}

} // namespace

int
TraceMain(int argc, char* argv[])
{
    return RunProgram("esa-trace", [&] { return Serve({argv + std::min(argc, 1), argv + argc}); });
}

} // namespace ns3::esa
