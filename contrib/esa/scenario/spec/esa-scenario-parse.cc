// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-parse.h"

#include "esa-field-row.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-fields.h"
#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"
#include "esa-scenario-schema.h"

#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

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

/// Sets how many jobs and workers there are from the places of the jobs, unless the user has set
/// the number. A file's numbers count the file's own places.
void
CountPlacedJobs(json& config, const json& given, const std::vector<ScenarioOverride>& overrides)
{
    if (!config["execution"]["traces"].empty() || !config["trace"]["jobs"].empty())
    {
        return; // traces count them
    }
    const json& jobs = config["placement"]["jobs"];
    const bool isOther = IsOverridden(overrides, {"placement", "jobs"}) ||
                         IsOverridden(overrides, {"placement", "file"});
    const auto isSet = [&](const char* field) {
        return IsOverridden(overrides, {"jobs", field}) ||
               (!isOther && given.contains(json::json_pointer("/jobs/" + std::string(field))));
    };
    std::size_t workers = 0;
    for (const json& job : jobs)
    {
        workers = std::max(workers, job.at("workers").size());
    }
    if (!jobs.empty() && !isSet("count"))
    {
        config["jobs"]["count"] = jobs.size();
    }
    if (!jobs.empty() && !isSet("workers"))
    {
        config["jobs"]["workers"] = workers;
    }
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

/// @return the single fields that are set to another value than the default, by pointer
/// @param config a configuration without errors of single values
std::map<std::string, json>
ChangedFields(const json& config, const std::function<bool(const std::string& pointer)>& isUsers)
{
    std::map<std::string, json> changed;
    for (const ScenarioField& field : ScenarioFields())
    {
        const json& value = config.at(json::json_pointer(field.pointer));
        if (isUsers(field.pointer) &&
            value != ScenarioSchema::Get().Defaults().at(json::json_pointer(field.pointer)))
        {
            changed.emplace(field.pointer, value);
        }
    }
    return changed;
}

/// @return whether a list of fields, or of groups of them, has a field
bool
IsNamed(const json& names, const std::string& pointer)
{
    return std::any_of(names.begin(), names.end(), [&pointer](const json& name) {
        const std::string named = PointerOfPath(name.get<std::string>());
        return PointerCovers(named, pointer) || PointerCovers(pointer, named);
    });
}

/// @return the fields that name a file which cannot be read
ConfigErrors
CheckNamedFiles(const json& config, const std::filesystem::path& folder)
{
    ConfigErrors errors;
    for (const std::string& pointer : FilePointers())
    {
        if (pointer == "/topology/file" && config["topology"]["kind"] != "graph")
        {
            continue; // a rule refuses the file
        }
        const std::string file = config.at(json::json_pointer(pointer)).get<std::string>();
        const std::string path = (folder / file).string();
        const std::string why = file.empty() ? "" : WhyUnreadable(path);
        if (!why.empty())
        {
            Refuse(errors,
                   config,
                   pointer,
                   "\"\" or the path of a file that can be read (" + Shown(path) + ": " + why +
                       ")");
        }
    }
    return errors;
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
    const auto isGiven = [&given, &overrides](const std::string& pointer) {
        return given.contains(json::json_pointer(pointer)) ||
               IsOverridden(overrides, SplitPointer(pointer));
    };
    json toChange = FillFields(config, isGiven);
    const auto stopAtErrors = [&](const ConfigErrors& errors) {
        const ConfigErrors further = LinesOf(errors, Shown(origin), overrides, config);
        lines.insert(lines.end(), further.begin(), further.end());
        if (!lines.empty())
        {
            throw ScenarioError(lines);
        }
    };
    stopAtErrors(CheckValues(config));
    auto changed = ChangedFields(config, [&](const std::string& pointer) {
        const auto names = given.find(kUsersFields);
        return IsOverridden(overrides, SplitPointer(pointer)) ||
               (names == given.end() ? isGiven(pointer) : IsNamed(*names, pointer));
    });
    stopAtErrors(CheckNamedFiles(config, folder));
    stopAtErrors(ExpandFiles(config, folder, NamesHosts(given, overrides)));
    CountPlacedJobs(config, given, overrides);
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
    for (const char* const ofTools : {"$schema", kUsersFields})
    {
        config.erase(ofTools);
        toChange.erase(ofTools);
    }
    toChange["topology"]["hosts"] = config["topology"]["hosts"];
    toChange["jobs"]["count"] = config["jobs"]["count"];
    toChange["jobs"]["workers"] = config["jobs"]["workers"];
    ReplacePaths(toChange, [&folder](const std::string& path) {
        return std::filesystem::absolute(folder / path).string();
    });
    return {draft.Validated(folder), config, toChange, std::move(changed)};
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
    const std::string path = setting.substr(0, equals);
    const std::string text = setting.substr(equals + 1);
    json value = ParseJsonOrString(text, origin);
    const auto* const field = ScenarioSchema::Get().Find(PointerOfPath(path));
    if ((value.is_number() || value.is_boolean()) && field &&
        field->value("type", json()) == "string")
    {
        value = text; // a name may be 5
    }
    return {origin, path, value};
}

} // namespace ns3::esa
