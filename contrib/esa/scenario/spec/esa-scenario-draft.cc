// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-draft.h"

#include "esa-field-row.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-fields.h"
#include "esa-scenario-network.h"
#include "esa-scenario-schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// The faults of each direction of each link; those to the switch come first. Every link has the
/// faults of faults.every_link. An entry of faults.links replaces the values that it names, and
/// later entries override earlier ones.
std::vector<DirectionFaults>
FaultsByDirection(const ScenarioDraft& draft, const FieldPlaces& places)
{
    const Scenario::Faults& faults = draft->faults;
    std::vector<DirectionFaults> directions;
    for (uint32_t host = 0; host < draft->Hosts(); ++host)
    {
        directions.push_back({host, true, faults.everyLink});
        directions.push_back({host, false, faults.everyLink});
    }
    for (const LinkFaultEntry& entry : faults.linkEntries)
    {
        for (const uint32_t host : entry.hosts)
        {
            if (entry.direction != LinkDirection::ToHost)
            {
                CopyWritten(RowsOfLinkFaults(), places, &entry.spec, &directions[2 * host].spec);
            }
            if (entry.direction != LinkDirection::ToSwitch)
            {
                CopyWritten(RowsOfLinkFaults(),
                            places,
                            &entry.spec,
                            &directions[2 * host + 1].spec);
            }
        }
    }
    const auto end =
        std::remove_if(directions.begin(), directions.end(), [](const auto& direction) {
            return !direction.spec.DoesAnything();
        });
    directions.erase(end, directions.end());
    return directions;
}

} // namespace

ScenarioDraft::ScenarioDraft(const json& config)
    : m_config(config),
      m_parts(std::make_shared<Parts>())
{
    Scenario& scenario = m_parts->scenario;
    ReadObject(ScenarioRows(), config, "", &scenario, {m_parts->places, m_errors});
    for (const ScenarioField& field : ScenarioFields())
    {
        if (field.row != nullptr && field.row->kind != RowKind::Parameter)
        {
            continue; // it was read
        }
        const json& value = config.at(json::json_pointer(field.pointer));
        m_parts->places[{field.address(scenario), field.type}] = field.pointer;
        if (value == kAuto)
        {
            continue; // FillAutoValues() comes later
        }
        const std::string allowed = field.read(value, scenario);
        if (!allowed.empty())
        {
            m_errors.push_back({field.pointer, NotAllowed(value, allowed)});
        }
    }
    scenario.routes = RoutesOf(scenario);
}

void
ScenarioDraft::Fill(const std::string& pointer, const json& value)
{
    for (const ScenarioField& field : ScenarioFields())
    {
        if (field.pointer == pointer)
        {
            field.read(value, m_parts->scenario);
        }
    }
}

const std::string&
ScenarioDraft::Place(const void* part, std::type_index type) const
{
    const auto place = m_parts->places.find({part, type});
    if (place == m_parts->places.end())
    {
        throw std::logic_error("a rule names a part of a scenario that was not read");
    }
    return place->second;
}

ValidScenario
ScenarioDraft::Validated(const std::filesystem::path& folder) const
{
    Scenario scenario = m_parts->scenario;
    ScaleJobTrace(scenario);
    const bool isListed = !scenario.placement.jobs.empty();
    if (scenario.trace.jobs.empty())
    {
        scenario.placement.jobs = PlacesOfJobs(scenario);
    }
    scenario.faults.links = FaultsByDirection(*this, m_parts->places);
    FindSummingSwitches(scenario, m_config);
    scenario.execution.loaded = LoadExecution(*this, folder);
    for (const std::string& trace : scenario.execution.traces)
    {
        scenario.execution.paths.push_back((folder / trace).string());
    }
    scenario.execution.psHosts = HostsOfGroupPses(scenario, m_config, isListed);
    PlaceServers(scenario);
    return ValidScenario(std::move(scenario));
}

} // namespace ns3::esa
