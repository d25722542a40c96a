/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/spec/breaker.h"

#include "scenario/spec/valid-value.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-schema-explainer.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

const char* const kPatternKey = "Z"; ///< of patternProperties; the defaults have no such DNN

/// @return the name with its first two letters exchanged, as in a typing error
std::string
Misspelt(std::string name)
{
    if (name.size() < 2 || name[0] == name[1])
    {
        return name + name;
    }
    std::swap(name[0], name[1]);
    return name;
}

/// Returns values that break one rule of a part of the schema, each in another way.
using Breaker = std::function<std::vector<json>(const json& part)>;

/// @return values of every type but the part's own
std::vector<json>
WrongTypes(const json& part)
{
    const std::string type = TypeOf(part);
    std::vector<json> values{nullptr};
    const std::vector<std::pair<std::string, json>> ofTypes{{"boolean", true},
                                                            {"string", "no"},
                                                            {"number", 1.5},
                                                            {"array", json::array({1})},
                                                            {"object", {{"no", 1}}}};
    for (const auto& [name, value] : ofTypes)
    {
        if (name != type)
        {
            values.push_back(value);
        }
    }
    return values;
}

/// The minimum that the value must exceed, and a number below it.
std::vector<json>
AtMinimumAndBelow(const json& part)
{
    return {part["exclusiveMinimum"], -1};
}

/// Text that no pattern allows.
std::vector<json>
ControlCharacters(const json&)
{
    return {"\t", "\x7f"};
}

/// The keywords that limit a single value, and how each is broken.
const std::map<std::string, Breaker> kValueRules{
    {"type", WrongTypes},
    {"enum",
     [](const json& part) {
         return std::vector<json>{part["enum"][0].get<std::string>() + "x", ""};
     }},
    {"minimum",
     [](const json& part) { // 0.001 is a minimum, too
         return std::vector<json>{part["minimum"] >= 1 ? json(part["minimum"].get<int64_t>() - 1)
                                                       : json(-1)};
     }},
    {"exclusiveMinimum", AtMinimumAndBelow},
    {"maximum",
     [](const json& part) {
         return std::vector<json>{part["maximum"].get<int64_t>() + 1, UINT64_MAX};
     }},
    {"minLength", [](const json&) { return std::vector<json>{""}; }},
    {"maxLength",
     [](const json& part) {
         return std::vector<json>{std::string(part["maxLength"].get<std::size_t>() + 1, 'A')};
     }},
    {"pattern", ControlCharacters},
    {"minItems",
     [](const json& part) {
         return std::vector<json>{ListOf(part["items"], part["minItems"].get<std::size_t>() - 1)};
     }},
    {"maxItems",
     [](const json& part) {
         return std::vector<json>{ListOf(part["items"], part["maxItems"].get<std::size_t>() + 1)};
     }},
    {"uniqueItems",
     [](const json& part) {
         const json element = ValidValue(part["items"]);
         return std::vector<json>{json::array({element, element})};
     }},
    {"minProperties", [](const json&) { return std::vector<json>{json::object()}; }},
};

/// Keywords about names (see BreakNames()), keywords that lead to other parts, and keywords without
/// a rule.
const std::vector<std::string> kOtherKeywords{"additionalProperties",
                                              "required",
                                              "properties",
                                              "patternProperties",
                                              "items",
                                              "$schema",
                                              "title",
                                              "description",
                                              "default",
                                              "x-allowed",
                                              "x-reason"};

/// Walks a schema.
class SchemaBreaker
{
  public:
    /// Makes a scenario that has a value at the place.
    using Wrap = std::function<json(const json& value)>;

    /**
     * @param part the schema's part for the place
     * @param pointer the place
     * @param wrap makes a scenario with a value there
     */
    void Walk(const json& part, const std::string& pointer, const Wrap& wrap)
    {
        BreakValue(part, pointer, wrap);
        BreakNames(part, pointer, wrap);
        for (const auto& [name, child] : Member(part, "properties").items())
        {
            Walk(child, ChildPointer(pointer, name), Inside(part, name, wrap));
        }
        for (const auto& [pattern, child] : Member(part, "patternProperties").items())
        {
            Walk(child, ChildPointer(pointer, kPatternKey), Inside(part, kPatternKey, wrap));
        }
        if (part.contains("items"))
        {
            Walk(part["items"], ChildPointer(pointer, "0"), [&part, &wrap](const json& value) {
                json list = json::array({value});
                while (list.size() < part.value("minItems", std::size_t{0}))
                {
                    list.push_back(ValidValue(part["items"], list.size()));
                }
                return wrap(list);
            });
        }
    }

    std::vector<BrokenScenario> broken; ///< what was made

  private:
    /// Breaks the rules on the value by itself.
    void BreakValue(const json& part, const std::string& pointer, const Wrap& wrap)
    {
        for (const auto& [keyword, rule] : part.items())
        {
            const auto breaker = kValueRules.find(keyword);
            if (breaker != kValueRules.end())
            {
                for (const json& value : breaker->second(part))
                {
                    broken.push_back({pointer, keyword, ShortText(value), wrap(value)});
                }
            }
            else if (std::find(kOtherKeywords.begin(), kOtherKeywords.end(), keyword) ==
                     kOtherKeywords.end())
            {
                throw std::runtime_error(pointer + ": no way is known to break " + keyword);
            }
        }
    }

    /// Breaks the rules on the names in an object.
    void BreakNames(const json& part, const std::string& pointer, const Wrap& wrap)
    {
        std::map<std::string, json> values;
        for (const auto& [name, child] : Member(part, "properties").items())
        {
            values[name] = ValidValue(child);
        }
        for (const auto& [name, child] : Member(part, "patternProperties").items())
        {
            values[kPatternKey] = ValidValue(child);
        }
        for (const auto& [name, value] : values)
        {
            const std::string misspelt = Misspelt(name);
            json object = ValidValue(part);
            object.erase(name);
            object[misspelt] = value;
            broken.push_back({ChildPointer(pointer, misspelt),
                              "additionalProperties",
                              "unknown field (value " + ShortText(value) + ")",
                              wrap(object)});
        }
        for (const auto& name : Member(part, "required"))
        {
            json object = ValidValue(part);
            object.erase(name.get<std::string>());
            broken.push_back({ChildPointer(pointer, name), "required", "missing", wrap(object)});
        }
    }

    /// @return a function that puts a value into an object of a part
    static Wrap Inside(const json& part, const std::string& name, const Wrap& wrap)
    {
        return [&part, name, &wrap](const json& value) {
            json object = ValidValue(part);
            object[name] = value;
            return wrap(object);
        };
    }
};

} // namespace

std::vector<BrokenScenario>
BreakEveryRule(const json& schema)
{
    SchemaBreaker breaker;
    breaker.Walk(schema, "", [](const json& value) { return value; });
    return breaker.broken;
}

} // namespace ns3::esa::test
