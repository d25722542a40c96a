/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TASK_TRIAL_H
#define TASK_TRIAL_H

#include <cstdint>
#include <string>

namespace esabench
{

/**
 * @brief Computes scenarios by TaskRecursion, compares the arrival of every result at every worker
 * with that in the simulator, and prints what it costs beside the simulator and stock ns-3.
 * @param rounds measurements of each, in turn; medians are printed
 * @param only a part of the names of cases; empty: all
 * @return true if every time and every iteration was the same
 * @throws std::runtime_error if there is no such case
 */
bool TryTasks(uint32_t rounds, const std::string& only);

} // namespace esabench

#endif // TASK_TRIAL_H
