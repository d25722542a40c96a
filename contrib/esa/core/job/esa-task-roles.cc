// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-task-roles.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

TaskRoles::TaskRoles(std::vector<uint64_t> ends,
                     std::vector<CollectiveOperation> operations,
                     uint32_t workers)
    : m_ends(std::move(ends)),
      m_operations(std::move(operations)),
      m_workers(workers)
{
    ESA_ASSERT(!m_ends.empty() && m_ends.back() > 0, "an iteration has at least one task");
    ESA_ASSERT(m_operations.size() == 1 || m_operations.size() == m_ends.size(),
               "every partition has an operation");
}

TaskRole
TaskRoles::Of(StreamPosition position) const
{
    const uint64_t place = position % m_ends.back();
    const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), place);
    const auto partition = static_cast<std::size_t>(end - m_ends.begin());
    const uint64_t begin = partition == 0 ? 0 : m_ends[partition - 1];
    const CollectiveOperation& operation = m_operations[m_operations.size() == 1 ? 0 : partition];
    const auto inTurn = static_cast<uint16_t>((place - begin) % m_workers);
    const StreamPosition first = position - (place - begin);
    const auto gather =
        (place - begin) % kClock == 0 ? TaskRole::Kind::Clock : TaskRole::Kind::Gather;
    switch (operation.kind)
    {
    case CollectiveKind::ReduceScatter:
        return {TaskRole::Kind::Reduce, inTurn, m_workers, first};
    case CollectiveKind::AllGather:
        return {gather, inTurn, m_workers, first};
    case CollectiveKind::Broadcast:
        return {gather, operation.root, 1, first};
    case CollectiveKind::Reduce:
        return {TaskRole::Kind::Reduce, operation.root, 1, first};
    case CollectiveKind::AllReduce:
    case CollectiveKind::Barrier:
        return {};
    case CollectiveKind::AllToAll:
    case CollectiveKind::SendReceive:
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
        break;
    }
    ESA_ASSERT(false, "switches have no part in these operations");
    return {};
}

} // namespace ns3::esa
