// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Makes drafts legal. No rule between fields is written down here: the errors say what is allowed.

#include "ways/draft.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <map>
#include <vector>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kMostRounds = 12; ///< of errors; what is not legal then is drawn anew

/// @return a value that an error allows; null: it describes none
json
AllowedValue(Draft& draft, const json& allowed)
{
    const auto has = [&allowed](const char* keyword) {
        return allowed.is_object() && allowed.contains(keyword);
    };
    const auto scaled = [](const json& number, double factor) {
        const double value = number.get<double>() * factor;
        return number.is_number_integer() ? json(static_cast<int64_t>(value)) : json(value);
    };
    if (has("const"))
    {
        return allowed["const"];
    }
    if (has("enum"))
    {
        return draft.random.Pick(allowed["enum"].get<std::vector<json>>());
    }
    if (has("maxItems") && allowed["maxItems"] == 0)
    {
        return json::array();
    }
    if (has("minimum") && !has("maximum"))
    {
        return scaled(allowed["minimum"], draft.random.Pick<int64_t>({1, 1, 2, 3, 8, 40}));
    }
    if (has("maximum"))
    {
        return allowed["maximum"];
    }
    if (has("exclusiveMinimum"))
    {
        return scaled(allowed["exclusiveMinimum"], 1.25);
    }
    return has("exclusiveMaximum") ? scaled(allowed["exclusiveMaximum"], 0.8) : json();
}

/// Leaves out the field of an error, or the entry of a list in which it is.
void
LeaveOut(json& config, const std::string& pointer)
{
    std::vector<std::string> names = SplitPointer(pointer);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        if (!names[i].empty() && names[i].find_first_not_of("0123456789") == std::string::npos)
        {
            names.resize(i + 1);
        }
    }
    while (!names.empty())
    {
        std::string place;
        for (const std::string& name : names)
        {
            place = ChildPointer(place, name);
        }
        const json::json_pointer found(place);
        if (config.contains(found))
        {
            json& parent = config[found.parent_pointer()];
            if (parent.is_array())
            {
                parent.erase(std::stoul(names.back()));
            }
            else
            {
                parent.erase(names.back());
                return;
            }
            if (!parent.empty())
            {
                return;
            }
        }
        names.pop_back(); // the default of a group that is around the field may be wrong
        if (names.size() < 2)
        {
            return;
        }
    }
}

/// Does what an error header. @param before how often the field had one @return whether it could
bool
Follow(Draft& draft, const ConfigError& error, std::map<std::string, int>& before)
{
    if (error.pointer.empty())
    {
        return false;
    }
    const int times = before[error.pointer]++;
    const json value = AllowedValue(draft, error.allowed);
    if (times < 2 && !value.is_null() && (times == 1 || draft.random.Chance(0.9)))
    {
        const json::json_pointer where(error.pointer);
        try
        {
            draft.config[where] = value;
        }
        catch (const json::exception&)
        {
            return false; // inside of a list that is not there
        }
        return true;
    }
    LeaveOut(draft.config, error.pointer);
    return times < 4;
}

} // namespace

bool
Mend(Draft& draft)
{
    std::map<std::string, int> before;
    for (int round = 0; round < kMostRounds; ++round)
    {
        try
        {
            ParseScenario(draft.config.dump(), "draft", {}, draft.folder);
            return true;
        }
        catch (const ScenarioError& error)
        {
            for (const ConfigError& each : error.Errors())
            {
                if (!Follow(draft, each, before))
                {
                    return false;
                }
            }
        }
    }
    return false;
}

} // namespace ns3::esa::test
