// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-task-ring.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Windows that are remembered: a task may have its result before it is looked at.
constexpr uint64_t kWindows = 2;

/// @return the least power of two that is not smaller
uint64_t
PowerOfTwo(uint64_t least)
{
    uint64_t power = 1;
    while (power < least)
    {
        power *= 2;
    }
    return power;
}

} // namespace

TaskRing::TaskRing(uint32_t workers, uint32_t most)
    : m_workers(workers),
      m_mask(PowerOfTwo(kWindows * std::max<uint64_t>(most, 64)) - 1),
      m_departures((m_mask + 1) * workers),
      m_tasks(m_mask + 1)
{
}

} // namespace ns3::esa
