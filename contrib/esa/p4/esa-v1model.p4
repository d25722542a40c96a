// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The simulated switch in P4_16, for the v1model architecture (bmv2's simple_switch): the reference
// of contrib/esa/core/switch/esa-switch-pipeline*.cc. Each control stands in a file of its own under
// the name that it has there. See README.md.

#include <core.p4>
#include <v1model.p4>

#include "esa-addresses.p4"
#include "esa-aggregator-table.p4"
#include "esa-decode.p4"
#include "esa-dispatch.p4"
#include "esa-encode.p4"
#include "esa-gradient-sum.p4"
#include "esa-group-table.p4"
#include "esa-metadata.p4"
#include "esa-job-forwarding.p4"
#include "esa-system.p4"
#include "esa-switch.p4"
#include "esa-wire-format.p4"

// Packets by outcome
register<bit<32>>(kOutcomes) counts;

// Packets that do not enter the pipeline (Outcome::PassedBy and Outcome::UnknownJob)
register<bit<32>>(1) passedBy;
register<bit<32>>(1) unknownJob;

parser FrameParser(packet_in frame,
                   out Headers hdr,
                   inout Metadata m,
                   inout standard_metadata_t standard)
{
    state start
    {
        frame.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType)
        {
            kIpv4EtherType: ipv4;
            default: accept;
        }
    }

    state ipv4
    {
        frame.extract(hdr.ipv4);
        // options, and what is behind the first of several IPv4 fragments, are not looked into
        transition select(hdr.ipv4.version,
                          hdr.ipv4.headerWords,
                          hdr.ipv4.fragmentOffset,
                          hdr.ipv4.protocol)
        {
            (4, 5, 0, kInaIpProtocol): ina;
            (4, 5, 0, kSwitchMlIpProtocol): udp;
            default: accept;
        }
    }

    state ina
    {
        frame.extract(hdr.ina);
        transition select(hdr.ipv4.totalBytes)
        {
            kInaIpBytes: allValues;
            default: accept;
        }
    }

    state allValues
    {
        frame.extract(hdr.low);
        frame.extract(hdr.high);
        transition accept;
    }

    state udp
    {
        frame.extract(hdr.udp);
        transition select(hdr.udp.destinationPort)
        {
            kSwitchMlUdpPort: switchMl;
            default: accept;
        }
    }

    state switchMl
    {
        frame.extract(hdr.switchMl);
        frame.extract(hdr.low);
        transition accept;
    }
}

control VerifyNothing(inout Headers hdr, inout Metadata m)
{
    apply
    {
    }
}

// SwitchPipeline::Process()
control Process(inout Headers hdr, inout Metadata m, inout standard_metadata_t standard)
{
    System() system;
    DecodeIna() decodeIna;
    DecodeSwitchMl() decodeSwitchMl;
    FindJob() findJob;
    FindGroup() findGroup;
    PassBy() passBy;
    ReadAggregator() readAggregator;
    Dispatch() dispatch;
    GradientSum() gradientSum;
    WriteAggregator() writeAggregator;
    EncodeIna() encodeIna;
    EncodeSwitchMl() encodeSwitchMl;
    SendFragment() sendFragment;
    ForwardFrame() forwardFrame;

    action Malformed()
    {
        m.outcome = Outcome.Malformed;
    }

    action SetTime()
    {
        m.now = standard.ingress_global_timestamp;
    }

    action PassedBy()
    {
        bit<32> count;
        passedBy.read(count, 0);
        passedBy.write(0, count + 1);
    }

    action UnknownJob()
    {
        bit<32> count;
        unknownJob.read(count, 0);
        unknownJob.write(0, count + 1);
    }

    action Count()
    {
        bit<32> count;
        counts.read(count, (bit<32>)(bit<4>)m.outcome);
        counts.write((bit<32>)(bit<4>)m.outcome, count + 1);
    }

    apply
    {
        system.apply(m.rules);
        if (m.now == 0)
        {
            SetTime();
        }
        m.sumOperation = SumOperation.None;
        m.egress = PacketEgress.Nowhere;
        bool isIna = m.rules.frame == FrameFormat.Ina && hdr.ina.isValid();
        bool isSwitchMl = m.rules.frame == FrameFormat.SwitchMl && hdr.switchMl.isValid();
        if (isIna || isSwitchMl)
        {
            bool isValid;
            if (isIna)
            {
                decodeIna.apply(hdr, m.packet, isValid);
            }
            else
            {
                decodeSwitchMl.apply(hdr, m.packet, isValid);
            }
            bool passesBy = false;
            findJob.apply(m);
            findGroup.apply(m);
            isValid = isValid && (m.group.isOfJob || m.packet.group == 0);
            bool isUnknown = isValid && !m.isOfKnownJob;
            if (isValid && !isUnknown)
            {
                passBy.apply(m, passesBy);
            }
            if (isUnknown)
            {
                UnknownJob();
            }
            else if (passesBy)
            {
                PassedBy();
            }
            else if (!isValid || m.packet.aggregator >= ESA_AGGREGATORS)
            {
                Malformed();
            }
            else
            {
                m.index = m.packet.aggregator;
                readAggregator.apply(m.index, m.aggregator);
                dispatch.apply(m);
                gradientSum.apply(hdr, m);
                writeAggregator.apply(m.index, m.aggregator);
            }
            if (!passesBy && !isUnknown)
            {
                Count();
            }
            if (isIna)
            {
                encodeIna.apply(hdr, m.packet, m.sumOperation);
            }
            else
            {
                encodeSwitchMl.apply(hdr, m.packet);
            }
            sendFragment.apply(standard, m);
        }
        else
        {
            forwardFrame.apply(hdr, standard);
        }
    }
}

control SendFrame(inout Headers hdr, inout Metadata m, inout standard_metadata_t standard)
{
    SetAddresses() setAddresses;
    MarkQueue() markQueue;

    action EnterAgain()
    {
        recirculate_preserving_field_list(kKeptAgain);
    }

    apply
    {
        if (m.entersAgain)
        {
            EnterAgain();
        }
        else if (m.egress != PacketEgress.Nowhere)
        {
            setAddresses.apply(hdr, standard, m);
            markQueue.apply(hdr, standard, m);
        }
    }
}

control UpdateChecksum(inout Headers hdr, inout Metadata m)
{
    apply
    {
        update_checksum(m.egress != PacketEgress.Nowhere,
                        IPV4_CHECKED(hdr.ipv4),
                        hdr.ipv4.checksum,
                        HashAlgorithm.csum16);
    }
}

control FrameDeparser(packet_out frame, in Headers hdr)
{
    apply
    {
        frame.emit(hdr.ethernet);
        frame.emit(hdr.ipv4);
        frame.emit(hdr.ina);
        frame.emit(hdr.udp);
        frame.emit(hdr.switchMl);
        frame.emit(hdr.low);
        frame.emit(hdr.high);
    }
}

V1Switch(FrameParser(),
         VerifyNothing(),
         Process(),
         SendFrame(),
         UpdateChecksum(),
         FrameDeparser()) main;
