// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_CHAKRA_NODES_H
#define ESA_TEST_SCENARIO_CHAKRA_NODES_H

#include "ns3/esa-chakra-node.h"
#include "ns3/esa-chakra-rank.h"
#include "ns3/esa-wire-append.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ns3::esa::test
{

/// A node with an id and a type.
inline ChakraNode
NodeOf(uint64_t id, ChakraType type, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node;
    node.id = id;
    node.type = static_cast<uint64_t>(type);
    node.dependencies = dependencies;
    return node;
}

/// An all-reduce.
inline ChakraNode
AllReduceOf(uint64_t id, uint64_t bytes, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node = NodeOf(id, ChakraType::Collective, dependencies);
    node.communicationType = 0;
    node.communicationBytes = bytes;
    return node;
}

/// A computation of some microseconds.
inline ChakraNode
ComputationOf(uint64_t id, uint64_t us, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node = NodeOf(id, ChakraType::Compute, dependencies);
    node.durationUs = us;
    return node;
}

/// Appends an attribute that is an integer to a node. @param form number of its field
inline void
AppendAttribute(std::string& node, const char* name, uint32_t form, uint64_t value)
{
    std::string attribute;
    AppendBytes(attribute, 1, name);
    AppendInteger(attribute, form, value);
    AppendBytes(node, 10, attribute);
}

/// The bytes of a node. Fields have the numbers of Chakra's et_def.proto.
inline std::string
NodeMessage(const ChakraNode& node)
{
    constexpr uint32_t int32 = 7;
    constexpr uint32_t int64 = 9;
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
    AppendAttribute(out, "is_cpu_op", 27, node.isCpuOp.value_or(0));
    const std::tuple<const char*, uint32_t, std::optional<uint64_t>> attributes[]{
        {"num_ops", int64, node.operations},
        {"tensor_size", 13, node.tensorBytes},
        {"comm_type", int64, node.communicationType},
        {"comm_size", int64, node.communicationBytes},
        {"comm_src", int32, node.source},
        {"comm_dst", int32, node.destination},
        {"comm_tag", int64, node.tag},
        {"duration_ns", 13, node.durationNs},
        {"unit", 11, node.unit}};
    for (const auto& [name, form, value] : attributes)
    {
        if (value)
        {
            AppendAttribute(out, name, form, *value);
        }
    }
    if (!node.starts.empty())
    {
        std::string list;
        for (const uint64_t awaited : node.starts)
        {
            AppendInteger(list, 1, awaited);
        }
        std::string starts;
        AppendBytes(starts, 1, "starts_after");
        AppendBytes(starts, 14, list);
        AppendBytes(out, 10, starts);
    }
    if (!node.group.empty())
    {
        std::string group;
        AppendBytes(group, 1, "pg_name");
        AppendBytes(group, 29, node.group);
        AppendBytes(out, 10, group);
    }
    return out;
}

/// A message behind its length, as in a file.
inline std::string
Framed(const std::string& message)
{
    std::string out;
    AppendVarint(out, message.size());
    return out + message;
}

/// What stands in a file.
inline std::string
FileOf(const std::vector<ChakraNode>& nodes, const std::string& version = "0.0.4")
{
    std::string metadata;
    AppendBytes(metadata, 1, version);
    std::string text = Framed(metadata);
    for (const ChakraNode& node : nodes)
    {
        text += Framed(NodeMessage(node));
    }
    return text;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_CHAKRA_NODES_H
