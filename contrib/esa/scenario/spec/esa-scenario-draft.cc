/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-draft.h"

#include "esa-default-placement.h"
#include "esa-execution-rules.h"
#include "esa-job-trace.h"
#include "esa-listed-trees.h"
#include "esa-scenario-fields.h"
#include "esa-topology-build.h"

#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Whether a model still stands in place of a DNN's layers.
bool
HasModelLeft(const json& config)
{
    const auto dnns = config.find("dnns");
    return dnns != config.end() && dnns->is_object() &&
           std::any_of(dnns->begin(), dnns->end(), [](const json& dnn) {
               return dnn.is_object() && dnn.contains("model");
           });
}

/// The two directions of a host's link.
struct LinkFaults
{
    LinkFaultSpec toSwitch; ///< frames to the switch
    LinkFaultSpec toHost;   ///< frames to the host
};

/// Takes the values that an entry names, and keeps the others.
void
Replace(const ScenarioDraft& draft, const LinkFaultSpec& named, LinkFaultSpec& spec)
{
    const auto take = [&draft, &named, &spec](auto member) {
        if (draft.IsWritten(named.*member))
        {
            spec.*member = named.*member;
        }
    };
    ForEachLinkFault([&take](const char*, auto member) { take(member); });
    take(&LinkFaultSpec::lostPackets);
    take(&LinkFaultSpec::down);
}

void
Replace(const ScenarioDraft& draft, const LinkFaultEntry& entry, LinkFaults& link)
{
    switch (entry.direction)
    {
    case LinkDirection::Both:
        Replace(draft, entry.spec, link.toSwitch);
        Replace(draft, entry.spec, link.toHost);
        return;
    case LinkDirection::ToSwitch:
        Replace(draft, entry.spec, link.toSwitch);
        return;
    case LinkDirection::ToHost:
        Replace(draft, entry.spec, link.toHost);
        return;
    }
}

/// The faults of each direction of each link; those to the switch come first. Every link has the
/// faults of faults.every_link. An entry of faults.links replaces the values that it names, and
/// later entries override earlier ones.
std::vector<DirectionFaults>
FaultsByDirection(const ScenarioDraft& draft)
{
    const Scenario::Faults& faults = draft->faults;
    std::vector<LinkFaults> links(draft->Hosts(), {faults.everyLink, faults.everyLink});
    for (const LinkFaultEntry& entry : faults.linkEntries)
    {
        for (const uint32_t host : entry.hosts)
        {
            Replace(draft, entry, links[host]);
        }
    }
    std::vector<DirectionFaults> directions;
    for (uint32_t host = 0; host < links.size(); ++host)
    {
        for (const bool toSwitch : {true, false})
        {
            const LinkFaultSpec& spec = toSwitch ? links[host].toSwitch : links[host].toHost;
            if (spec.DoesAnything())
            {
                directions.push_back({host, toSwitch, spec});
            }
        }
    }
    return directions;
}

} // namespace

ScenarioDraft::ScenarioDraft(const json& config, const ConfigErrors& known)
    : m_config(config)
{
    if (HasModelLeft(config))
    {
        m_unread.emplace_back("/dnns");
    }
    for (const ScenarioField& field : ScenarioFields())
    {
        if (HasErrorAt(known, field.pointer) || !Expect(field.pointer))
        {
            m_unread.push_back(field.pointer);
            continue;
        }
        const json& value = config.at(json::json_pointer(field.pointer));
        m_notes.places.Note(field.address(m_scenario), field.type, field.pointer);
        const std::string allowed = field.read(value, m_scenario);
        if (!allowed.empty())
        {
            m_unread.push_back(field.pointer);
            m_notes.errors.push_back({field.pointer, NotAllowed(value, allowed)});
        }
    }
    for (const StructuredField& field : StructuredFields())
    {
        if (HasErrorAt(known, field.pointer) || !IsRead(field.pointer) || !Expect(field.pointer))
        {
            m_unread.push_back(field.pointer);
            continue;
        }
        field.read(config, m_scenario, m_notes);
    }
    if (IsRead("/topology") && IsRead("/link")) // slow links that are unread are errors
    {
        m_scenario.routes = RoutesOf(m_scenario);
    }
}

bool
ScenarioDraft::Expect(const std::string& pointer)
{
    if (m_config.contains(json::json_pointer(pointer)))
    {
        return true;
    }
    m_notes.errors.push_back(
        {pointer, "missing: must be " + DescribeAllowed(*ScenarioSchema::Get().Find(pointer))});
    return false;
}

bool
ScenarioDraft::IsRead(const std::string& pointer) const
{
    return std::none_of(m_unread.begin(), m_unread.end(), [&pointer](const auto& unread) {
        return PointerCovers(pointer, unread) || PointerCovers(unread, pointer);
    });
}

const std::string&
ScenarioDraft::Place(const void* part, std::type_index type) const
{
    const std::string* const pointer = m_notes.places.Find(part, type);
    if (pointer == nullptr)
    {
        throw std::logic_error("a rule names a part of a scenario that was not read");
    }
    return *pointer;
}

ValidScenario
ScenarioDraft::Validated(const std::filesystem::path& folder) const
{
    Scenario scenario = m_scenario;
    ScaleJobTrace(scenario);
    if (scenario.placement.jobs.empty() && scenario.trace.jobs.empty())
    {
        scenario.placement.jobs = DefaultPlacement(scenario);
    }
    scenario.faults.links = FaultsByDirection(*this);
    ConfigErrors none;
    FindSummingSwitches(scenario, m_config, none);
    scenario.execution.loaded = LoadExecution(*this, folder);
    for (const std::string& trace : scenario.execution.traces)
    {
        scenario.execution.paths.push_back((folder / trace).string());
    }
    return ValidScenario(std::move(scenario));
}

} // namespace ns3::esa
