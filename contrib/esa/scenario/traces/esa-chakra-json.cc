// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-chakra-node.h"
#include "esa-packed-bytes.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <istream>
#include <nlohmann/json.hpp>
#include <streambuf>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kJsonReadBytes = 64U << 10U;
constexpr std::size_t kJsonShownBytes = 60;

/// The bytes of a file as a stream, which ends by an error if one value is too long.
class JsonBytes : public std::streambuf
{
  public:
    explicit JsonBytes(const std::string& path)
        : m_path(path),
          m_bytes(path),
          m_buffer(kJsonReadBytes, '\0')
    {
    }

    /// @brief Notes that a value has ended, so that another one may be as long.
    void EndValue()
    {
        m_ofValue = 0;
    }

    [[noreturn]] void Fail(const std::string& text) const
    {
        throw ScenarioError({Shown(m_path) + ": " + text});
    }

  protected:
    int_type underflow() override
    {
        const auto read = m_bytes.Read(m_buffer.data(), m_buffer.size());
        if (!read)
        {
            Fail("the packed data is damaged or cut");
        }
        m_ofValue += *read;
        if (m_ofValue > kMaxChakraNodeBytes + kJsonReadBytes)
        {
            Fail("has a node or another value of more than " + std::to_string(kMaxChakraNodeBytes) +
                 " bytes");
        }
        setg(m_buffer.data(), m_buffer.data(), m_buffer.data() + *read);
        return *read == 0 ? traits_type::eof() : traits_type::to_int_type(m_buffer[0]);
    }

  private:
    std::string m_path;       ///< the file
    PackedBytes m_bytes;      ///< its bytes
    std::string m_buffer;     ///< what was read last
    std::size_t m_ofValue{0}; ///< bytes read since a value has ended
};

/// A member that has to be an integer.
uint64_t
NaturalOf(const json& value, const std::string& name)
{
    if (!value.is_number_unsigned())
    {
        throw WireError(name + " " + Shown(value.dump(), kJsonShownBytes) +
                        " is not allowed: must be an integer, not negative");
    }
    return value.get<uint64_t>();
}

/// Notes a member of a node.
void
NoteMember(ChakraNode& node, const std::string& name, const json& value)
{
    if (name == "Id")
    {
        node.id = NaturalOf(value, name);
    }
    else if (name == "Name" && value.is_string())
    {
        node.name = value.get<std::string>();
    }
    else if (name == "NodeType")
    {
        node.type = NaturalOf(value, name);
    }
    else if (name == "runtime")
    {
        node.durationUs = NaturalOf(value, name);
    }
    else if (name == "data_deps" || name == "ctrlDeps" || name == "ctrl_deps")
    {
        if (!value.is_array())
        {
            throw WireError(name + " must be a list");
        }
        for (const json& id : value)
        {
            (name == "data_deps" ? node.dependencies : node.controlDependencies)
                .push_back(NaturalOf(id, name));
        }
    }
    else if (value.is_string())
    {
        NoteAttribute(node, {name, {}, value.get_ref<const std::string&>()});
    }
    else
    {
        const bool isInteger = value.is_number_unsigned() || value.is_boolean();
        NoteAttribute(node,
                      {name,
                       isInteger ? std::optional(value.is_boolean() ? uint64_t{value.get<bool>()}
                                                                    : value.get<uint64_t>())
                                 : std::nullopt,
                       {}});
    }
}

} // namespace

void
ForEachJsonNode(const std::string& path,
                const std::function<void(const ChakraNode& node)>& callback)
{
    JsonBytes bytes(path);
    uint64_t nodes = 0;
    bool isInGraph = false;
    const auto take = [&](const json& value) {
        ChakraNode node;
        try
        {
            if (!value.is_object() || !value.contains("Id"))
            {
                throw WireError("must be an object with Id");
            }
            for (const auto& [name, member] : value.items())
            {
                NoteMember(node, name, member);
            }
        }
        catch (const WireError& error)
        {
            bytes.Fail("element " + std::to_string(nodes) + " of workload_graph: " + error.what());
        }
        callback(node);
        ++nodes;
    };
    // Nothing is kept but the node that is read: what ends at the depth of nodes is thrown away.
    const auto onPart = [&](int depth, json::parse_event_t event, json& value) {
        using Event = json::parse_event_t;
        if (depth == 1 && event == Event::key)
        {
            isInGraph = value == "workload_graph";
        }
        const bool isWhole =
            event == Event::value || event == Event::object_end || event == Event::array_end;
        if (isInGraph && isWhole && depth == 2)
        {
            take(value);
        }
        if (!isInGraph || (isWhole && depth <= 2))
        {
            bytes.EndValue();
        }
        return depth == 0 || (isInGraph && !(isWhole && depth == 2));
    };
    try
    {
        std::istream stream(&bytes);
        if (!json::parse(stream, onPart).contains("workload_graph"))
        {
            bytes.Fail("has no list workload_graph of nodes (Chakra's converter makes a trace of a "
                       "recording of PyTorch)");
        }
    }
    catch (const json::parse_error& error)
    {
        bytes.Fail("byte " + std::to_string(error.byte) + ": is no JSON, or the file is cut");
    }
    catch (const json::out_of_range&)
    {
        bytes.Fail("element " + std::to_string(nodes) +
                   " of workload_graph, or what is before it, has a number that is too large");
    }
}

} // namespace ns3::esa
