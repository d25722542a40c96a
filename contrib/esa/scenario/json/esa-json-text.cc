/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-json-text.h"

#include "esa-json-path.h"
#include "esa-scenario-error.h"
#include "esa-text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Far more than a scenario needs. The bound keeps a wrong file from overflowing the stack.
constexpr std::size_t kMaxDepth = 64;

/**
 * Reads a JSON text once before it is parsed. It finds errors that nlohmann's parser accepts (keys
 * given twice, very deep nesting), and syntax errors with their position.
 */
class StrictReader : public nlohmann::json_sax<json>
{
  public:
    StrictReader(const std::string& text, const std::string& origin)
        : m_text(text),
          m_origin(origin),
          m_stream(text)
    {
    }

    /// Throws the errors, if there are any.
    void Check()
    {
        json::sax_parse(m_stream, this);
        if (!m_errors.empty())
        {
            throw ScenarioError(m_errors, m_more);
        }
    }

    bool null() override
    {
        return OnValue();
    }

    bool boolean(bool) override
    {
        return OnValue();
    }

    bool number_integer(number_integer_t) override
    {
        return OnValue();
    }

    bool number_unsigned(number_unsigned_t) override
    {
        return OnValue();
    }

    bool number_float(number_float_t, const string_t&) override
    {
        return OnValue();
    }

    bool string(string_t&) override
    {
        return OnValue();
    }

    bool binary(binary_t&) override
    {
        return OnValue();
    }

    bool start_object(std::size_t) override
    {
        OnValue();
        return Enter();
    }

    bool start_array(std::size_t) override
    {
        OnValue();
        return Enter();
    }

    bool end_object() override
    {
        m_levels.pop_back();
        return true;
    }

    bool end_array() override
    {
        m_levels.pop_back();
        return true;
    }

    bool key(string_t& name) override
    {
        Level& level = m_levels.back();
        level.current = name;
        level.isObject = true;
        if (!level.names.insert(name).second)
        {
            AddRepeated();
        }
        return true;
    }

    bool parse_error(std::size_t position,
                     const std::string&,
                     const nlohmann::detail::exception& error) override
    {
        // "[json.exception.parse_error.101] parse error at line 2, column 5: REASON"
        std::string reason = error.what();
        reason.erase(0, reason.find("] ") + 2);
        if (reason.rfind("parse error", 0) == 0)
        {
            reason.erase(0, reason.find(": ") + 2);
        }
        AddError(position, Shown(reason));
        return false;
    }

  private:
    /// One object or array that is open.
    struct Level
    {
        bool isObject{false};        ///< whether it is an object (known from its first key)
        std::set<std::string> names; ///< keys so far
        std::string current;         ///< key of the current value
        std::size_t values{0};       ///< values so far
    };

    bool OnValue()
    {
        if (!m_levels.empty())
        {
            ++m_levels.back().values;
        }
        return true;
    }

    bool Enter()
    {
        m_levels.emplace_back();
        if (m_levels.size() > kMaxDepth)
        {
            AddError(ReadSoFar(), "is nested more than " + std::to_string(kMaxDepth) + " deep");
            return false;
        }
        return true;
    }

    std::string Pointer() const
    {
        std::string pointer;
        for (const Level& level : m_levels)
        {
            pointer = level.isObject ? ChildPointer(pointer, level.current)
                                     : ChildPointer(pointer, std::to_string(level.values - 1));
        }
        return pointer;
    }

    std::size_t ReadSoFar()
    {
        return m_stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    }

    void AddRepeated()
    {
        if (m_errors.size() < kMostErrorLines)
        {
            AddError(ReadSoFar(), Shown(Pointer()) + ": is given twice");
        }
        else
        {
            ++m_more; // finding the line of each would take time that grows with the square
        }
    }

    void AddError(std::size_t bytesRead, const std::string& reason)
    {
        const std::size_t last = std::min(bytesRead == 0 ? 0 : bytesRead - 1, m_text.size());
        m_errors.push_back(PlaceInText(m_text, last, m_origin) + ": " + reason);
    }

    const std::string& m_text;         ///< the text
    const std::string& m_origin;       ///< what to call it
    std::istringstream m_stream;       ///< the text, being read
    std::vector<Level> m_levels;       ///< open objects and arrays, outermost first
    std::vector<std::string> m_errors; ///< what was found
    std::size_t m_more{0};             ///< further errors
};

void
MakeIntegersOfWholeNumbers(json& value)
{
    constexpr double kExact = 9007199254740992.0; // 2^53: whole numbers up to here are exact
    if (value.is_number_float())
    {
        const double number = value.get<double>();
        if (std::floor(number) == number && std::fabs(number) <= kExact)
        {
            const auto whole = static_cast<int64_t>(number);
            value = whole < 0 ? json(whole) : json(static_cast<uint64_t>(whole));
        }
    }
    else if (value.is_structured())
    {
        for (json& child : value)
        {
            MakeIntegersOfWholeNumbers(child);
        }
    }
}

} // namespace

json
ParseJsonText(const std::string& text, const std::string& origin)
{
    RefuseNulBytes(text, origin);
    StrictReader(text, origin).Check();
    json value = json::parse(text);
    MakeIntegersOfWholeNumbers(value);
    return value;
}

json
ParseJsonOrString(const std::string& text, const std::string& origin)
{
    if (json::accept(text))
    {
        return ParseJsonText(text, origin);
    }
    RefuseNulBytes(text, origin);
    if (!IsUtf8(text))
    {
        throw ScenarioError({origin + ": is not allowed: must be a text in UTF-8"});
    }
    return text;
}

bool
IsUtf8(const std::string& text)
{
    try
    {
        json(text).dump(); // the library checks strings when it writes them
        return true;
    }
    catch (const json::exception&)
    {
        return false;
    }
}

} // namespace ns3::esa
