/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Where a relation is broken for a reason. An entry is as narrow as its mechanism.

#include "physics/pair.h"

namespace ns3::esa::test
{

const std::vector<Reason>&
Reasons()
{
    static const std::vector<Reason> reasons{};
    return reasons;
}

} // namespace ns3::esa::test
