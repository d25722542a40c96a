/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHILD_TRIAL_H
#define ESA_CHILD_TRIAL_H

#include <functional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Try something in a process of its own, since ns-3 aborts where it finds an error.
 * @param trial what to try; returns whether it has succeeded
 * @return whether it has; true, too, if there can be no further process: ns-3 will find errors
 */
bool SucceedsInChild(const std::function<bool()>& trial);

} // namespace ns3::esa

#endif // ESA_CHILD_TRIAL_H
