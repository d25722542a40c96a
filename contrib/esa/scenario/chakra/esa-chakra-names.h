/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_NAMES_H
#define ESA_CHAKRA_NAMES_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The names of the nodes of an execution trace.
 *
 * A simulation needs no names, so they are read once more, for recordings. What is kept are 4 bytes
 * per node, and each name once.
 */
class ChakraNames
{
  public:
    /**
     * @param prefix path of the files without .RANK.et
     * @param trace what was read of them
     * @throws ScenarioError if a file cannot be read, or is not the one that was read
     */
    ChakraNames(const std::string& prefix, const ExecutionTrace& trace);

    /**
     * @param rank a rank
     * @param node index of one of its nodes
     * @return its name in printable ASCII, not longer than 120 characters; empty: it has none
     */
    const std::string& Of(uint32_t rank, uint32_t node) const
    {
        return m_texts[m_ofNodes[rank][node]];
    }

  private:
    std::vector<std::string> m_texts;             ///< all names
    std::vector<std::vector<uint32_t>> m_ofNodes; ///< index of the name, by rank and node
};

} // namespace ns3::esa

#endif // ESA_CHAKRA_NAMES_H
