// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-parse.h"

#include "esa-scenario-choices.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-fields.h"
#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// The value that an override gives to a place; null pointer if it gives none.
const json*
ValueAt(const ScenarioOverride& override, const std::vector<std::string>& place)
{
    const std::vector<std::string> path = SplitPath(override.path);
    if (path.size() > place.size() || !std::equal(path.begin(), path.end(), place.begin()))
    {
        return nullptr;
    }
    const json* value = &override.value;
    for (auto name = place.begin() + static_cast<std::ptrdiff_t>(path.size()); name != place.end();
         ++name)
    {
        if (!value->is_object())
        {
            return value; // it replaces all that was around the place
        }
        const auto member = value->find(*name);
        if (member == value->end())
        {
            return nullptr;
        }
        value = &*member;
    }
    return value;
}

/// Whether an override gives a value to a place.
bool
IsOverridden(const std::vector<ScenarioOverride>& overrides, const std::vector<std::string>& place)
{
    return std::any_of(overrides.begin(), overrides.end(), [&place](const auto& override) {
        return ValueAt(override, place) != nullptr;
    });
}

/// Whether an override has to do with an error at a place.
bool
Touches(const ScenarioOverride& override, const std::string& pointer, const json& config)
{
    const std::string touched = PointerOfPath(override.path);
    if (PointerCovers(pointer, touched))
    {
        return true;
    }
    // nobody has set a field that is missing, so the override around it counts
    return PointerCovers(touched, pointer) && (!config.contains(json::json_pointer(pointer)) ||
                                               ValueAt(override, SplitPointer(pointer)) != nullptr);
}

/// The origin of the value at a place: the last override that sets it, else the file.
std::string
OriginOf(const std::string& pointer,
         const std::string& origin,
         const std::vector<ScenarioOverride>& overrides,
         const json& config)
{
    const auto last =
        std::find_if(overrides.rbegin(), overrides.rend(), [&](const ScenarioOverride& override) {
            return Touches(override, pointer, config);
        });
    return last == overrides.rend() ? origin : last->origin;
}

/// Where a DNN names its model.
json::json_pointer
ModelPointer(const std::string& letter)
{
    return json::json_pointer("/dnns/" + letter + "/model");
}

/// Removes the DNNs of the defaults and of the file which a named model replaces.
void
MakeRoomForModels(json& defaults, json& given, const std::vector<ScenarioOverride>& overrides)
{
    for (char c = 'A'; c <= 'Z'; ++c)
    {
        const std::string letter(1, c);
        const bool isGiven = given.contains(ModelPointer(letter));
        if (isGiven || IsOverridden(overrides, {"dnns", letter, "model"}))
        {
            defaults["dnns"].erase(letter);
            if (!isGiven && given.contains(ModelPointer(letter).parent_pointer()))
            {
                given["dnns"].erase(letter);
            }
        }
    }
}

/// Whether the user has set the number of hosts. A file's number is that of the file's own
/// topology and execution traces, and not of those that an override chooses.
bool
NamesHosts(const json& given, const std::vector<ScenarioOverride>& overrides)
{
    const auto isSet = [&overrides](const std::string& group, const std::string& field) {
        return IsOverridden(overrides, {group, field});
    };
    const bool isOther = isSet("topology", "kind") || isSet("topology", "k") ||
                         isSet("topology", "file") || isSet("topology", "graph") ||
                         isSet("execution", "traces");
    return isSet("topology", "hosts") ||
           (!isOther && given.contains(json::json_pointer("/topology/hosts")));
}

/// @return the errors of single values
ConfigErrors
CheckValues(const json& config)
{
    ConfigErrors errors = FindExplainedErrors(ScenarioSchema::Get(), config);
    const auto expect = [&config, &errors](const std::string& pointer) {
        // an override that replaces a complete group may leave a field out
        if (errors.empty() && !config.contains(json::json_pointer(pointer)))
        {
            errors.push_back(
                {pointer,
                 "missing: must be " + DescribeAllowed(*ScenarioSchema::Get().Find(pointer))});
        }
    };
    for (const ScenarioField& field : ScenarioFields())
    {
        expect(field.pointer);
    }
    for (const StructuredField& field : StructuredFields())
    {
        expect(field.pointer);
    }
    return errors.empty() ? CheckDnnForms(config) : errors;
}

/// Replaces files by what they hold, and models by their layers.
/// @return what is wrong with the models
/// @throws ScenarioError if another file cannot be read, or has errors
ConfigErrors
ExpandFiles(json& config, const std::filesystem::path& folder, bool hasHosts)
{
    ExpandExecution(config, folder, hasHosts);
    ExpandTopology(config, folder, hasHosts);
    ExpandPlacement(config, folder);
    ExpandTrees(config, folder);
    ExpandJobTrace(config, folder);
    return ExpandModels(config, folder);
}

/// Makes a line of each error, in the order of their places.
ConfigErrors
LinesOf(ConfigErrors errors,
        const std::string& origin,
        const std::vector<ScenarioOverride>& overrides,
        const json& config)
{
    std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) {
        return a.pointer < b.pointer;
    });
    errors.resize(std::min(errors.size(), kMaxErrorLines + 1)); // the last one shows: and more
    for (ConfigError& error : errors)
    {
        const std::string place = error.pointer.empty() ? "the scenario" : Shown(error.pointer);
        error.text =
            OriginOf(error.pointer, origin, overrides, config) + ": " + place + ": " + error.text;
        const json::json_pointer pointer(error.pointer);
        error.value = config.contains(pointer) ? config.at(pointer) : json();
    }
    return errors;
}

/// Replaces groups of systems by their names, if the field is a list of texts.
void
ExpandSystems(json& config)
{
    const auto found = config.find("systems");
    if (found != config.end() && found->is_array() &&
        std::all_of(found->begin(), found->end(), [](const json& name) {
            return name.is_string();
        }))
    {
        *found = WithoutGroups(*found);
    }
}

constexpr uint32_t kDctcpAckEvery = 2; ///< delayed acknowledgements of TCP (RFC 1122)

/// A value of a field that fills in other fields.
struct Preset
{
    const char* field; ///< the field
    json value;        ///< its value
    const char* group; ///< where the other fields are; empty: their names are pointers
    json fields;       ///< their values, by name
};

/// @return values of DCQCN that HPCC's and SimAI's simulators have for several rates
/// @param minBytes Kmin, which depends on the rate @param maxBytes Kmax @param probability Pmax
json
SimAi(uint64_t minBytes, uint64_t maxBytes, double probability)
{
    return {{"min_threshold_bytes", minBytes},
            {"max_threshold_bytes", maxBytes},
            {"max_probability", probability},
            {"timer_us", 900},
            {"counter_bytes", 0U},
            {"increase_gbps", 0.05},
            {"hyper_increase_gbps", 0.1},
            {"minimum_gbps", 0.1},
            {"notification_us", 4},
            {"alpha_timer_us", 1},
            {"fast_recoveries", 1U}};
}

/// @return values of DCQCN for links of a rate: alibaba-edu/High-Precision-Congestion-Control,
/// commit 08d4ba0b: simulation/run.py, --cc dcqcn. Kmin and Kmax are 4 and 16 KB for each Gb/s.
json
DcqcnAt(double gbps)
{
    return {{"min_threshold_us", 32},
            {"max_threshold_us", 128},
            {"max_probability", 0.2},
            {"timer_us", 300},
            {"counter_bytes", 0U},
            {"increase_gbps", std::max(1e-6, gbps * 0.0002)}, // the least that the field allows
            {"hyper_increase_gbps", gbps * 0.002},
            {"minimum_gbps", std::min(1.0, gbps)},
            {"notification_us", 4},
            {"alpha_timer_us", 1},
            {"fast_recoveries", 1U}};
}

/// @return all of them; with other values of these fields, the defaults are the papers'
const std::vector<Preset>&
Presets()
{
    static const std::vector<Preset> presets{
        // bobzhuyb/ns3-rdma: mix/config.txt, and qbb-net-device.cc, which counts an increase before
        // it compares with F = 5
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::Ns3Rdma40G),
         "/flow/dcqcn/",
         {{"min_threshold_bytes", 41000U},
          {"max_threshold_bytes", 1030000U},
          {"max_probability", 1.0},
          {"timer_us", 60},
          {"counter_bytes", 300000000U},
          {"increase_gbps", 0.04},
          {"hyper_increase_gbps", 0.2},
          {"minimum_gbps", 0.1},
          {"fast_recoveries", 4U}}},
        // alibaba-edu/High-Precision-Congestion-Control: mix/config.txt; aliyun/SimAI: SimAI.conf.
        // Their cards search for marks every 4 us, where others are notified.
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::Hpcc100G),
         "/flow/dcqcn/",
         SimAi(400000, 1600000, 0.2)},
        // aliyun/SimAI, commit 08f3d53c: SimAI.conf, whose thresholds for these rates differ from
        // HPCC's
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::SimAi200G),
         "/flow/dcqcn/",
         SimAi(300000, 1200000, 0.8)},
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::SimAi400G),
         "/flow/dcqcn/",
         SimAi(800000, 3200000, 0.2)},
        // in-ATP/ATP: p4ml_manager.cc, CC_manager.h, utils.h, common.p4
        {"/atp/preset",
         ChoiceName(ValuesOf::PublicCode),
         "",
         {{"/switch/memory_bytes", 5280000U}, // 20,000 aggregators
          {"/switch/aggregator_index", "window_slot"},
          {"/ecn/threshold_bytes", 80000U},
          {"/window/initial_packets", 1200U},
          {"/window/min_packets", 1200U},
          {"/window/max_packets", 1200U},
          {"/reminder/overtakes", 1U},
          {"/rto/min_us", 200},
          {"/recovery/stale_us", 0}}},
        // p4lang/p4app-switchML: config.cc, general.cfg
        {"/switchml/preset",
         ChoiceName(ValuesOf::PublicCode),
         "",
         {{"/switchml/values", 256U},
          {"/window/switchml_max_packets", 256U},
          {"/rto/min_us", 10000}}},
    };
    return presets;
}

/// @return the value of a field, null if the scenario has none
json
ValueOf(const json& config, const char* pointer)
{
    const json::json_pointer place(pointer);
    return config.contains(place) ? config.at(place) : json();
}

/// A field whose value follows from another field, unless the user sets it.
struct FollowingField
{
    std::string pointer; ///< the field
    json value;          ///< what follows; null: its default
};

/// @param config a scenario with all of its fields, whose values are not checked yet
/// @return the fields that follow from another field: those of presets, the packets per
///         acknowledgement from the congestion control, and what a PS's host needs from what a host
///         needs. Later ones win.
std::vector<FollowingField>
FollowingFields(const json& config)
{
    std::vector<FollowingField> following;
    for (const Preset& preset : Presets())
    {
        const bool isChosen = ValueOf(config, preset.field) == preset.value;
        for (const auto& [name, value] : preset.fields.items())
        {
            following.push_back({preset.group + name, isChosen ? value : json()});
        }
    }
    const json gbps = ValueOf(config, "/link/rate_gbps");
    const bool isByRate = ValueOf(config, "/flow/dcqcn/preset") == ChoiceName(DcqcnPreset::Auto) &&
                          gbps.is_number() && gbps > 0;
    const json dcqcn = DcqcnAt(isByRate ? gbps.get<double>() : 1);
    for (const auto& [name, value] : dcqcn.items())
    {
        following.push_back({"/flow/dcqcn/" + name, isByRate ? value : json()});
    }
    const bool isDctcp =
        ValueOf(config, "/flow/congestion_control") == NameOf(CongestionAlgorithm::Dctcp);
    following.push_back({"/flow/ack_every_packets", isDctcp ? json(kDctcpAckEvery) : json()});
    following.push_back({"/host/ps_processing_ns", ValueOf(config, "/host/processing_ns")});
    return following;
}

/// Fills in the lengths of queues in bytes that follow from times.
/// @param toChange the scenario to change, which lacks them then
/// @param isGiven returns whether the user has set a field
void
FillQueueBytes(json& config,
               json& toChange,
               const std::function<bool(const std::string& pointer)>& isGiven)
{
    const json gbps = ValueOf(config, "/link/rate_gbps");
    const json xoff = ValueOf(config, "/link/pfc/xoff_us");
    if (xoff.is_number() && xoff > 0 && !isGiven("/link/pfc/xon_us") &&
        !isGiven("/link/pfc/xon_bytes"))
    {
        config["link"]["pfc"]["xon_us"] = xoff.get<double>() / 2; // as auto in bytes
        toChange["link"]["pfc"].erase("xon_us");
    }
    for (const QueueTimeField& field : kQueueTimeFields)
    {
        const json::json_pointer time(field.time);
        const json::json_pointer bytes(field.bytes);
        if (!config.contains(time) || !config.contains(bytes) || !config[time].is_number() ||
            config[time] <= 0)
        {
            continue;
        }
        if (isGiven(field.bytes) && !isGiven(field.time))
        {
            config[time] = 0; // the preset's time is not wanted
        }
        else if (gbps.is_number() && !isGiven(field.bytes))
        {
            config[bytes] = QueueBytesOf(config[time].get<double>(), gbps.get<double>());
            if (toChange.contains(bytes))
            {
                toChange[bytes.parent_pointer()].erase(bytes.back());
            }
        }
    }
}

/// Fills in the fields that follow from another field.
/// @param config a scenario with all of its fields, whose values are not checked yet
/// @param isGiven returns whether the user has set a field, by its pointer; such a field stays
/// @return the scenario to change: without these fields, so that they follow from what is set later
json
FillFields(json& config, const std::function<bool(const std::string& pointer)>& isGiven)
{
    json toChange = config;
    for (const FollowingField& field : FollowingFields(config))
    {
        const json::json_pointer place(field.pointer);
        if (!config.contains(place) || isGiven(field.pointer))
        {
            continue;
        }
        if (!field.value.is_null())
        {
            config[place] = field.value;
        }
        if (toChange.contains(place))
        {
            toChange[place.parent_pointer()].erase(place.back());
        }
    }
    FillQueueBytes(config, toChange, isGiven);
    return toChange;
}

/// Overrides whose paths are relative to a folder, in place of the working directory.
std::vector<ScenarioOverride>
SeenFrom(const std::filesystem::path& folder, std::vector<ScenarioOverride> overrides)
{
    for (ScenarioOverride& override : overrides)
    {
        json part;
        if (folder.empty() || !MergeByPath(part, override.path, override.value).empty())
        {
            continue;
        }
        ReplacePaths(part, [&folder](const std::string& path) {
            std::error_code error; // for example, the name is too long
            // absolute: what is not there could not be related otherwise
            const std::filesystem::path seen =
                std::filesystem::proximate(std::filesystem::absolute(path), folder, error);
            return error || std::filesystem::path(path).is_absolute() ? path : seen.string();
        });
        override.value = part.at(json::json_pointer(PointerOfPath(override.path)));
    }
    return overrides;
}

} // namespace

ParsedScenario
ParseScenario(const std::string& text,
              const std::string& origin,
              const std::vector<ScenarioOverride>& overrides,
              const std::filesystem::path& folder)
{
    json config = ScenarioSchema::Get().Defaults();
    json given = ParseJsonText(text, origin);
    if (given.contains("axes"))
    {
        throw ScenarioError(
            {Shown(origin) + ": is a sweep; ./ns3 sweep " + Shown(origin) + " runs it"});
    }
    MakeRoomForModels(config, given, overrides);
    MergeInto(config, given);

    ConfigErrors lines;
    for (const ScenarioOverride& override : overrides)
    {
        const std::string problem = MergeByPath(config, override.path, override.value);
        if (!problem.empty())
        {
            lines.push_back({"", override.origin + ": " + problem});
        }
    }
    ExpandSystems(config);
    json toChange = FillFields(config, [&given, &overrides](const std::string& pointer) {
        return given.contains(json::json_pointer(pointer)) ||
               IsOverridden(overrides, SplitPointer(pointer));
    });
    const auto stopAtErrors = [&](const ConfigErrors& errors) {
        const ConfigErrors further = LinesOf(errors, Shown(origin), overrides, config);
        lines.insert(lines.end(), further.begin(), further.end());
        if (!lines.empty())
        {
            throw ScenarioError(lines);
        }
    };
    stopAtErrors(CheckValues(config));
    stopAtErrors(ExpandFiles(config, folder, NamesHosts(given, overrides)));
    ScenarioDraft draft(config);
    const std::vector<std::vector<ScenarioRule>> phases = RulePhases();
    for (std::size_t phase = 0; phase < phases.size(); ++phase)
    {
        stopAtErrors(draft.Errors());
        if (phase + 1 == phases.size())
        {
            FillAutoValues(config, draft);
        }
        for (const ScenarioRule rule : phases[phase])
        {
            rule(draft);
        }
    }
    stopAtErrors(draft.Errors());
    config.erase("$schema"); // for editors only
    toChange.erase("$schema");
    toChange["topology"]["hosts"] = config["topology"]["hosts"];
    ReplacePaths(toChange, [&folder](const std::string& path) {
        return std::filesystem::absolute(folder / path).string();
    });
    return {draft.Validated(folder), config, toChange};
}

ParsedScenario
ReadScenario(const std::string& path, const std::vector<ScenarioOverride>& overrides)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return ParseScenario(ReadTextFile(path), path, SeenFrom(folder, overrides), folder);
}

ScenarioOverride
ParseSetting(const std::string& setting)
{
    const std::string origin = "--set " + Shown(setting);
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
    {
        throw ScenarioError({origin + ": must be path.to.field=value, as in link.delay_us=2.5"});
    }
    return {origin,
            setting.substr(0, equals),
            ParseJsonOrString(setting.substr(equals + 1), origin)};
}

} // namespace ns3::esa
