// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Values by their parts of the schema.

#include "ways/draft.h"

#include "ns3/esa-scenario-schema.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Largest values of a unit, unless the draft is wild. Larger ones mostly mean that a run takes
/// long, or that nothing happens.
double
LargestOfUnit(const std::string& name)
{
    static const std::vector<std::pair<std::string, double>> units{
        {"_us", 3000},
        {"_ns", 3000},
        {"_bytes", 300000},
        {"_probability", 0.05},
        {"_gbps", 800},
        {"_packets", 600},
        {"iterations", 4},
    };
    for (const auto& [ending, most] : units)
    {
        if (name.size() >= ending.size() &&
            name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
        {
            return most;
        }
    }
    return 1000;
}

/// Limits of what only costs time, also of wild drafts.
const std::map<std::string, double> kMost{
    {"/iterations", 5},
    {"/dnns/iterations", 5},
    {"/jobs/count", 6},
    {"/topology/ps_hosts", 3},
    {"/byteps/servers", 12},
    {"/topology/graph/nodes/memory_bytes", 100000000},
    {"/background/load", 0.05},
    {"/faults/slow/slowdown", 20},
    {"/jobs/start_max_us", 100000},
    {"/jitter/max_us", 20000},
    {"/execution/peak_tflops", 1000000},
};

/// Least values of what only costs time.
const std::map<std::string, double> kLeast{
    {"/rto/check_us", 1},
    {"/link/rate_gbps", 0.01},
    {"/background/flow_bytes", 20000},
    {"/execution/peak_tflops", 1},
    {"/execution/memory_gbytes_per_s", 1},
};

/// @return the entry of a map; else another value
double
Of(const std::map<std::string, double>& limits, const std::string& pointer, double otherwise)
{
    const auto found = limits.find(pointer);
    return found == limits.end() ? otherwise : found->second;
}

/// @return a number between limits, most often of the size of the default
double
DrawBetween(Draft& draft, double least, double most, double usual)
{
    Random& random = draft.random;
    switch (random.Whole(0, 9))
    {
    case 0:
        return least;
    case 1:
        return most;
    case 2:
    case 3:
        return std::clamp(static_cast<double>(random.Whole(0, 8)), least, most);
    case 4:
    case 5:
        return random.Scaled(std::max(least, most * 1e-6), most);
    default:
        return usual > 0 ? std::clamp(usual * random.Scaled(1.0 / 16, 16), least, most)
                         : random.Scaled(std::max(least, most * 1e-3), most);
    }
}

json
DrawNumber(Draft& draft, const json& part, const std::string& pointer)
{
    const std::string name = pointer.substr(pointer.rfind('/') + 1);
    const bool isWhole = TypeOf(part) == "integer";
    const bool isOpen = part.contains("exclusiveMinimum");
    double least = isOpen ? part["exclusiveMinimum"].get<double>() : part.value("minimum", 0.0);
    double most = part.value("maximum", 1e9);
    const bool hasNumber = part.contains("default") && part["default"].is_number();
    const double usual = hasNumber ? part["default"].get<double>() : std::min(most, 100.0);
    if (!draft.isWild)
    {
        most = std::min(most, std::max({least, LargestOfUnit(name), 4 * usual}));
    }
    most = std::min(most, Of(kMost, pointer, most));
    least = std::max(least, Of(kLeast, pointer, least));
    if (isOpen && least == 0)
    {
        least = std::max(usual / 1000, most * 1e-9);
    }
    const double value = DrawBetween(draft, least, most, usual);
    if (isWhole)
    {
        return static_cast<int64_t>(std::clamp(std::floor(value), least, most));
    }
    // Few digits: a finding is read by people.
    const double digits = std::pow(10, 4 - std::ceil(std::log10(std::max(value, 1e-12))));
    return std::clamp(std::round(value * digits) / digits, least, most);
}

} // namespace

json
NumberOf(const json& part)
{
    const json type = part.value("type", json());
    for (const char* const name : {"integer", "number"})
    {
        if (type == name || (type.is_array() && std::count(type.begin(), type.end(), name) > 0))
        {
            json number = part;
            number["type"] = name;
            return number;
        }
    }
    return nullptr;
}

json
DrawValue(Draft& draft, const json& part, const std::string& pointer)
{
    const std::string type = TypeOf(part);
    if (type != "string" && part.contains("pattern") && draft.random.Chance(0.25))
    {
        return "auto"; // a number that may follow from the network
    }
    if (part.contains("enum"))
    {
        return draft.random.Pick(part["enum"].get<std::vector<json>>());
    }
    if (type == "boolean")
    {
        return draft.random.Chance(0.5);
    }
    if (type == "integer" || type == "number")
    {
        return DrawNumber(draft, part, pointer);
    }
    if (type == "array" && part.at("items").value("type", "") != "object" &&
        !DrawValue(draft, part["items"], pointer).is_null())
    {
        const int64_t least = part.value("minItems", 0);
        const int64_t most = std::min<int64_t>(part.value("maxItems", 3), 3);
        json list = json::array();
        for (int64_t left = draft.random.Whole(std::max<int64_t>(least, 1), most); left > 0; --left)
        {
            json value = DrawValue(draft, part["items"], pointer);
            if (!part.value("uniqueItems", false) ||
                std::find(list.begin(), list.end(), value) == list.end())
            {
                list.push_back(std::move(value));
            }
        }
        return list;
    }
    return nullptr;
}

void
DrawRest(Draft& draft,
         const std::string& listPointer,
         json& entry,
         const std::vector<std::string>& leaveOut)
{
    const json& list = *ScenarioSchema::Get().Find(listPointer);
    const json& properties = list.contains("items")
                                 ? list["items"]["properties"]
                                 : list.at("patternProperties").front()["properties"];
    for (const auto& [name, part] : properties.items())
    {
        const bool isOut =
            entry.contains(name) || std::count(leaveOut.begin(), leaveOut.end(), name) > 0;
        if (isOut || !draft.Wants())
        {
            continue;
        }
        if (json value = DrawValue(draft, part, listPointer + "/" + name); !value.is_null())
        {
            entry[name] = std::move(value);
        }
    }
}

} // namespace ns3::esa::test
