/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-execution-rules.h"

#include "esa-memory-rules.h"
#include "esa-scenario-draft.h"
#include "esa-systems-with.h"

#include "ns3/esa-chakra-reader.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kMostStreams = 65536;       ///< job numbers have 16 bits
constexpr std::size_t kMostSwitchMlStreams = 256; ///< in its header they have 8

/// How the traces of a scenario are read.
ChakraOptions
OptionsOf(bool ignoresMissingNodes)
{
    ChakraOptions options;
    options.ignoresMissingNodes = ignoresMissingNodes;
    return options;
}

/// Reads a trace, or finds it among those that were read.
std::shared_ptr<const ExecutionTrace>
Load(const std::string& prefix, const ChakraOptions& options)
{
    // A sweep checks many scenarios with the same traces.
    static std::map<std::pair<std::string, bool>, std::shared_ptr<const ExecutionTrace>> known;
    auto& trace = known[{prefix, options.ignoresMissingNodes}];
    if (!trace)
    {
        trace = std::make_shared<const ExecutionTrace>(ReadChakraTrace(prefix, options));
    }
    return trace;
}

/// Refuses nodes that cannot be simulated.
void
CheckNodes(const ExecutionTrace& trace, const std::string& prefix)
{
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        for (const ExecutionNode& node : trace.ranks[rank].nodes)
        {
            const bool isMessage =
                node.kind == ExecutionKind::Send || node.kind == ExecutionKind::Receive;
            const bool isOther = node.kind == ExecutionKind::Collective &&
                                 node.collective != CollectiveKind::AllReduce &&
                                 node.collective != CollectiveKind::Barrier &&
                                 trace.groups[node.group].ranks.size() > 1;
            if (isMessage || isOther)
            {
                throw ScenarioError(
                    {Shown(ChakraPath(prefix, rank)) + ": node " + std::to_string(node.id) +
                     ": cannot be simulated: is " +
                     (isMessage ? "a message between two ranks" : NameOf(node.collective)) +
                     ", must be an all_reduce or a barrier"});
            }
        }
    }
}

/// Number of process groups of a trace that communicate.
std::size_t
StreamsOf(const ExecutionTrace& trace)
{
    return static_cast<std::size_t>(
        std::count_if(trace.groups.begin(), trace.groups.end(), [](const ProcessGroup& group) {
            return group.ranks.size() > 1;
        }));
}

/// Each process group takes the place of a job.
void
CheckStreams(const ScenarioDraft& draft, std::size_t streams)
{
    const std::string switchMl = SystemsWith(draft.Written(), FrameFormat::SwitchMl);
    const std::size_t most = switchMl.empty() ? kMostStreams : kMostSwitchMlStreams;
    if (streams > most)
    {
        throw ScenarioError({"/execution/traces: have " + std::to_string(streams) +
                             " process groups, each a job of its own: must be at most " +
                             std::to_string(most) + (switchMl.empty() ? "" : " with " + switchMl)});
    }
    json config = draft.Written();
    config["jobs"]["count"] = streams;
    ConfigErrors errors;
    CheckShares(config, errors);
    std::vector<std::string> lines;
    for (const auto& [pointer, text] : errors.Kept())
    {
        lines.push_back("the process groups of /execution/traces as jobs: " + pointer + ": " +
                        text);
    }
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
}

} // namespace

void
ExpandExecution(json& config, const std::filesystem::path& folder)
{
    const json& traces = config.at("execution").at("traces");
    if (traces.empty())
    {
        return;
    }
    uint32_t most = 1;
    for (const json& trace : traces)
    {
        const std::string prefix = (folder / trace.get<std::string>()).string();
        most = std::max(most, CountChakraRanks(prefix, OptionsOf(false)));
    }
    config["jobs"]["count"] = traces.size();
    config["jobs"]["workers"] = most;
}

void
CheckBesideExecution(const ScenarioDraft& draft, ConfigErrors& errors)
{
    if (draft->execution.traces.empty())
    {
        return;
    }
    const std::string allowed = "[] beside " + draft.Quote(draft->execution.traces);
    if (!draft->faults.workerPauses.empty())
    {
        draft.Refuse(errors, draft->faults.workerPauses, allowed);
    }
    if (!draft->faults.psRestarts.empty())
    {
        draft.Refuse(errors, draft->faults.psRestarts, allowed);
    }
    if (!draft->trace.jobs.empty())
    {
        draft.Refuse(errors,
                     draft->execution.traces,
                     "[] beside a trace of jobs (/trace), which train DNNs");
    }
}

std::vector<std::shared_ptr<const ExecutionTrace>>
LoadExecution(const ScenarioDraft& draft, const std::filesystem::path& folder)
{
    std::vector<std::shared_ptr<const ExecutionTrace>> traces;
    std::size_t streams = 0;
    const bool ignores = draft->execution.missingNodes == MissingNodes::Ignore;
    for (const std::string& given : draft->execution.traces)
    {
        const std::string prefix = (folder / given).string();
        traces.push_back(Load(prefix, OptionsOf(ignores)));
        CheckNodes(*traces.back(), prefix);
        streams += StreamsOf(*traces.back());
    }
    if (!traces.empty())
    {
        CheckStreams(draft, streams);
    }
    return traces;
}

} // namespace ns3::esa
