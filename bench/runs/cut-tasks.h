/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CUT_TASKS_H
#define CUT_TASKS_H

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-fragment.h"
#include "ns3/esa-system-record.h"

#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace esabench
{

/**
 * @brief The tasks that have met another task at their aggregator.
 *
 * All other tasks have the switch for themselves. Only these have to be moved packet by packet.
 */
class CutTasks
{
  public:
    /// @param rules what the switch does
    explicit CutTasks(const ns3::esa::SwitchPart& rules);

    /**
     * @brief A fragment arrives at the switch.
     * @param fragment the fragment
     * @param table the aggregators, before the switch decides
     */
    void OnArrival(const ns3::esa::Fragment& fragment, const ns3::esa::AggregatorTable& table);

    /// @return number of such tasks
    std::size_t Size() const
    {
        return m_tasks.size();
    }

  private:
    bool m_cutsResident;                  ///< whether a collision changes the resident, too
    std::unordered_set<uint64_t> m_tasks; ///< the tasks, by TaskKey()
};

} // namespace esabench

#endif // CUT_TASKS_H
