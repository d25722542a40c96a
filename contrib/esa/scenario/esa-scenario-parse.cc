/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-parse.h"

#include "esa-json-path.h"
#include "esa-json-text.h"
#include "esa-scenario-checks.h"
#include "esa-scenario-fields.h"
#include "esa-scenario-schema.h"
#include "esa-schema-explainer.h"
#include "esa-schema-limits.h"
#include "esa-schema-validator.h"
#include "esa-text.h"

#include <algorithm>

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

/// Whom to blame for a place: the last override that touches it, else the file.
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

ConfigErrors
FindErrors(const json& config)
{
    const json& schema = ScenarioSchema::Get().Root();
    ConfigErrors errors = FindTooLong(schema, config);
    if (!errors.empty())
    {
        return errors; // the rest waits until these can be looked at
    }
    errors = ExplainViolations(FindSchemaViolations(schema, config), config);
    const ConfigErrors further = CheckScenario(config, errors);
    errors.insert(errors.end(), further.begin(), further.end());
    std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) {
        return a.pointer < b.pointer;
    });
    return errors;
}

} // namespace

ParsedScenario
ParseScenario(const std::string& text,
              const std::string& origin,
              const std::vector<ScenarioOverride>& overrides)
{
    json config = ScenarioSchema::Get().Defaults();
    MergeInto(config, ParseJsonText(text, origin));

    std::vector<std::string> lines;
    for (const ScenarioOverride& override : overrides)
    {
        const std::string problem = SetByPath(config, override.path, override.value);
        if (!problem.empty())
        {
            lines.push_back(override.origin + ": " + problem);
        }
    }
    for (const ConfigError& error : FindErrors(config))
    {
        const std::string place = error.pointer.empty() ? "the scenario" : error.pointer;
        lines.push_back(PrintableAscii(OriginOf(error.pointer, origin, overrides) + ": " + place +
                                       ": " + error.text));
    }
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
    config.erase("$schema"); // for editors only
    return {ScenarioFromConfig(config), config};
}

ParsedScenario
ReadScenario(const std::string& path, const std::vector<ScenarioOverride>& overrides)
{
    return ParseScenario(ReadTextFile(path), path, overrides);
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
