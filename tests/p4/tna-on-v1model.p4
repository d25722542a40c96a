// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The TNA program's stages in bmv2's simple_switch: parser, passes and deparser for v1model around
// what tna_stages.py makes of contrib/esa/p4/esa-tna-stages.p4 and esa-tna-switch.p4.
//
// A packet that comes again leaves at a port of its own, with a tag in front. Whoever sends it back
// in decides what comes in between.

#include <core.p4>
#include <v1model.p4>

// What of TNA the stages know
struct ingress_intrinsic_metadata_for_deparser_t
{
    bit<3> drop_ctl;
    bit<3> resubmit_type;
}

struct ingress_intrinsic_metadata_for_tm_t
{
    bit<9> ucast_egress_port;
    bit<1> bypass_egress;
    bit<16> mcast_grp_a;
}

struct egress_intrinsic_metadata_t
{
    bit<9> egress_port;
    bit<16> egress_rid;
    bit<19> enq_qdepth;
}

#include "esa-wire-format.p4"

const bit<9> kPassPort = 50;
const bit<48> kPassAddress = 0x060000000002;
const bit<8> kResubmitted = 1;
const bit<8> kRecirculated = 2;

// In front of a packet that comes again
header PassTag
{
    bit<48> address;
    bit<8> kind;
}

#include "esa-tna-stages-for-v1model.p4"

struct TwinMetadata
{
    TnaMetadata m;
}

parser FrameParser(packet_in frame,
                   out TnaHeaders hdr,
                   inout TwinMetadata twin,
                   inout standard_metadata_t standard)
{
    state start
    {
        transition select(frame.lookahead<bit<48>>())
        {
            kPassAddress: tagged;
            default: ethernet;
        }
    }

    state tagged
    {
        frame.extract(hdr.tag);
        transition select(hdr.tag.kind)
        {
            kResubmitted: resubmitted;
            default: recirculated;
        }
    }

    // the tag and the frame as it came
    state resubmitted
    {
        frame.extract(hdr.resubmitted);
        transition ethernet;
    }

    state recirculated
    {
        frame.extract(hdr.second);
        frame.extract(hdr.ethernet);
        frame.extract(hdr.ipv4);
        frame.extract(hdr.ina);
        frame.extract(hdr.passed);
        transition values;
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

control VerifyNothing(inout TnaHeaders hdr, inout TwinMetadata twin)
{
    apply
    {
    }
}

control Process(inout TnaHeaders hdr, inout TwinMetadata twin, inout standard_metadata_t standard)
{
    Stages() stages;
    SendFragment() sendFragment;
    ForwardFrame() forwardFrame;

    apply
    {
        // Tofino's parser drops a frame that ends before what it extracts does.
        if (standard.parser_error != error.NoError)
        {
            mark_to_drop(standard);
            exit;
        }
        ingress_intrinsic_metadata_for_deparser_t toDeparser = {0, 0};
        ingress_intrinsic_metadata_for_tm_t toTm = {0, 0, 0};
        bit<1> isResubmitted = 0;
        if (hdr.resubmitted.isValid())
        {
            isResubmitted = 1;
            twin.m.resubmitted.step = hdr.resubmitted.step;
            twin.m.resubmitted.expectedPriority = hdr.resubmitted.expectedPriority;
            twin.m.resubmitted.loweredPriority = hdr.resubmitted.loweredPriority;
        }
        hdr.tag.setInvalid();
        hdr.resubmitted.setInvalid();
        if (hdr.ina.isValid())
        {
            stages.apply(hdr, isResubmitted, twin.m, toDeparser);
            sendFragment.apply(hdr, twin.m, toDeparser, toTm);
        }
        else
        {
            forwardFrame.apply(hdr, toDeparser, toTm);
        }
        standard.egress_spec = toTm.ucast_egress_port;
        standard.mcast_grp = toTm.mcast_grp_a;
        if (toDeparser.resubmit_type == kResubmitStep)
        {
            // Of the packet nothing is needed: it comes again as it came.
            hdr.tag = {kPassAddress, kResubmitted};
            hdr.resubmitted = {twin.m.resubmitted.step,
                               twin.m.resubmitted.expectedPriority,
                               twin.m.resubmitted.loweredPriority,
                               0};
            standard.egress_spec = kPassPort;
        }
        else if (hdr.second.isValid())
        {
            hdr.tag = {kPassAddress, kRecirculated};
            standard.egress_spec = kPassPort;
        }
        else if (toDeparser.drop_ctl == 1)
        {
            mark_to_drop(standard);
        }
    }
}

control SendFrame(inout TnaHeaders hdr, inout TwinMetadata twin, inout standard_metadata_t standard)
{
    SetAddresses() setAddresses;

    apply
    {
        if (hdr.ina.isValid() && !hdr.tag.isValid())
        {
            egress_intrinsic_metadata_t intrinsic = {standard.egress_port,
                                                     standard.egress_rid,
                                                     standard.enq_qdepth};
            setAddresses.apply(hdr.ethernet, hdr.ipv4, hdr.ina, intrinsic);
        }
    }
}

control UpdateChecksum(inout TnaHeaders hdr, inout TwinMetadata twin)
{
    apply
    {
        update_checksum(hdr.ina.isValid(), IPV4_CHECKED(hdr.ipv4), hdr.ipv4.checksum,
                        HashAlgorithm.csum16);
    }
}

control FrameDeparser(packet_out frame, in TnaHeaders hdr)
{
    apply
    {
        frame.emit(hdr);
    }
}

V1Switch(FrameParser(),
         VerifyNothing(),
         Process(),
         SendFrame(),
         UpdateChecksum(),
         FrameDeparser()) main;
