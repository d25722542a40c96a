/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-parse.h"

#include "esa-dnn-forms.h"
#include "esa-job-trace.h"
#include "esa-model-dnn.h"
#include "esa-scenario-checks.h"
#include "esa-scenario-draft.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/esa-schema-limits.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <optional>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Objects are merged field by field, everything else is replaced.
void
MergeInto(json& base, const json& changes)
{
    if (!base.is_object() || !changes.is_object())
    {
        base = changes;
        return;
    }
    for (const auto& [name, value] : changes.items())
    {
        MergeInto(base[name], value);
    }
}

/// The origin of the value at a place: the last override that sets it, else the file.
std::string
OriginOf(const std::string& pointer,
         const std::string& origin,
         const std::vector<ScenarioOverride>& overrides)
{
    for (auto override = overrides.rbegin(); override != overrides.rend(); ++override)
    {
        const std::string touched = PointerOfPath(override->path);
        if (PointerCovers(touched, pointer) || PointerCovers(pointer, touched))
        {
            return override->origin;
        }
    }
    return origin;
}

/// Where a DNN names its model.
json::json_pointer
ModelPointer(const std::string& letter)
{
    return json::json_pointer("/dnns/" + letter + "/model");
}

bool
NamesModel(const std::vector<ScenarioOverride>& overrides, const std::string& letter)
{
    return std::any_of(overrides.begin(), overrides.end(), [&letter](const auto& override) {
        return override.path == "dnns." + letter + ".model";
    });
}

/// Removes the DNNs of the defaults and of the file which a named model replaces.
void
MakeRoomForModels(json& defaults, json& given, const std::vector<ScenarioOverride>& overrides)
{
    for (char c = 'A'; c <= 'Z'; ++c)
    {
        const std::string letter(1, c);
        const bool isGiven = given.contains(ModelPointer(letter));
        if (isGiven || NamesModel(overrides, letter))
        {
            defaults["dnns"].erase(letter);
            if (!isGiven && given.contains(ModelPointer(letter).parent_pointer()))
            {
                given["dnns"].erase(letter);
            }
        }
    }
}

void
Append(ConfigErrors& errors, const ConfigErrors& further)
{
    errors.insert(errors.end(), further.begin(), further.end());
}

/// Whether the jobs of a trace can be filled in. A trace file is read only if there are no other
/// errors, since its errors are reported alone.
bool
CanExpandJobTrace(const json& config, const ConfigErrors& known)
{
    if (known.empty())
    {
        return true;
    }
    for (const char* const read : {"/trace", "/topology/hosts", "/dnns", "/jobs"})
    {
        if (HasErrorAt(known, read))
        {
            return false;
        }
    }
    return config.at("trace").at("file") == "";
}

/// Finds errors of single values. If there are none, models are replaced by their layers and a
/// trace file by its jobs.
ConfigErrors
CheckValuesAndExpand(json& config, const std::filesystem::path& folder)
{
    ConfigErrors errors = FindExplainedErrors(ScenarioSchema::Get(), config);
    Append(errors, CheckDnnForms(config, errors));
    if (CanExpandJobTrace(config, errors))
    {
        ExpandJobTrace(config, folder);
    }
    Append(errors, ExpandModels(config, folder, errors));
    return errors;
}

/// Prints all errors, one line per error, in the order of their places.
std::vector<std::string>
LinesOf(ConfigErrors errors,
        const std::string& origin,
        const std::vector<ScenarioOverride>& overrides)
{
    std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) {
        return a.pointer < b.pointer;
    });
    std::vector<std::string> lines;
    for (const ConfigError& error : errors)
    {
        const std::string place = error.pointer.empty() ? "the scenario" : error.pointer;
        lines.push_back(PrintableAscii(OriginOf(error.pointer, origin, overrides) + ": " + place +
                                       ": " + error.text));
    }
    return lines;
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
    MakeRoomForModels(config, given, overrides);
    MergeInto(config, given);

    std::vector<std::string> lines;
    for (const ScenarioOverride& override : overrides)
    {
        const std::string problem = SetByPath(config, override.path, override.value);
        if (!problem.empty())
        {
            lines.push_back(override.origin + ": " + problem);
        }
    }
    json named = config;
    ConfigErrors errors = FindTooLong(ScenarioSchema::Get().Root(), config);
    std::optional<ScenarioDraft> draft;
    if (errors.empty()) // other checks could take too long
    {
        errors = CheckValuesAndExpand(config, folder);
        draft.emplace(config, errors);
        Append(errors, draft->Errors());
        Append(errors, CheckScenario(*draft));
    }
    const std::vector<std::string> further = LinesOf(errors, origin, overrides);
    lines.insert(lines.end(), further.begin(), further.end());
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
    config.erase("$schema"); // for editors only
    named.erase("$schema");
    MakePathsAbsolute(named, folder);
    return {draft->Validated(), config, named};
}

ParsedScenario
ReadScenario(const std::string& path, const std::vector<ScenarioOverride>& overrides)
{
    return ParseScenario(ReadTextFile(path),
                         path,
                         overrides,
                         std::filesystem::path(path).parent_path());
}

ScenarioOverride
ParseSetting(const std::string& setting)
{
    const std::string origin = "--set " + PrintableAscii(setting);
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
