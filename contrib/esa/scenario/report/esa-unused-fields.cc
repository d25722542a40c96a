// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-field-row.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-rules.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A field, or all fields of a group, and where they have an effect.
struct PlacedUse
{
    std::string pointer; ///< the field, or a group of fields
    FieldUse use;        ///< where it has an effect
};

using S = ParsedScenario;

bool
HasUplinks(const S& parsed)
{
    return parsed.scenario->topology.kind != TopologyKind::LeafSpine ||
           parsed.scenario->topology.racks > 1;
}

bool
IsOfServers(const S& parsed)
{
    return parsed.scenario->topology.kind == TopologyKind::Servers;
}

/// A host of a graph may be an accelerator, too.
bool
MayHaveServers(const S& parsed)
{
    return IsOfServers(parsed) || parsed.scenario->topology.kind == TopologyKind::Graph;
}

bool
HasJobTrace(const S& parsed)
{
    return !parsed.scenario->trace.jobs.empty();
}

bool
HasNoJobTrace(const S& parsed)
{
    return !HasJobTrace(parsed);
}

bool
HasExecution(const S& parsed)
{
    return !parsed.scenario->execution.traces.empty();
}

bool
HasNoExecution(const S& parsed)
{
    return !HasExecution(parsed);
}

/// The scenario has the places of all jobs in the end; the configuration has those of the user.
bool
HasNoPlaces(const S& parsed)
{
    return parsed.effective.at("placement").at("jobs").empty();
}

bool
HasRecovery(const S& parsed)
{
    return parsed.scenario->recovery.enabled;
}

template <CongestionAlgorithm... algorithms>
bool
ControlsBy(const S& parsed)
{
    return ((parsed.scenario->flow.congestionControl == algorithms) || ...);
}

std::vector<PlacedUse>
OtherUses()
{
    return {
        {"/iterations", {"/trace/jobs", &HasNoJobTrace}},
        {"/topology/k",
         {"/topology/kind",
          [](const S& s) { return s.scenario->topology.kind == TopologyKind::FatTree; }}},
        {"/topology/servers", {"/topology/kind", &IsOfServers}},
        {"/topology/accelerators", {"/topology/kind", &IsOfServers}},
        {"/topology/cards", {"/topology/kind", &IsOfServers}},
        {"/topology/rails", {"/topology/kind", &IsOfServers}},
        {"/topology/server_gbps", {"/topology/kind", &MayHaveServers}},
        {"/topology/server_delay_us", {"/topology/kind", &MayHaveServers}},
        {"/topology/spines", {"/topology/racks", &HasUplinks}},
        {"/topology/oversubscription", {"/topology/racks", &HasUplinks}},
        {"/topology/uplinks_gbps", {"/topology/racks", &HasUplinks}},
        {"/topology/uplink_delay_us", {"/topology/racks", &HasUplinks}},
        {"/placement/rule", {"/trace/jobs", &HasJobTrace}},
        {"/placement/policy", {"/placement/jobs", &HasNoPlaces}},
        {"/placement/racks_per_job", {"/placement/jobs", &HasNoPlaces}},
        {"/placement/racks_per_job", {"/trace/jobs", &HasNoJobTrace}},
        {"/placement/racks_per_job",
         {"/placement/policy",
          [](const S& s) { return s.scenario->placement.policy == PlacementPolicy::ByRack; }}},
        {"/placement/seed", {"/placement/jobs", &HasNoPlaces}},
        {"/placement/seed",
         {"/placement/policy",
          [](const S& s) { return s.scenario->placement.policy == PlacementPolicy::Random; }}},
        {"/link/pfc",
         {"/link/pfc/enabled", [](const S& s) { return s.scenario->link.pfc.enabled; }}},
        {"/aggregation/levels", {"/topology/racks", &HasUplinks}},
        {"/aggregation/levels",
         {"/aggregation/jobs", [](const S& s) { return s.scenario->aggregation.jobs.empty(); }}},
        {"/jobs/count", {"/trace/jobs", &HasNoJobTrace, true}},
        {"/jobs/count", {"/execution/traces", &HasNoExecution, true}},
        {"/jobs/workers", {"/trace/jobs", &HasNoJobTrace, true}},
        {"/jobs/workers", {"/execution/traces", &HasNoExecution, true}},
        {"/jobs/workload", {"/trace/jobs", &HasNoJobTrace, true}},
        {"/jobs/workload", {"/execution/traces", &HasNoExecution}},
        {"/jobs/start_max_us", {"/trace/jobs", &HasNoJobTrace}},
        {"/jobs/root",
         {"/jobs/collective",
          [](const S& s) {
              const CollectiveKind kind = s.scenario->jobs.collective;
              return kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce ||
                     kind == CollectiveKind::Gather || kind == CollectiveKind::Scatter ||
                     kind == CollectiveKind::SendReceive;
          }}},
        {"/execution", {"/execution/traces", &HasExecution}},
        {"/trace", {"/trace/jobs", &HasJobTrace}},
        {"/jitter/max_us",
         {"/jitter/mode", [](const S& s) { return s.scenario->jitter.mode != JitterMode::None; }}},
        {"/window/counts", {"/recovery/enabled", &HasRecovery}},
        {"/flow/repair", {"/recovery/enabled", &HasRecovery}},
        {"/flow/reordering_us", {"/recovery/enabled", &HasRecovery}},
        {"/flow/reordering_us",
         {"/flow/repair",
          [](const S& s) { return s.scenario->flow.repair == FlowRepair::SelectiveRepeat; }}},
        {"/flow/initial_packets",
         {"/flow/congestion_control",
          &ControlsBy<CongestionAlgorithm::Dctcp, CongestionAlgorithm::Swift>}},
        {"/flow/dctcp", {"/flow/congestion_control", &ControlsBy<CongestionAlgorithm::Dctcp>}},
        {"/flow/dcqcn", {"/flow/congestion_control", &ControlsBy<CongestionAlgorithm::Dcqcn>}},
        {"/flow/swift", {"/flow/congestion_control", &ControlsBy<CongestionAlgorithm::Swift>}},
        {"/background",
         {"/background/load", [](const S& s) { return s.scenario->background.load > 0; }}},
        {"/recovery/stale_us", {"/recovery/enabled", &HasRecovery}},
    };
}

const std::vector<PlacedUse>&
FieldUses()
{
    static const std::vector<PlacedUse> uses = [] {
        std::vector<PlacedUse> all = OtherUses();
        ForEachRow([&all](const FieldRow& row, const std::string& pointer) {
            for (const FieldUse& use : row.uses)
            {
                all.push_back({pointer, use});
            }
        });
        return all;
    }();
    return uses;
}

/// @return what a field holds, after its name
std::string
ValueInWords(const json& value)
{
    if (value.is_array() && !value.empty() && value.front().is_object())
    {
        return "has " + std::to_string(value.size()) + (value.size() == 1 ? " entry" : " entries");
    }
    if (value.empty())
    {
        return "is empty";
    }
    std::vector<std::string> words;
    for (const json& word : value.is_array() ? value : json::array({value}))
    {
        words.push_back(word.is_string() ? word.get<std::string>() : word.dump());
    }
    return "is " + Shown(JoinWords(words, ", "));
}

/// @return why a field has no effect, with the field that decides; empty: it has one
std::string
WhyUnused(const ParsedScenario& parsed, const std::string& pointer, const json& written)
{
    const bool isKept = written == parsed.effective.at(json::json_pointer(pointer));
    for (const auto& [field, use] : FieldUses())
    {
        const bool holds = PointerCovers(field, pointer) && !(use.isFilledIn && isKept);
        if (holds && !use.isUsed(parsed))
        {
            return PathOfPointer(use.decider) + " " +
                   ValueInWords(parsed.effective.at(json::json_pointer(use.decider)));
        }
    }
    return "";
}

/// @return whether a field has the value that "auto" stands for
bool
IsAutoValue(const ParsedScenario& parsed, const std::string& pointer, const json& written)
{
    return ScenarioSchema::Get().Find(pointer)->at("type").is_array() &&
           written == AutoValueOf(*parsed.scenario, pointer);
}

} // namespace

std::vector<FieldNote>
NotesOnUnusedFields(const ParsedScenario& parsed)
{
    std::vector<FieldNote> notes;
    for (const auto& [pointer, written] : parsed.changed)
    {
        const std::string why = WhyUnused(parsed, pointer, written);
        if (!why.empty() && !IsAutoValue(parsed, pointer, written))
        {
            notes.push_back({PathOfPointer(pointer), "is not used: " + why});
        }
    }
    return notes;
}

} // namespace ns3::esa
