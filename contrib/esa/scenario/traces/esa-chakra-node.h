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
struct ChakraNode
{
    uint64_t id{0};                             ///< its number
    uint64_t type{0};                           ///< a ChakraType, if it is one of these
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

/// An attribute of a node.
struct ChakraAttribute
{
    std::string_view name;           ///< its name
    std::optional<uint64_t> integer; ///< its value, if it is an integer or a bool
    std::string_view text;           ///< its value, if it is a text
};

/// Note an attribute in a node, if a simulation needs it.
/// @throws WireError if it has another type than it should
void NoteAttribute(ChakraNode& node, const ChakraAttribute& attribute);

/// No message of a file, and no node in JSON, is longer. A node with its shapes has some hundred
/// bytes.
constexpr uint64_t kMaxChakraNodeBytes = 16U << 20U;

/**
 * @ingroup esa
 * @brief Read the nodes of the file of a rank, one after the other.
 *
 * The name of the file shows its form: messages, each behind its length, or JSON
 * (ForEachJsonNode()). It may be packed by gzip. Only one message is in memory at a time.
 *
 * @throws ScenarioError if the file cannot be read, or is cut or damaged
 * @throws WireError with what is wrong, without the file
 */
void ForEachChakraNode(const std::string& path,
                       const std::function<void(const ChakraNode& node)>& callback);

/**
 * @ingroup esa
 * @brief Read the nodes of a Chakra trace in JSON, the form of Chakra's feeder, one after the
 * other.
 *
 * A file is {"workload_graph": [NODE, ...]}, plain or packed by gzip. A node has Id, Name,
 * NodeType, runtime (in microseconds), data_deps and ctrlDeps, and beside them the attributes of a
 * node in a .et file (comm_size, pg_name and so on). Everything else is passed over. Such files
 * have gigabytes, so no more than one node is in memory at a time, and a node of more than 16 MB is
 * refused (kMaxChakraNodeBytes).
 *
 * @throws ScenarioError with file, and node or byte
 */
void ForEachJsonNode(const std::string& path,
                     const std::function<void(const ChakraNode& node)>& callback);

} // namespace ns3::esa

#endif // ESA_CHAKRA_NODE_H
