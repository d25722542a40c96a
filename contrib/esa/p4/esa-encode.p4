// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ENCODE_P4
#define ESA_ENCODE_P4

// EncodeInaHeader() and EncodeSwitchMlHeader(): the fragment goes back into its frame.

#include "esa-metadata.p4"
#include "esa-wire-format.p4"

control EncodeIna(inout Headers hdr, in Fragment packet, in SumOperation sumOperation)
{
    action EncodeFields()
    {
        hdr.ina.bitmap0 = packet.bitmap;
        hdr.ina.job = packet.job;
        hdr.ina.seq = packet.seq;
        hdr.ina.aggregator = packet.aggregator;
        hdr.ina.fanIn0 = packet.fanIn;
        hdr.ina.kind = (bit<4>)packet.kind;
        hdr.ina.collision = packet.collision;
        hdr.ina.ecn = packet.ecn;
        hdr.ina.priority = packet.priority;
        hdr.ina.group = packet.group;
    }

    action CarryValues()
    {
        hdr.ina.digest = 0;
    }

    action CarryNothing()
    {
        hdr.ina.digest = 1;
    }

    action MarkEcn()
    {
        hdr.ipv4.ecn = 3;
    }

    action ClearEcn()
    {
        hdr.ipv4.ecn = 2;
    }

    apply
    {
        EncodeFields();
        if (sumOperation == SumOperation.Empty)
        {
            CarryNothing();
        }
        else if (sumOperation != SumOperation.None && sumOperation != SumOperation.Clear)
        {
            CarryValues();
        }
        if (packet.ecn == 1)
        {
            MarkEcn();
        }
        else
        {
            ClearEcn();
        }
    }
}

control EncodeSwitchMl(inout Headers hdr, in Fragment packet)
{
    action EncodeGradient()
    {
        hdr.switchMl.messageType = 0;
    }

    action EncodeResult()
    {
        hdr.switchMl.messageType = 1;
    }

    action MarkEcn()
    {
        hdr.ipv4.ecn = 3;
    }

    action ClearEcn()
    {
        hdr.ipv4.ecn = 2;
    }

    apply
    {
        if (packet.kind == PacketKind.Result)
        {
            EncodeResult();
        }
        else
        {
            EncodeGradient();
        }
        if (packet.ecn == 1)
        {
            MarkEcn();
        }
        else
        {
            ClearEcn();
        }
    }
}

#endif // ESA_ENCODE_P4
