// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHAKRA_NODE_H
#define ESA_CHAKRA_NODE_H

#include "ns3/esa-collective-operation.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::esa
{

/// A message that is not in the wire format.
class WireError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/// One field of a message.
struct WireField
{
    /// How a value is written.
    enum class Form : uint8_t
    {
        Varint = 0,  ///< an integer, 7 bits a byte
        Fixed64 = 1, ///< 8 bytes
        Bytes = 2,   ///< a text, a message or packed numbers behind their length
        Fixed32 = 5  ///< 4 bytes
    };

    uint32_t number{0};     ///< which field
    Form form{};            ///< how it is written
    uint64_t value{0};      ///< of all forms but Bytes
    std::string_view bytes; ///< of Bytes
};

/**
 * @ingroup esa
 * @brief Reads the fields of one message of Protocol Buffers' wire format, in their order.
 *
 * The format is simple, and a trace needs few of its fields. So it is read here, without a library,
 * from the published description of the encoding (protobuf.dev, Encoding). Unknown fields are
 * given, too; the caller skips them.
 */
class WireFields
{
  public:
    /// @param message the bytes of the message; outlive this
    explicit WireFields(std::string_view message)
        : m_left(message)
    {
    }

    /// Reads the next field.
    /// @return the field; nothing at the end of the message
    /// @throws WireError if the message ends inside of the field, or its form is unknown
    std::optional<WireField> Next();

    /// Reads the next integer of packed ones.
    /// @return the integer; nothing at the end
    /// @throws WireError if it ends inside of one
    std::optional<uint64_t> NextPacked();

  private:
    /// @brief Takes bytes from the front.
    std::string_view Take(uint64_t bytes);

    /// @brief Takes an integer of 7 bits a byte from the front.
    uint64_t TakeVarint();

    std::string_view m_left; ///< what has not been read
};

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

/// The collectives by their numbers in a file. ReduceScatter is there twice: in blocks, and in one.
constexpr std::array<CollectiveKind, 10> kChakraCollectives{CollectiveKind::AllReduce,
                                                            CollectiveKind::Reduce,
                                                            CollectiveKind::AllGather,
                                                            CollectiveKind::Gather,
                                                            CollectiveKind::Scatter,
                                                            CollectiveKind::Broadcast,
                                                            CollectiveKind::AllToAll,
                                                            CollectiveKind::ReduceScatter,
                                                            CollectiveKind::ReduceScatter,
                                                            CollectiveKind::Barrier};

/// @ingroup esa
/// @brief A node as a Chakra file has it. Attributes that a simulation does not need are left out.
/// Three are of this module, for what other forms of traces have more: duration_ns, starts_after
/// and unit.
struct ChakraNode
{
    uint64_t id{0};                             ///< its number
    uint64_t type{0};                           ///< a ChakraType, if it is one of these
    std::string name;                           ///< any text
    std::vector<uint64_t> dependencies;         ///< data_deps: ids of nodes
    std::vector<uint64_t> controlDependencies;  ///< ctrl_deps: ids of nodes
    std::vector<uint64_t> starts;               ///< attribute starts_after: ids of nodes
    uint64_t durationUs{0};                     ///< how long it took, in microseconds
    std::string inputValues;                    ///< of a METADATA node: the process groups
    std::optional<uint64_t> isCpuOp;            ///< attribute is_cpu_op: not 0 if it is one
    std::optional<uint64_t> operations;         ///< attribute num_ops
    std::optional<uint64_t> tensorBytes;        ///< attribute tensor_size
    std::optional<uint64_t> communicationType;  ///< attribute comm_type: which collective
    std::optional<uint64_t> communicationBytes; ///< attribute comm_size
    std::optional<uint64_t> source;             ///< attribute comm_src: a rank
    std::optional<uint64_t> destination;        ///< attribute comm_dst: a rank
    std::optional<uint64_t> tag;                ///< attribute comm_tag
    std::optional<uint64_t> durationNs;         ///< attribute duration_ns, in place of durationUs
    std::optional<uint64_t> unit;               ///< attribute unit: which processor of the rank
    std::string group;                          ///< attribute pg_name; empty: all ranks
};

/// No message of a file is longer. A node with its shapes has some hundred bytes.
constexpr uint64_t kMaxChakraNodeBytes = 16U << 20U;

/**
 * @ingroup esa
 * @brief Read the nodes of the file of a rank, one after the other.
 *
 * A file has messages, each behind its length, and may be packed by gzip. Only one message is in
 * memory at a time.
 *
 * @throws ScenarioError if the file cannot be read, or is cut or damaged
 * @throws WireError with what is wrong, without the file
 */
void ForEachChakraNode(const std::string& path,
                       const std::function<void(const ChakraNode& node)>& callback);

} // namespace ns3::esa

#endif // ESA_CHAKRA_NODE_H
