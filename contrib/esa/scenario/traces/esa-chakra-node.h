/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_NODE_H
#define ESA_CHAKRA_NODE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::esa
{

/// The types of nodes, with their numbers in a file.
enum class ChakraType : uint8_t
{
    Metadata = 1,
    MemoryLoad = 2,
    MemoryStore = 3,
    Compute = 4,
    Send = 5,
    Receive = 6,
    Collective = 7
};

/**
 * @ingroup esa
 * @brief A node as a Chakra file has it. Attributes that a simulation does not need are left out.
 */
struct ChakraNode
{
    uint64_t id{0};                             ///< its number
    uint64_t type{0};                           ///< a ChakraType, if it is a known one
    std::string name;                           ///< any text
    std::vector<uint64_t> dependencies;         ///< data_deps: ids of nodes
    std::vector<uint64_t> controlDependencies;  ///< ctrl_deps: ids of nodes
    uint64_t durationUs{0};                     ///< how long it took, in microseconds
    std::string inputValues;                    ///< of a METADATA node: the process groups
    bool isCpuOp{false};                        ///< attribute is_cpu_op
    std::optional<uint64_t> operations;         ///< attribute num_ops
    std::optional<uint64_t> tensorBytes;        ///< attribute tensor_size
    std::optional<uint64_t> communicationType;  ///< attribute comm_type: which collective
    std::optional<uint64_t> communicationBytes; ///< attribute comm_size
    std::optional<uint64_t> source;             ///< attribute comm_src: a rank
    std::optional<uint64_t> destination;        ///< attribute comm_dst: a rank
    uint64_t tag{0};                            ///< attribute comm_tag
    std::string group;                          ///< attribute pg_name; empty: all ranks
};

/// Read a node.
/// @throws WireError if they are none, or an attribute has another type than it should
ChakraNode ReadChakraNode(std::string_view message);

/// Read the version of a file.
/// @throws WireError if they are none
std::string ReadChakraVersion(std::string_view message);

/// Write a node.
/// @return the bytes of a Node message
std::string WriteChakraNode(const ChakraNode& node);

/// Write the version of a file.
/// @return the bytes of a GlobalMetadata message
std::string WriteChakraVersion(const std::string& version);

/// Put a message's length before it, as in a file.
/// @return length and bytes
std::string Framed(const std::string& message);

} // namespace ns3::esa

#endif // ESA_CHAKRA_NODE_H
