/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-chakra-names.h"

#include "esa-chakra-file.h"
#include "esa-chakra-node.h"
#include "esa-chakra-reader.h"
#include "esa-wire-fields.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <unordered_map>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kLongestName = 120; ///< characters that are shown

/// The nodes of a file, one after the other. Throws if they are not those of the trace.
template <typename Callback>
void
ForEachNode(const std::string& path, const RankTrace& rank, Callback callback)
{
    ChakraFile messages(path);
    messages.Next(); // the version
    std::size_t index = 0;
    bool isTheSame = true;
    while (const auto message = messages.Next())
    {
        ChakraNode node;
        try
        {
            node = ReadChakraNode(*message);
        }
        catch (const WireError&)
        {
            isTheSame = false;
        }
        isTheSame = isTheSame && index < rank.nodes.size() && rank.nodes[index].id == node.id;
        if (!isTheSame)
        {
            break;
        }
        callback(node);
        ++index;
    }
    if (!isTheSame || index != rank.nodes.size())
    {
        throw ScenarioError({Shown(path) + ": has changed since its trace was read"});
    }
}

} // namespace

ChakraNames::ChakraNames(const std::string& prefix, const ExecutionTrace& trace)
{
    std::unordered_map<std::string, uint32_t> indexes;
    m_ofNodes.resize(trace.ranks.size());
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        auto& names = m_ofNodes[rank];
        names.reserve(trace.ranks[rank].nodes.size());
        ForEachNode(ChakraPath(prefix, rank), trace.ranks[rank], [&](const ChakraNode& node) {
            const auto [entry, isNew] =
                indexes.emplace(Shown(node.name, kLongestName), m_texts.size());
            if (isNew)
            {
                m_texts.push_back(entry->first);
            }
            names.push_back(entry->second);
        });
    }
}

} // namespace ns3::esa
