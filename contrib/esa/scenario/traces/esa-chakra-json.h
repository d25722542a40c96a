// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHAKRA_JSON_H
#define ESA_CHAKRA_JSON_H

#include "esa-chakra-node.h"

#include <functional>
#include <string>

namespace ns3::esa
{

/// @return whether the file of a rank is one in JSON, by its name
bool IsChakraJson(const std::string& path);

/**
 * @ingroup esa
 * @brief Read the nodes of a Chakra trace in JSON, the form of Chakra's feeder, one after the
 * other.
 *
 * A file is {"workload_graph": [NODE, ...]}, plain or packed by gzip. A node has Id, Name,
 * NodeType, runtime (in microseconds), data_deps and ctrlDeps, and beside them the attributes of a
 * node in a .et file (comm_size, pg_name and so on). Everything else is passed over. Such files
 * have gigabytes, so no more than one node is in memory at a time, and a node of more than 16 MB is
 * refused (ChakraFile::kMaxBytes).
 *
 * @param callback called with each node
 * @throws ScenarioError with file, and node or byte
 */
void ForEachJsonNode(const std::string& path,
                     const std::function<void(const ChakraNode& node)>& callback);

} // namespace ns3::esa

#endif // ESA_CHAKRA_JSON_H
