// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_WORKER_DEFAULT_PARTS_H
#define ESA_TEST_CORE_WORKER_DEFAULT_PARTS_H

#include "ns3/esa-system.h"
#include "ns3/esa-transport-parts.h"

namespace ns3::esa
{

/// @param record a system
/// @param parameters of the transport
/// @return the parts of a transport, where the parameters of the system have their defaults
inline TransportParts
DefaultParts(const SystemRecord& record, const WorkerTransportParameters& parameters)
{
    return MakeTransportParts(System(record), parameters);
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_WORKER_DEFAULT_PARTS_H
