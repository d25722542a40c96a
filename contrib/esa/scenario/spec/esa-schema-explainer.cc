// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-schema.h"

#include "ns3/esa-text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <regex>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// Of a member that a pattern allows: patterns are "^[A-Z]$", or empty, which any name matches.
constexpr std::size_t kLongestName = 100;

bool
HasType(const json& value, const json& type)
{
    if (type.is_array()) // one of several
    {
        return std::any_of(type.begin(), type.end(), [&value](const json& one) {
            return HasType(value, one);
        });
    }
    return type.is_null() || // any
           (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number()) || (type == "string" && value.is_string()) ||
           (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
           (type == "object" && value.is_object()) || (type == "null" && value.is_null());
}

/// Whether a text has a pattern. It is short, since its length was checked.
bool
MatchesPattern(const std::string& text, const std::string& pattern)
{
    static std::map<std::string, std::regex> compiled; // compiling takes longer than matching
    auto regex = compiled.find(pattern);
    if (regex == compiled.end())
    {
        regex = compiled.emplace(pattern, std::regex(pattern)).first;
    }
    return std::regex_search(text, regex->second);
}

bool
HasEqualElements(const json& list)
{
    std::vector<json> sorted(list.begin(), list.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

/// The most elements that a list can have.
std::size_t
LongestList(const json& part)
{
    if (part.value("uniqueItems", false) && part.contains("items") &&
        part["items"].contains("enum"))
    {
        return part["items"]["enum"].size();
    }
    return part.value("maxItems", std::string::npos);
}

/// The length of a text in UTF-8, in characters: bytes that begin one.
std::size_t
LengthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

bool
IsWrongText(const std::string& text, const json& part)
{
    const std::size_t length = LengthOf(text);
    return length < part.value("minLength", std::size_t{0}) ||
           length > part.value("maxLength", std::string::npos) ||
           (part.contains("pattern") &&
            !MatchesPattern(text, part["pattern"].get_ref<const std::string&>()));
}

bool
IsWrongNumber(const json& number, const json& part)
{
    return (part.contains("minimum") && number < part["minimum"]) ||
           (part.contains("exclusiveMinimum") && number <= part["exclusiveMinimum"]) ||
           (part.contains("maximum") && number > part["maximum"]);
}

/// Whether a value itself breaks a rule of its part of the schema, and not only one of its members.
bool
ViolatesOwnKeywords(const json& value, const json& part)
{
    if (!HasType(value, part.value("type", json())))
    {
        return true;
    }
    if (part.contains("enum"))
    {
        const json& values = part["enum"];
        return std::find(values.begin(), values.end(), value) == values.end();
    }
    if (value.is_number())
    {
        return IsWrongNumber(value, part);
    }
    if (value.is_string())
    {
        return IsWrongText(value.get_ref<const std::string&>(), part);
    }
    if (value.is_array())
    {
        return value.size() < part.value("minItems", std::size_t{0}) ||
               value.size() > LongestList(part) ||
               (part.value("uniqueItems", false) && HasEqualElements(value));
    }
    return value.is_object() && value.size() < part.value("minProperties", std::size_t{0});
}

/// The fields that an object may have; empty if they are not fixed.
std::vector<std::string>
FieldNames(const json& part)
{
    std::vector<std::string> names;
    if (part.contains("properties"))
    {
        for (const auto& [name, field] : part["properties"].items())
        {
            if (name.front() != '$') // for programs, not for people
            {
                names.push_back(name);
            }
        }
    }
    return names;
}

/// "from 1 to 32", "> 0 and <= 5"
std::string
DescribeRange(const json& part)
{
    if (part.contains("minimum") && part.contains("maximum"))
    {
        return " from " + part["minimum"].dump() + " to " + part["maximum"].dump();
    }
    std::vector<std::string> bounds;
    for (const auto& [keyword, sign] : {std::pair("minimum", ">= "),
                                        std::pair("exclusiveMinimum", "> "),
                                        std::pair("maximum", "<= ")})
    {
        if (part.contains(keyword))
        {
            bounds.push_back(sign + part[keyword].dump());
        }
    }
    return bounds.empty() ? "" : " " + JoinWords(bounds);
}

std::string
DescribeList(const json& part)
{
    const uint64_t least = part.value("minItems", uint64_t{0});
    std::string text = "a list of ";
    if (part.contains("maxItems"))
    {
        const bool isFixed = part["maxItems"] == least;
        text += (isFixed ? "" : std::to_string(least) + " to ") + part["maxItems"].dump() + " ";
    }
    else if (least > 0)
    {
        text += std::to_string(least) + " or more ";
    }
    text += part.value("uniqueItems", false) ? "different elements" : "elements";
    return text + ", each " + DescribeAllowed(part["items"]);
}

std::string
DescribeText(const json& part)
{
    const bool isShort = part.contains("maxLength");
    const std::string least = part.value("minLength", 0) > 0 ? "1 to " : "at most ";
    return isShort ? "a text of " + least + part["maxLength"].dump() + " characters" : "a text";
}

std::string
DescribeType(const json& part)
{
    if (part.contains("x-allowed"))
    {
        return part["x-allowed"].get<std::string>();
    }
    if (part.contains("type") && part["type"].is_array()) // a number, or the text of its pattern
    {
        json number = part;
        number["type"] = TypeOf(part);
        const std::string pattern = part["pattern"].get<std::string>();
        return DescribeType(number) + " or \"" + pattern.substr(1, pattern.size() - 2) + "\"";
    }
    const std::string type = part.value("type", "");
    if (part.contains("enum"))
    {
        std::vector<std::string> values;
        for (const json& value : part["enum"])
        {
            values.push_back(value.dump());
        }
        return "one of " + JoinWords(values);
    }
    if (type == "integer")
    {
        return "an integer" + DescribeRange(part);
    }
    if (type == "number")
    {
        return "a number" + DescribeRange(part);
    }
    if (type == "boolean")
    {
        return "true or false";
    }
    if (type == "array")
    {
        return DescribeList(part);
    }
    return type == "object" ? "an object with " + JoinWords(FieldNames(part)) : DescribeText(part);
}

/// The field that was probably meant: a sibling with a similar name, or a field of this name
/// elsewhere.
std::string
SimilarField(const ScenarioSchema& schema,
             const std::string& name,
             const std::vector<std::string>& siblings)
{
    const std::string sibling = NearestWord(name, siblings);
    if (!sibling.empty())
    {
        return sibling;
    }
    const auto& fields = schema.FieldPointers();
    const auto field = std::find_if(fields.begin(), fields.end(), [&name](const auto& pointer) {
        return SplitPointer(pointer).back() == name;
    });
    return field == fields.end() ? "" : *field;
}

std::string
DescribeUnknown(const ScenarioSchema& schema,
                const std::string& name,
                const json& value,
                const json& part)
{
    const auto known = FieldNames(part);
    const std::string similar = SimilarField(schema, name, known);
    return "unknown field (value " + ShortText(value) + "); " +
           (similar.empty() ? "allowed here: " : "did you mean " + similar + "? Allowed here: ") +
           (known.empty() ? DescribeAllowed(part) : JoinWords(known));
}

/// ", in us"
std::string
DescribeUnit(const json& part, const std::string& field)
{
    const std::string unit = UnitOf(part, field);
    return unit.empty() ? "" : ", in " + unit;
}

/// What was probably meant by a value that is not allowed: a name of the list, a list of this one
/// value, several runs, or the field `enabled` of an object that has one. Empty if nothing is near.
std::string
DescribeMeant(const json& value, const json& part, const std::string& pointer)
{
    const std::string type = TypeOf(part);
    if (type == "array" && part.contains("items") && !value.empty() &&
        !ViolatesOwnKeywords(value, part["items"]))
    {
        return "; did you mean " + json::array({value}).dump() + "?";
    }
    const bool isSingle =
        type == "integer" || type == "number" || type == "boolean" || part.contains("enum");
    const bool isList =
        value.is_array() ||
        (value.is_string() && value.get_ref<const std::string&>().find(',') != std::string::npos);
    if (isSingle && isList)
    {
        return "; several values are an axis of a sweep (./ns3 sweep)";
    }
    if (value.is_string() && part.contains("enum"))
    {
        std::string word = value.get<std::string>();
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char letter) {
            return std::tolower(letter);
        });
        std::vector<std::string> names;
        for (const json& name : part["enum"])
        {
            names.push_back(name.is_string() ? name.get<std::string>() : name.dump());
        }
        if (part.contains("x-meant") && part["x-meant"].contains(word))
        {
            return "; did you mean " + part["x-meant"][word].get<std::string>() + "?";
        }
        const std::string nearest = NearestWord(word, names);
        return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
    }
    const bool isSwitched = part.contains("properties") && part["properties"].contains("enabled");
    if (isSwitched && (value.is_boolean() || value == "on" || value == "off"))
    {
        std::string field = (pointer + "/enabled").substr(1);
        std::replace(field.begin(), field.end(), '/', '.');
        return "; did you mean " + field + (value == true || value == "on" ? "=true?" : "=false?");
    }
    return "";
}

/// A place in the configuration. Its pointer is made only for messages.
struct Place
{
    const Place* outer; ///< the object or list around it; null: none
    std::string name;   ///< its key or index

    std::string Pointer() const
    {
        return outer == nullptr ? "" : ChildPointer(outer->Pointer(), name);
    }
};

/// Walks through a configuration once, and collects the errors.
class Explainer
{
  public:
    explicit Explainer(const ScenarioSchema& schema)
        : m_schema(schema)
    {
    }

    void Walk(const json& value, const json& part, const Place& place)
    {
        if (ViolatesOwnKeywords(value, part))
        {
            Add(place, part, [&] {
                return NotAllowed(value, DescribeAllowed(part)) + DescribeUnit(part, place.name) +
                       DescribeMeant(value, part, place.Pointer());
            });
        }
        else if (value.is_array() && part.contains("items"))
        {
            for (std::size_t i = 0; i < value.size(); ++i)
            {
                Walk(value[i], part["items"], {&place, std::to_string(i)});
            }
        }
        else if (value.is_object())
        {
            WalkMembers(value, part, place);
        }
    }

    const ConfigErrors& Errors() const
    {
        return m_errors;
    }

  private:
    /// Adds an error. Its text is not made if it would not be shown.
    /// @param part of the schema, for what is allowed; null: nothing is
    template <typename F>
    void Add(const Place& place, const json& part, F text)
    {
        if (m_errors.size() <= kMaxErrorLines)
        {
            m_errors.push_back({place.Pointer(), text(), part});
        }
    }

    void WalkMembers(const json& object, const json& part, const Place& place)
    {
        for (const auto& [name, value] : object.items())
        {
            const Place inner{&place, name};
            if (const json* const member = PartOfMember(part, name))
            {
                Walk(value, *member, inner);
            }
            else if (part.value("additionalProperties", json(true)) == false)
            {
                const json& unknown = value; // names of structured bindings cannot be captured
                Add(inner, nullptr, [&] {
                    return DescribeUnknown(m_schema, inner.name, unknown, part);
                });
            }
        }
        for (const json& name : part.value("required", json::array()))
        {
            if (!object.contains(name.get_ref<const std::string&>()))
            {
                const json& missing = part["properties"][name.get<std::string>()];
                Add({&place, name.get<std::string>()}, missing, [&] {
                    return "missing: must be " + DescribeAllowed(missing) +
                           DescribeUnit(missing, name.get<std::string>());
                });
            }
        }
    }

    const ScenarioSchema& m_schema; ///< its schema
    ConfigErrors m_errors;          ///< what was found
};

} // namespace

std::string
UnitOf(const json& part, const std::string& field)
{
    const std::string unit = field.substr(field.rfind('_') + 1);
    const bool isNumber = TypeOf(part) == "number" || TypeOf(part) == "integer";
    if (isNumber && (unit == "us" || unit == "ns" || unit == "ms" || unit == "bytes"))
    {
        return unit;
    }
    return isNumber && unit == "gbps" ? "Gb/s" : "";
}

std::string
TypeOf(const json& part)
{
    const auto type = part.find("type");
    if (type == part.end())
    {
        return "";
    }
    return (type->is_array() ? type->front() : *type).get<std::string>();
}

const json*
PartOfMember(const json& part, const std::string& name)
{
    const auto properties = part.find("properties");
    if (properties != part.end())
    {
        const auto property = properties->find(name);
        if (property != properties->end())
        {
            return &*property;
        }
    }
    const auto patterns = part.find("patternProperties");
    if (patterns != part.end())
    {
        for (const auto& [pattern, member] : patterns->items())
        {
            if (pattern.empty() || (name.size() <= kLongestName && MatchesPattern(name, pattern)))
            {
                return &member;
            }
        }
    }
    return nullptr;
}

std::string
DescribeAllowed(const json& part)
{
    const std::string reason = part.value("x-reason", "");
    return DescribeType(part) + (reason.empty() ? "" : " (" + reason + ")");
}

ConfigErrors
FindExplainedErrors(const ScenarioSchema& schema, const json& config)
{
    Explainer explainer(schema);
    explainer.Walk(config, schema.Root(), {nullptr, ""});
    return explainer.Errors();
}

json
ReadBySchema(const std::string& path, const ScenarioSchema& schema, const std::string& whole)
{
    json value = ParseJsonText(ReadTextFile(path), path);
    ThrowErrors(FindExplainedErrors(schema, value), path, whole);
    return value;
}

} // namespace ns3::esa
