// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-chakra-rank.h"

#include "esa-chakra-node.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kPsPerNs = 1'000;
constexpr uint64_t kNsPerUs = 1'000;

/// @return the nearest whole number to a part of a number, but at least 1 of what is not 0
uint64_t
PartOf(double part, uint64_t whole)
{
    if (part == 1 || whole == 0)
    {
        return whole;
    }
    return std::max<uint64_t>(1, std::llround(part * static_cast<double>(whole)));
}

/// Reads one file.
class RankReader
{
  public:
    RankReader(const ChakraRankFile& file, ChakraGroups& groups)
        : m_file(file),
          m_groups(groups)
    {
    }

    ChakraRank Read()
    {
        try
        {
            ForEachChakraNode(m_file.path, [this](const ChakraNode& node) { Add(node); });
        }
        catch (const WireError& error)
        {
            Fail(error.what());
        }
        Resolve();
        return {std::move(m_trace), m_hasControl, std::move(m_ofPairs)};
    }

  private:
    [[noreturn]] void Fail(const std::string& text) const
    {
        throw ScenarioError({Shown(m_file.path) + ": " + text});
    }

    [[noreturn]] void FailAt(uint64_t id, const std::string& text) const
    {
        Fail("node " + std::to_string(id) + ": " + text);
    }

    void Add(const ChakraNode& node)
    {
        if (m_trace.nodes.size() == kMaxTraceNodes)
        {
            Fail("has more than " + std::to_string(kMaxTraceNodes) + " nodes");
        }
        if (!m_indexes.emplace(node.id, static_cast<uint32_t>(m_trace.nodes.size())).second)
        {
            FailAt(node.id, "there are two of this id");
        }
        ExecutionNode entry;
        entry.id = node.id;
        entry.firstDependency = static_cast<uint32_t>(m_awaited.size());
        Await(node);
        entry.dependencies = static_cast<uint32_t>(m_awaited.size()) - entry.firstDependency;
        entry.startsAwaited = static_cast<uint32_t>(node.starts.size());
        if (m_awaited.size() >= UINT32_MAX)
        {
            Fail("has more than 2^32 dependencies");
        }
        Fill(entry, node);
        m_trace.nodes.push_back(entry);
    }

    void Await(const ChakraNode& node)
    {
        if (!m_file.options.ignoresControlDependencies)
        {
            const auto& control = node.controlDependencies;
            m_awaited.insert(m_awaited.end(), control.begin(), control.end());
            m_hasControl = m_hasControl || !control.empty();
        }
        m_awaited.insert(m_awaited.end(), node.dependencies.begin(), node.dependencies.end());
        m_awaited.insert(m_awaited.end(), node.starts.begin(), node.starts.end());
    }

    void Fill(ExecutionNode& entry, const ChakraNode& node)
    {
        switch (static_cast<ChakraType>(node.type))
        {
        case ChakraType::Metadata:
            NoteGroups(node);
            return;
        case ChakraType::MemoryLoad:
        case ChakraType::MemoryStore:
        case ChakraType::Compute:
            FillComputation(entry, node);
            return;
        case ChakraType::Send:
        case ChakraType::Receive:
            FillMessage(entry, node);
            return;
        case ChakraType::Collective:
            if (IsCpuOp(node) && !node.communicationType)
            {
                FillComputation(entry, node); // PyTorch's call that launches the collective
                return;
            }
            FillCollective(entry, node);
            return;
        }
        FailAt(node.id,
               "type " + std::to_string(node.type) +
                   " is not allowed: must be 1 to 7 (METADATA to COMM_COLL)");
    }

    static bool IsCpuOp(const ChakraNode& node)
    {
        return node.isCpuOp.value_or(0) != 0;
    }

    void NoteGroups(const ChakraNode& node)
    {
        if (!node.inputValues.empty())
        {
            const std::string place =
                "node " + std::to_string(node.id) + " of " + Shown(m_file.path);
            const std::string wrong = m_groups.DefineByNode(node.inputValues, place);
            if (!wrong.empty())
            {
                FailAt(node.id, wrong);
            }
        }
    }

    void FillComputation(ExecutionNode& entry, const ChakraNode& node) const
    {
        constexpr uint64_t kMaxUs = 1'000'000'000'000; // 11 days; a span of picoseconds holds 106
        const uint64_t us = AtMost(kMaxUs, node.id, "duration_micros", node.durationUs);
        const uint64_t ns = node.durationNs.value_or(us * kNsPerUs);
        AtMost(kMaxUs * kNsPerUs, node.id, "duration_ns", ns);
        entry.kind = IsCpuOp(node) ? ExecutionKind::CpuWork : ExecutionKind::Compute;
        entry.duration = Picoseconds(static_cast<int64_t>(Sliced(ns * kPsPerNs)));
        entry.unit =
            static_cast<uint16_t>(AtMost(UINT16_MAX, node.id, "unit", node.unit.value_or(0)));
        entry.operations = Sliced(node.operations.value_or(0));
        entry.bytes = Sliced(node.tensorBytes.value_or(0));
    }

    /// @return what a slice of the trace has of it
    uint64_t Sliced(uint64_t whole) const
    {
        return PartOf(m_file.options.slice, whole);
    }

    void FillMessage(ExecutionNode& entry, const ChakraNode& node)
    {
        const bool isSend = static_cast<ChakraType>(node.type) == ChakraType::Send;
        entry.kind = isSend ? ExecutionKind::Send : ExecutionKind::Receive;
        entry.bytes = CommunicationBytes(node);
        entry.tag = node.tag.value_or(0);
        const auto& given = isSend ? node.destination : node.source;
        if (!given && !node.group.empty())
        {
            m_ofPairs[node.group].push_back(static_cast<uint32_t>(m_trace.nodes.size()));
            return;
        }
        const auto peer = Needed(node, given, isSend ? "comm_dst" : "comm_src");
        if (peer >= m_file.ranks || peer == m_file.rank)
        {
            FailAt(node.id,
                   std::string(isSend ? "comm_dst " : "comm_src ") + std::to_string(peer) +
                       " is not allowed: must be one of the " + std::to_string(m_file.ranks) +
                       " ranks, and not " + std::to_string(m_file.rank) + " itself");
        }
        entry.peer = static_cast<uint32_t>(peer);
    }

    void FillCollective(ExecutionNode& entry, const ChakraNode& node)
    {
        entry.kind = ExecutionKind::Collective;
        const uint64_t type = Needed(node, node.communicationType, "comm_type");
        if (type >= kChakraCollectives.size())
        {
            FailAt(node.id,
                   "comm_type " + std::to_string(type) +
                       " is not allowed: must be 0 to 9 (ALL_REDUCE to BARRIER)");
        }
        entry.collective = kChakraCollectives[type];
        entry.bytes = entry.collective == CollectiveKind::Barrier ? 0 : CommunicationBytes(node);
        entry.group = m_groups.IndexOf(node.group);
    }

    uint64_t CommunicationBytes(const ChakraNode& node) const
    {
        const uint64_t bytes = Sliced(Needed(node, node.communicationBytes, "comm_size"));
        return AtMost(kMaxStreamBytes, node.id, "comm_size", bytes);
    }

    uint64_t AtMost(uint64_t most, uint64_t id, const char* name, uint64_t value) const
    {
        if (value > most)
        {
            FailAt(id,
                   std::string(name) + " " + std::to_string(value) +
                       " is not allowed: must be at most " + std::to_string(most));
        }
        return value;
    }

    uint64_t Needed(const ChakraNode& node,
                    const std::optional<uint64_t>& attribute,
                    const char* name) const
    {
        if (!attribute)
        {
            FailAt(node.id, std::string("lacks the attribute ") + name);
        }
        return *attribute;
    }

    /// Ids become indexes.
    void Resolve()
    {
        m_trace.dependencies.reserve(m_awaited.size());
        for (ExecutionNode& node : m_trace.nodes)
        {
            const uint32_t first =
                std::exchange(node.firstDependency,
                              static_cast<uint32_t>(m_trace.dependencies.size()));
            const uint32_t given = std::exchange(node.dependencies, 0);
            const uint32_t ends = given - std::exchange(node.startsAwaited, 0);
            for (uint32_t i = 0; i < given; ++i)
            {
                const auto found = m_indexes.find(m_awaited[first + i]);
                if (found != m_indexes.end())
                {
                    m_trace.dependencies.push_back(found->second);
                    ++node.dependencies;
                    node.startsAwaited += i < ends ? 0 : 1;
                }
                else if (!m_file.options.ignoresMissingNodes)
                {
                    FailAt(node.id,
                           "waits for node " + std::to_string(m_awaited[first + i]) +
                               ", which is missing (execution.missing_nodes may say \"ignore\"" +
                               (m_hasControl ? ", or execution.dependencies \"data\"" : "") + ")");
                }
            }
        }
    }

    const ChakraRankFile& m_file;    ///< the file
    ChakraGroups& m_groups;          ///< where to note process groups
    RankTrace m_trace;               ///< what has been read
    std::vector<uint64_t> m_awaited; ///< dependencies by id
    MessagesOfPairs m_ofPairs;       ///< messages that name a group and no rank
    bool m_hasControl{false};        ///< whether some of these are control dependencies
    std::unordered_map<uint64_t, uint32_t> m_indexes; ///< of nodes, by id
};

} // namespace

ChakraRank
ReadChakraRank(const ChakraRankFile& file, ChakraGroups& groups)
{
    return RankReader(file, groups).Read();
}

} // namespace ns3::esa
