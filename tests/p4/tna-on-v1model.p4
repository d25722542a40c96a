/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The TNA program's stages in bmv2's simple_switch: parser, passes and deparser for v1model around
// what tna_stages.py makes of contrib/esa/p4/esa-tna-stages.p4 and esa-tna-switch.p4.

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
}

#include "esa-wire-format.p4"
#include "esa-tna-stages-for-v1model.p4"

// standard_metadata.instance_type of simple_switch
const bit<32> kRecirculated = 4;
const bit<32> kResubmitted = 6;

// Lists of fields that a packet keeps
#define RESUBMISSION 1
#define RECIRCULATION 2

struct TwinMetadata
{
    @field_list(RESUBMISSION) Resubmitted resubmitted;
    TnaMetadata m;
}

parser FrameParser(packet_in frame,
                   out TnaHeaders hdr,
                   inout TwinMetadata twin,
                   inout standard_metadata_t standard)
{
    state start
    {
        transition select(standard.instance_type)
        {
            kRecirculated: recirculated;
            default: ethernet;
        }
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
        transition select(hdr.ipv4.headerWords, hdr.ipv4.protocol)
        {
            (5, kInaIpProtocol): ina;
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
        ingress_intrinsic_metadata_for_deparser_t toDeparser = {0, 0};
        ingress_intrinsic_metadata_for_tm_t toTm = {0, 0, 0};
        twin.m.resubmitted = twin.resubmitted;
        if (hdr.ina.isValid())
        {
            bit<1> isResubmitted = standard.instance_type == kResubmitted ? 1w1 : 1w0;
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
            twin.resubmitted = twin.m.resubmitted;
            resubmit_preserving_field_list(RESUBMISSION);
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
        if (hdr.second.isValid())
        {
            recirculate_preserving_field_list(RECIRCULATION);
        }
        else if (hdr.ina.isValid())
        {
            egress_intrinsic_metadata_t intrinsic = {standard.egress_port, standard.egress_rid};
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
