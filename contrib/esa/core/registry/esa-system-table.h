// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_TABLE_H
#define ESA_SYSTEM_TABLE_H

#include "ns3/esa-system-record.h"

#include <cstddef>

namespace ns3::esa
{

/// The systems of the module, in the order of result tables.
extern const SystemRecord kSystems[];

/// Number of these systems.
extern const std::size_t kSystemsCount;

} // namespace ns3::esa

#endif // ESA_SYSTEM_TABLE_H
