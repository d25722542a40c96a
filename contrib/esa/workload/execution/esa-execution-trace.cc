/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-execution-trace.h"

namespace ns3::esa
{

const char*
NameOf(CollectiveKind kind)
{
    switch (kind)
    {
    case CollectiveKind::AllReduce:
        return "all_reduce";
    case CollectiveKind::Reduce:
        return "reduce";
    case CollectiveKind::AllGather:
        return "all_gather";
    case CollectiveKind::Broadcast:
        return "broadcast";
    case CollectiveKind::AllToAll:
        return "all_to_all";
    case CollectiveKind::ReduceScatter:
        return "reduce_scatter";
    case CollectiveKind::Barrier:
        return "barrier";
    case CollectiveKind::SendReceive:
        return "send_receive";
    }
    return "";
}

} // namespace ns3::esa
