// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ENCODE_P4
#define ESA_ENCODE_P4

// EncodeInaHeader() and EncodeSwitchMlHeader(): the fragment goes back into its frame.

#include "esa-metadata.p4"
#include "esa-wire-format.p4"

// A frame whose sender is not capable of ECN (0) stays so, and one that loses its mark becomes ECT(0).
control EncodeEcn(inout Ipv4 ipv4, in bit<1> ecn)
{
    action MarkEcn()
    {
        ipv4.ecn = 3;
    }

    action ClearEcn()
    {
        ipv4.ecn = 2;
    }

    apply
    {
        if (ecn == 1 && ipv4.ecn != 0)
        {
            MarkEcn();
        }
        else if (ecn == 0 && ipv4.ecn == 3)
        {
            ClearEcn();
        }
    }
}

control EncodeIna(inout Headers hdr, in Fragment packet, in SumOperation sumOperation)
{
    EncodeEcn() encodeEcn;

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
        encodeEcn.apply(hdr.ipv4, packet.ecn);
    }
}

control EncodeSwitchMl(inout Headers hdr, in Fragment packet)
{
    EncodeEcn() encodeEcn;

    action EncodeGradient()
    {
        hdr.switchMl.messageType = 0;
    }

    action EncodeResult()
    {
        hdr.switchMl.messageType = 1;
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
        encodeEcn.apply(hdr.ipv4, packet.ecn);
    }
}

#endif // ESA_ENCODE_P4
