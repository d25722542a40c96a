// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-error.h"
#include "esa-text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Far more than a scenario needs. The bound keeps a wrong file from overflowing the stack.
constexpr std::size_t kMaxDepth = 64;

/// Builds a value from a JSON text. nlohmann's own builder accepts keys that are given twice and
/// any depth, and gives no place of an error.
class StrictReader : public nlohmann::json_sax<json>
{
  public:
    StrictReader(const std::string& text, const std::string& origin)
        : m_text(text),
          m_origin(origin),
          m_stream(text)
    {
    }

    /// Returns the value. Throws the errors, if there are any.
    json Read()
    {
        json::sax_parse(m_stream, this);
        if (!m_errors.empty())
        {
            throw ScenarioError(m_errors);
        }
        return std::move(m_root);
    }

    bool null() override
    {
        return Add(nullptr);
    }

    bool boolean(bool value) override
    {
        return Add(value);
    }

    bool number_integer(number_integer_t value) override
    {
        return Add(value);
    }

    bool number_unsigned(number_unsigned_t value) override
    {
        return Add(value);
    }

    bool number_float(number_float_t value, const string_t&) override
    {
        constexpr double kExact = 9007199254740992.0; // 2^53: whole numbers up to here are exact
        if (std::floor(value) != value || std::fabs(value) > kExact)
        {
            return Add(value);
        }
        return value < 0 ? Add(static_cast<int64_t>(value)) : Add(static_cast<uint64_t>(value));
    }

    bool string(string_t& value) override
    {
        return Add(std::move(value));
    }

    bool binary(binary_t&) override
    {
        return true; // JSON has none
    }

    bool start_object(std::size_t) override
    {
        return Enter(json::object());
    }

    bool start_array(std::size_t) override
    {
        return Enter(json::array());
    }

    bool end_object() override
    {
        m_open.pop_back();
        return true;
    }

    bool end_array() override
    {
        m_open.pop_back();
        return true;
    }

    bool key(string_t& name) override
    {
        m_open.back().key = name;
        if (m_open.back().value->contains(name))
        {
            AddError(ReadSoFar(), Shown(Pointer()) + ": is given twice");
        }
        return m_errors.size() <= kMaxErrorLines;
    }

    bool parse_error(std::size_t position,
                     const std::string& last,
                     const nlohmann::detail::exception& error) override
    {
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow)
        {
            const std::string pointer = NextPointer();
            AddError(position,
                     Shown(pointer + (pointer.empty() ? "" : ": ") + last) +
                         " is not allowed: must be a number of at most 1.797e308");
            return false;
        }
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
    /// An object or array that is open.
    struct Open
    {
        json* value;     ///< it; the last child of the one before
        std::string key; ///< of an object: key of the next value
    };

    /// Puts a value where the text has it.
    bool Add(json value)
    {
        if (m_open.empty())
        {
            m_root = std::move(value);
            m_last = &m_root;
        }
        else if (m_open.back().value->is_array())
        {
            m_open.back().value->push_back(std::move(value));
            m_last = &m_open.back().value->back();
        }
        else
        {
            m_last = &((*m_open.back().value)[m_open.back().key] = std::move(value));
        }
        return true;
    }

    bool Enter(json value)
    {
        Add(std::move(value));
        m_open.push_back({m_last, ""});
        if (m_open.size() > kMaxDepth)
        {
            AddError(ReadSoFar(), "is nested more than " + std::to_string(kMaxDepth) + " deep");
            return false;
        }
        return true;
    }

    /// Where the value that was added last is, or the next one of an object.
    std::string Pointer() const
    {
        return PointerOf(m_open.size());
    }

    /// Where the next value belongs.
    std::string NextPointer() const
    {
        if (m_open.empty() || !m_open.back().value->is_array())
        {
            return Pointer();
        }
        return ChildPointer(PointerOf(m_open.size() - 1),
                            std::to_string(m_open.back().value->size()));
    }

    /// Follows the outermost open objects and arrays.
    std::string PointerOf(std::size_t depth) const
    {
        std::string pointer;
        for (std::size_t i = 0; i < depth; ++i)
        {
            const Open& open = m_open[i];
            pointer = ChildPointer(pointer,
                                   open.value->is_array() ? std::to_string(open.value->size() - 1)
                                                          : open.key);
        }
        return pointer;
    }

    std::size_t ReadSoFar()
    {
        return m_stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    }

    void AddError(std::size_t bytesRead, const std::string& reason)
    {
        const std::size_t last = std::min(bytesRead == 0 ? 0 : bytesRead - 1, m_text.size());
        m_errors.push_back(PlaceInText(m_text, last, m_origin) + ": " + reason);
    }

    const std::string& m_text;         ///< the text
    const std::string& m_origin;       ///< what to call it
    std::istringstream m_stream;       ///< the text, being read
    json m_root;                       ///< its value
    json* m_last{nullptr};             ///< the value that was added last
    std::vector<Open> m_open;          ///< open objects and arrays, outermost first
    std::vector<std::string> m_errors; ///< what was found
};

/// Whether a text is UTF-8, so that it may be a string in JSON.
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

} // namespace

json
ParseJsonText(const std::string& text, const std::string& origin)
{
    RefuseNulBytes(text, origin);
    return StrictReader(text, origin).Read();
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

} // namespace ns3::esa
