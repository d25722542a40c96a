// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What Tofino cannot do and its compiler accepts: a pass may access the register `twice` in two
// tables. The register `once` has two tables, too, but no pass runs both. tofino-report is to tell
// the one from the other.

#include <core.p4>
#include <tna.p4>

header Numbers
{
    bit<32> index;
    bit<32> number;
    bit<32> first;
    bit<32> second;
    bit<8> one;
    bit<8> other;
}

struct NumberHeaders
{
    Numbers numbers;
}

struct NoMetadata
{
}

parser IngressParser(packet_in frame,
                     out NumberHeaders hdr,
                     out NoMetadata m,
                     out ingress_intrinsic_metadata_t intrinsic)
{
    state start
    {
        frame.extract(intrinsic);
        frame.advance(PORT_METADATA_SIZE);
        frame.extract(hdr.numbers);
        transition accept;
    }
}

#define REGISTER(name)                                                                             \
    Register<bit<32>, bit<32>>(1024, 0) name;                                                      \
    RegisterAction<bit<32>, bit<32>, bit<32>>(name) name##Put = {                                  \
        void apply(inout bit<32> value, out bit<32> old)                                           \
        {                                                                                          \
            old = value;                                                                           \
            value = hdr.numbers.number;                                                            \
        }                                                                                          \
    };                                                                                             \
    RegisterAction<bit<32>, bit<32>, bit<32>>(name) name##Look = {                                 \
        void apply(inout bit<32> value, out bit<32> old)                                           \
        {                                                                                          \
            old = value;                                                                           \
        }                                                                                          \
    };

control Process(inout NumberHeaders hdr,
                inout NoMetadata m,
                in ingress_intrinsic_metadata_t intrinsic,
                in ingress_intrinsic_metadata_from_parser_t fromParser,
                inout ingress_intrinsic_metadata_for_deparser_t toDeparser,
                inout ingress_intrinsic_metadata_for_tm_t toTm)
{
    REGISTER(once)
    REGISTER(twice)

    action PutOnce()
    {
        hdr.numbers.first = oncePut.execute(hdr.numbers.index);
    }

    action LookOnce()
    {
        hdr.numbers.second = onceLook.execute(hdr.numbers.index);
    }

    action PutFirst()
    {
        hdr.numbers.first = twicePut.execute(hdr.numbers.index);
    }

    action LookThen()
    {
        hdr.numbers.second = twiceLook.execute(hdr.numbers.index);
    }

    apply
    {
        toTm.ucast_egress_port = 1;
        if (hdr.numbers.one == 1)
        {
            PutOnce();
        }
        else if (hdr.numbers.other == 2)
        {
            LookOnce();
        }
        if (hdr.numbers.one == 2)
        {
            PutFirst();
        }
        if (hdr.numbers.other == 3)
        {
            LookThen();
        }
    }
}

control IngressDeparser(packet_out frame,
                        inout NumberHeaders hdr,
                        in NoMetadata m,
                        in ingress_intrinsic_metadata_for_deparser_t toDeparser)
{
    apply
    {
        frame.emit(hdr);
    }
}

parser EgressParser(packet_in frame,
                    out NumberHeaders hdr,
                    out NoMetadata m,
                    out egress_intrinsic_metadata_t intrinsic)
{
    state start
    {
        frame.extract(intrinsic);
        transition accept;
    }
}

control SendFrame(inout NumberHeaders hdr,
                  inout NoMetadata m,
                  in egress_intrinsic_metadata_t intrinsic,
                  in egress_intrinsic_metadata_from_parser_t fromParser,
                  inout egress_intrinsic_metadata_for_deparser_t toDeparser,
                  inout egress_intrinsic_metadata_for_output_port_t toPort)
{
    apply
    {
    }
}

control EgressDeparser(packet_out frame,
                       inout NumberHeaders hdr,
                       in NoMetadata m,
                       in egress_intrinsic_metadata_for_deparser_t toDeparser)
{
    apply
    {
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
