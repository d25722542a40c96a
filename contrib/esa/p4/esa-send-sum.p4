// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SEND_SUM_P4
#define ESA_SEND_SUM_P4

// SwitchPipeline::SendSum(): a complete sum leaves. It becomes a member of the group above, if there
// is one. Otherwise it goes where the system's results come from.

#include "esa-bitmap.p4"
#include "esa-group-table.p4"
#include "esa-metadata.p4"

control SendSum(inout Metadata m)
{
    Promote() promote;

    action Completed()
    {
        m.outcome = Outcome.Completed;
    }

    action SendToParameterServer()
    {
        m.packet.kind = PacketKind.Partial;
        m.egress = PacketEgress.ToParameterServer;
    }

    action SendToWorkers()
    {
        m.packet.kind = PacketKind.Result;
        m.egress = PacketEgress.ToWorkers;
    }

    apply
    {
        Completed();
        if (m.group.above != 0)
        {
            promote.apply(m);
        }
        else if (m.rules.resultSource == ResultSource.ParameterServer || m.group.isForServer)
        {
            SendToParameterServer();
        }
        else
        {
            SendToWorkers();
        }
    }
}

#endif // ESA_SEND_SUM_P4
