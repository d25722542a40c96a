// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-trace-files.h"

#include "esa-chakra-reader.h"
#include "esa-goal-reader.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kLongestName = 120; ///< characters that are shown

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

/// Whether a trace is a GOAL schedule.
bool
IsGoal(const std::string& path)
{
    constexpr std::string_view kEnd = ".goal";
    std::error_code error;
    RefuseFileOfRank(path);
    return std::filesystem::is_regular_file(path, error) ||
           (path.size() >= kEnd.size() &&
            path.compare(path.size() - kEnd.size(), kEnd.size(), kEnd) == 0);
}

} // namespace

ExecutionTrace
ReadExecutionTrace(const std::string& path, const TraceOptions& options)
{
    return IsGoal(path) ? ReadGoalTrace(path, options) : ReadChakraTrace(path, options);
}

uint32_t
CountTraceRanks(const std::string& path, const TraceOptions& options)
{
    return IsGoal(path) ? CountGoalRanks(path, options) : CountChakraRanks(path, options);
}

std::vector<std::string>
TraceFiles(const std::string& path, uint32_t ranks)
{
    return IsGoal(path) ? std::vector{path} : ChakraFiles(path, ranks);
}

std::string
PlaceInTrace(const std::string& path, uint32_t rank, uint64_t id)
{
    return IsGoal(path) ? PlaceInGoal(path, id) : PlaceInChakra(path, rank, id);
}

TraceNames::TraceNames(const std::string& path, const ExecutionTrace& trace)
    : m_ofNodes(trace.ranks.size())
{
    const auto add = [this](uint32_t rank, const std::string& name) { Add(rank, name); };
    IsGoal(path) ? ForEachGoalName(path, trace, add) : ForEachChakraName(path, trace, add);
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
