// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// ESA's switch for Tofino, in P4_16 for the Tofino Native Architecture. Frames, kinds of packets and
// outcomes are those of the v1model program, from the same files. README.md tells where they differ.
//
// Stages of the ingress. A register is accessed once in a pass, by the one table it has.
//
//   stage  holds                                                                   registers
//     0    what the packet asks for, its level, whether its bits are possible          0
//     1    owner: the task that has the aggregator                                     1
//     2    sequence number, fan-ins with the level, the bit of the rack                3
//     3    bitmap, priority, ECN mark                                                  3
//     4    how many are missing; values                                                4
//     5    what becomes of the packet; values                                          4
//     6    what it takes along; values                                                 4
//    7-11  where it goes; values                                                       4 each
//
// A pass has room for half of a fragment's 62 values. Whatever touches the values takes a second
// pass through the recirculation port (SecondPass). It is one queue, so the second halves of an
// aggregator see the same operations in the same order as the first.
//
// What an aggregator has is known too late to write its identity in the same pass. A packet that
// meets another task's aggregator, a reminder and a late result thus decide in a first pass and
// write in another (paper, "Implementation"): they are resubmitted with what they are to do
// (Resubmitted). Whatever leaves by packet swapping comes from the registers in the pass that
// writes, so nothing is lost or added twice if another packet was quicker.

#include <core.p4>
#include <tna.p4>

#include "esa-tna-stages.p4"
#include "esa-tna-switch.p4"

parser IngressParser(packet_in frame,
                     out TnaHeaders hdr,
                     out TnaMetadata m,
                     out ingress_intrinsic_metadata_t intrinsic)
{
    state start
    {
        frame.extract(intrinsic);
        // what not every pass sets
        m.workers = Workers.Impossible;
        m.taken = Taken.Nothing;
        m.secondStep = Step.Forward;
        transition select(intrinsic.resubmit_flag, intrinsic.ingress_port)
        {
            (1, _): resubmitted;
            (0, kRecirculationPort): recirculated;
            default: fresh;
        }
    }

    state resubmitted
    {
        frame.extract(m.resubmitted);
        transition ethernet;
    }

    // only fragments are; a sum that was fetched by a short frame does not have its second half yet
    state recirculated
    {
        frame.advance(PORT_METADATA_SIZE);
        frame.extract(hdr.second);
        frame.extract(hdr.ethernet);
        frame.extract(hdr.ipv4);
        frame.extract(hdr.ina);
        frame.extract(hdr.passed);
        transition values;
    }

    state fresh
    {
        frame.advance(PORT_METADATA_SIZE);
        transition ethernet;
    }

    state ethernet
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
        transition select(hdr.ipv4.version,
                          hdr.ipv4.headerWords,
                          hdr.ipv4.fragmentOffset,
                          hdr.ipv4.protocol)
        {
            (4, 5, 0, kInaIpProtocol): ina;
            default: accept;
        }
    }

    state ina
    {
        frame.extract(hdr.ina);
        transition values;
    }

    state values
    {
        transition select(hdr.ipv4.totalBytes)
        {
            kInaIpBytes: allValues;
            default: accept;
        }
    }

    state allValues
    {
        frame.extract(hdr.values);
        transition accept;
    }
}

control Process(inout TnaHeaders hdr,
                inout TnaMetadata m,
                in ingress_intrinsic_metadata_t intrinsic,
                in ingress_intrinsic_metadata_from_parser_t fromParser,
                inout ingress_intrinsic_metadata_for_deparser_t toDeparser,
                inout ingress_intrinsic_metadata_for_tm_t toTm)
{
    Stages() stages;
    SendFragment() sendFragment;
    ForwardFrame() forwardFrame;

    apply
    {
        if (hdr.ina.isValid())
        {
            stages.apply(hdr, intrinsic.resubmit_flag, m, toDeparser);
            sendFragment.apply(hdr, m, toDeparser, toTm);
        }
        else
        {
            forwardFrame.apply(hdr, toDeparser, toTm);
        }
    }
}

control IngressDeparser(packet_out frame,
                        inout TnaHeaders hdr,
                        in TnaMetadata m,
                        in ingress_intrinsic_metadata_for_deparser_t toDeparser)
{
    Resubmit(kResubmitStep) resubmit;

    apply
    {
        if (toDeparser.resubmit_type == kResubmitStep)
        {
            resubmit.emit(m.resubmitted);
        }
        frame.emit(hdr);
    }
}

// The egress knows which copy of a result it has, and addresses it.

struct EgressHeaders
{
    Ethernet ethernet;
    Ipv4 ipv4;
    Ina ina;
}

struct EgressMetadata
{
}

parser EgressParser(packet_in frame,
                    out EgressHeaders hdr,
                    out EgressMetadata m,
                    out egress_intrinsic_metadata_t intrinsic)
{
    state start
    {
        frame.extract(intrinsic);
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
        transition select(hdr.ipv4.version,
                          hdr.ipv4.headerWords,
                          hdr.ipv4.fragmentOffset,
                          hdr.ipv4.protocol)
        {
            (4, 5, 0, kInaIpProtocol): ina;
            default: accept;
        }
    }

    state ina
    {
        frame.extract(hdr.ina);
        transition accept;
    }
}

control SendFrame(inout EgressHeaders hdr,
                  inout EgressMetadata m,
                  in egress_intrinsic_metadata_t intrinsic,
                  in egress_intrinsic_metadata_from_parser_t fromParser,
                  inout egress_intrinsic_metadata_for_deparser_t toDeparser,
                  inout egress_intrinsic_metadata_for_output_port_t toPort)
{
    SetAddresses() setAddresses;

    apply
    {
        if (hdr.ina.isValid())
        {
            setAddresses.apply(hdr.ethernet, hdr.ipv4, hdr.ina, intrinsic);
        }
    }
}

control EgressDeparser(packet_out frame,
                       inout EgressHeaders hdr,
                       in EgressMetadata m,
                       in egress_intrinsic_metadata_for_deparser_t toDeparser)
{
    Checksum() checksum;

    apply
    {
        if (hdr.ina.isValid())
        {
            hdr.ipv4.checksum = checksum.update(IPV4_CHECKED(hdr.ipv4));
        }
        frame.emit(hdr);
    }
}

Pipeline(IngressParser(),
         Process(),
         IngressDeparser(),
         EgressParser(),
         SendFrame(),
         EgressDeparser()) pipe;

Switch(pipe) main;
