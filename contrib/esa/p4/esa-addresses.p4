// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ADDRESSES_P4
#define ESA_ADDRESSES_P4

// The addresses of model/link/esa-frame-builder.h.

#include "esa-wire-format.p4"

// The last byte of these is a worker's number plus 1. 255 is the PS.
const bit<16> kWorkersInHostNetwork = 254;
// 100.64.0.0/10, for further workers: the job modulo 64, and 16 bits for the worker
const bit<32> kFurtherNetwork = 0x64400000;

bit<32> ParameterServerAddress(in bit<16> job)
{
    return kHostNetwork | (bit<32>)job << 8 | 255;
}

bit<32> WorkerAddress(in bit<16> job, in bit<16> worker)
{
    return worker < kWorkersInHostNetwork
               ? kHostNetwork | (bit<32>)job << 8 | (bit<32>)worker + 1
               : kFurtherNetwork | (bit<32>)(job & 63) << 16 | (bit<32>)worker;
}

// The worker that has an address
bit<16> WorkerOf(in bit<32> address)
{
    return address[31:22] == kFurtherNetwork[31:22] ? address[15:0]
                                                    : (bit<16>)(address[7:0] - 1);
}

#endif // ESA_ADDRESSES_P4
