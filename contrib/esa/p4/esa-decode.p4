// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DECODE_P4
#define ESA_DECODE_P4

// DecodeInaHeader() and DecodeSwitchMlHeader(): the fragment that a frame carries, and whether the
// frame is one that the other side can have written.

#include "esa-addresses.p4"
#include "esa-metadata.p4"
#include "esa-wire-format.p4"

control DecodeIna(in Headers hdr, inout Fragment packet, out bool isValid)
{
    action DecodeFields()
    {
        packet.bitmap = hdr.ina.bitmap0;
        packet.job = hdr.ina.job;
        packet.group = hdr.ina.group;
        packet.seq = hdr.ina.seq;
        packet.aggregator = hdr.ina.aggregator;
        packet.fanIn = hdr.ina.fanIn0;
        packet.kind = (PacketKind)hdr.ina.kind;
        packet.overflow = hdr.ina.overflow;
        packet.collision = hdr.ina.collision;
        packet.ecn = hdr.ina.ecn;
        packet.version = hdr.ina.version;
        packet.digest = hdr.ina.digest;
        packet.urgent = hdr.ina.urgent;
        packet.priority = hdr.ina.priority;
        // the worker is not in the header: it is the address's
        packet.worker = WorkerOf(hdr.ipv4.source);
    }

    // What the PS sends names the receiver. A result does on its way to the switch of its group.
    action NameReceiver()
    {
        packet.worker = WorkerOf(hdr.ipv4.destination);
    }

    // A queue on the way may have marked the IPv4 header alone.
    action TakeOverEcn()
    {
        packet.ecn = 1;
    }

    apply
    {
        DecodeFields();
        if (hdr.ipv4.ecn == 3)
        {
            TakeOverEcn();
        }
        if (packet.kind == PacketKind.Query || packet.kind == PacketKind.Forward ||
            packet.kind == PacketKind.Result)
        {
            NameReceiver();
        }
        // only packets that bring no sum may come in a shorter frame
        bool bringsNone = packet.kind == PacketKind.Reminder ||
                          packet.kind == PacketKind.WorkerReminder ||
                          packet.kind == PacketKind.Query || packet.kind == PacketKind.Received ||
                          packet.kind == PacketKind.NotSent;
        // a digest cannot be added here
        bool isAdded = packet.kind == PacketKind.Gradient ||
                       packet.kind == PacketKind.Resend && packet.bitmap != 0;
        // groups say what ATP says with the fields of a second level
        bool hasSecondLevel = hdr.ina.bitmap1 != 0 || hdr.ina.fanIn1 != 0 ||
                              hdr.ina.secondLevel != 0;
        isValid = hdr.ina.kind < kPacketKinds && hdr.ina.fanIn0 <= 32 && !hasSecondLevel &&
                  hdr.ina.reservedBit == 0 && (hdr.high.isValid() || bringsNone) &&
                  (hdr.ina.digest == 0 || !isAdded);
    }
}

// SwitchML's header has neither bitmap nor fan-in. The sender's address gives the bit, and the
// switch's table the fan-in (FindJob). A worker that no bitmap has room for gets no bit, which is
// malformed.
control DecodeSwitchMl(in Headers hdr, inout Fragment packet, out bool isValid)
{
    action DecodeFields()
    {
        packet.job = (bit<16>)hdr.switchMl.job;
        packet.seq = hdr.switchMl.tsi;
        packet.version = hdr.switchMl.version;
        packet.aggregator = (bit<32>)(hdr.switchMl.slot ++ hdr.switchMl.version);
        packet.worker = WorkerOf(hdr.ipv4.source);
        packet.bitmap = packet.worker < 32 ? 32w1 << packet.worker[4:0] : 0;
        packet.kind = PacketKind.Gradient;
        packet.ecn = 0;
    }

    // Only the IPv4 header has a mark.
    action TakeOverEcn()
    {
        packet.ecn = 1;
    }

    action DecodeResult()
    {
        packet.kind = PacketKind.Result;
    }

    apply
    {
        DecodeFields();
        if (hdr.ipv4.ecn == 3)
        {
            TakeOverEcn();
        }
        if (hdr.switchMl.messageType == 1)
        {
            DecodeResult();
        }
        isValid = hdr.switchMl.messageType <= 1 && hdr.switchMl.unused == 0 &&
                  hdr.switchMl.size == 0 && hdr.switchMl.exponents == 0 &&
                  hdr.udp.sourcePort == kSwitchMlUdpPort && hdr.udp.checksum == 0 &&
                  hdr.udp.bytes == kSwitchMlUdpBytes &&
                  hdr.ipv4.totalBytes == kSwitchMlIpBytes && hdr.low.isValid();
    }
}

#endif // ESA_DECODE_P4
