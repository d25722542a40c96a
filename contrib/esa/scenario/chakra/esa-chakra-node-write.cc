/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part that writes.

#include "esa-chakra-node.h"

namespace ns3::esa
{
namespace
{

/// Appends an integer of 7 bits a byte.
void
AppendVarint(std::string& out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
    {
        out.push_back(static_cast<char>(value | 0x80));
    }
    out.push_back(static_cast<char>(value));
}

/// Appends a field that is an integer.
void
AppendInteger(std::string& out, uint32_t number, uint64_t value)
{
    AppendVarint(out, uint64_t{number} << 3);
    AppendVarint(out, value);
}

/// Appends a field that is a text or a message.
void
AppendBytes(std::string& out, uint32_t number, std::string_view bytes)
{
    AppendVarint(out, uint64_t{number} << 3 | 2);
    AppendVarint(out, bytes.size());
    out += bytes;
}

constexpr uint32_t kInt32 = 7;   ///< number of the value of an attribute
constexpr uint32_t kInt64 = 9;   ///< the same
constexpr uint32_t kUint64 = 13; ///< the same
constexpr uint32_t kBool = 27;   ///< the same
constexpr uint32_t kString = 29; ///< the same

/// Appends an attribute that is an integer.
void
AppendAttribute(std::string& node, const char* name, uint32_t form, uint64_t value)
{
    std::string attribute;
    AppendBytes(attribute, 1, name);
    AppendInteger(attribute, form, value);
    AppendBytes(node, 10, attribute);
}

/// Appends an attribute that may be left out.
void
AppendIfGiven(std::string& node,
              const char* name,
              uint32_t form,
              const std::optional<uint64_t>& value)
{
    if (value)
    {
        AppendAttribute(node, name, form, *value);
    }
}

} // namespace

std::string
WriteChakraNode(const ChakraNode& node)
{
    std::string out;
    AppendInteger(out, 1, node.id);
    if (!node.name.empty())
    {
        AppendBytes(out, 2, node.name);
    }
    AppendInteger(out, 3, node.type);
    for (const uint64_t dependency : node.controlDependencies)
    {
        AppendInteger(out, 4, dependency);
    }
    for (const uint64_t dependency : node.dependencies)
    {
        AppendInteger(out, 5, dependency);
    }
    AppendInteger(out, 7, node.durationUs);
    if (!node.inputValues.empty())
    {
        std::string inputs;
        AppendBytes(inputs, 1, node.inputValues);
        AppendBytes(out, 8, inputs);
    }
    AppendAttribute(out, "is_cpu_op", kBool, node.isCpuOp ? 1 : 0);
    AppendIfGiven(out, "num_ops", kInt64, node.operations);
    AppendIfGiven(out, "tensor_size", kUint64, node.tensorBytes);
    AppendIfGiven(out, "comm_type", kInt64, node.communicationType);
    AppendIfGiven(out, "comm_size", kInt64, node.communicationBytes);
    AppendIfGiven(out, "comm_src", kInt32, node.source);
    AppendIfGiven(out, "comm_dst", kInt32, node.destination);
    if (node.source)
    {
        AppendAttribute(out, "comm_tag", kInt32, node.tag);
    }
    if (!node.group.empty())
    {
        std::string attribute;
        AppendBytes(attribute, 1, "pg_name");
        AppendBytes(attribute, kString, node.group);
        AppendBytes(out, 10, attribute);
    }
    return out;
}

std::string
WriteChakraVersion(const std::string& version)
{
    std::string out;
    AppendBytes(out, 1, version);
    return out;
}

std::string
Framed(const std::string& message)
{
    std::string out;
    AppendVarint(out, message.size());
    return out + message;
}

} // namespace ns3::esa
