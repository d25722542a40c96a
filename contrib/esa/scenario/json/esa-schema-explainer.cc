/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-explainer.h"

#include "esa-json-path.h"
#include "esa-scenario-error.h"
#include "esa-schema-part.h"
#include "esa-schema-words.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

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

/// What was probably meant by a value that is not allowed: a name of the list, or the field
/// `enabled` of an object that has one. Empty if nothing is near.
std::string
DescribeMeant(const json& value, const json& part, const std::string& pointer)
{
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
        const std::string nearest = NearestWord(word, names);
        return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
    }
    const bool isSwitched = part.contains("properties") && part["properties"].contains("enabled");
    if (isSwitched && (value.is_boolean() || value == "on" || value == "off"))
    {
        std::string field = pointer.substr(1);
        std::replace(field.begin(), field.end(), '/', '.');
        return "; did you mean " + field +
               ".enabled=" + (value == true || value == "on" ? "true" : "false") + "?";
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
        if (IsWrongItself(value, part))
        {
            Add(place, [&] {
                return NotAllowed(value, DescribeAllowed(part)) +
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
    /// Adds an error. Its text is not made if it would only be counted.
    template <typename F>
    void Add(const Place& place, F text)
    {
        if (m_errors.size() < kMostErrorLines)
        {
            m_errors.push_back({place.Pointer(), text()});
        }
        else
        {
            m_errors.Count(1);
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
                Add(inner, [&] { return DescribeUnknown(m_schema, inner.name, unknown, part); });
            }
        }
        for (const json& name : part.value("required", json::array()))
        {
            if (!object.contains(name.get_ref<const std::string&>()))
            {
                Add({&place, name.get<std::string>()}, [&] {
                    return "missing: must be " +
                           DescribeAllowed(part["properties"][name.get<std::string>()]);
                });
            }
        }
    }

    const ScenarioSchema& m_schema; ///< its schema
    ConfigErrors m_errors;          ///< what was found
};

} // namespace

ConfigErrors
FindExplainedErrors(const ScenarioSchema& schema, const json& config)
{
    Explainer explainer(schema);
    explainer.Walk(config, schema.Root(), {nullptr, ""});
    return explainer.Errors();
}

} // namespace ns3::esa
