/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_WRITER_H
#define ESA_CHAKRA_WRITER_H

#include "esa-chakra-node.h"

#include <cstdint>
#include <string>
#include <utility>

namespace ns3::esa
{

/// The collectives that are written, with their numbers in a file.
enum class ChakraCollective : uint8_t
{
    AllReduce = 0,
    AllGather = 2,
    AllToAll = 6,
    ReduceScatter = 7
};

/// Writes the nodes of a rank one after the other.
class ChakraWriter
{
  public:
    /// Appends a node. @return its id
    uint64_t Add(ChakraNode node)
    {
        node.id = m_next++;
        m_file += Framed(WriteChakraNode(node));
        return node.id;
    }

    /// @return what stands in the file
    const std::string& File() const
    {
        return m_file;
    }

    /// @return a node that computes for so long
    static ChakraNode Compute(const std::string& name, uint64_t us)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(ChakraType::Compute);
        node.durationUs = us;
        return node;
    }

    /// @return a node of a collective of all ranks
    static ChakraNode Collective(const std::string& name, ChakraCollective type, uint64_t bytes)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(ChakraType::Collective);
        node.communicationType = static_cast<uint64_t>(type);
        node.communicationBytes = bytes;
        return node;
    }

  private:
    std::string m_file{Framed(WriteChakraVersion("0.0.4"))}; ///< the version, then nodes
    uint64_t m_next{0};                                      ///< id of the next node
};

} // namespace ns3::esa

#endif // ESA_CHAKRA_WRITER_H
