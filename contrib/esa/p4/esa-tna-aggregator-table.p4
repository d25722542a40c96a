// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_AGGREGATOR_TABLE_P4
#define ESA_TNA_AGGREGATOR_TABLE_P4

// AggregatorTable on Tofino, but for the values. Each register has one table, and a packet meets
// that table once: whatever its entries choose, the register is accessed at most once in a pass.
//
// An aggregator is free if it has no owner. It counts as free, too, if nobody is missing: the sum is
// complete and has left, and the packet that took it frees the aggregator in its second pass.

#include "esa-tna-metadata.p4"

// Packet swapping: the packet's field goes in, the resident's comes out. Looking does the latter.
#define SWAPPED_REGISTER(T, field, put)                                                            \
    Register<T, bit<32>>(ESA_AGGREGATORS, 0) field;                                                \
    RegisterAction<T, bit<32>, T>(field) field##Put = {                                            \
        void apply(inout T value, out T resident)                                                  \
        {                                                                                          \
            resident = value;                                                                      \
            value = put;                                                                           \
        }                                                                                          \
    };                                                                                             \
    RegisterAction<T, bit<32>, T>(field) field##Look = {                                           \
        void apply(inout T value, out T resident)                                                  \
        {                                                                                          \
            resident = value;                                                                      \
        }                                                                                          \
    };

// The same for what a packet is compared with: the difference comes out, which is the resident's
// field as well as the answer.
#define COMPARED_REGISTER(T, field, put)                                                           \
    Register<T, bit<32>>(ESA_AGGREGATORS, 0) field;                                                \
    RegisterAction<T, bit<32>, T>(field) field##Put = {                                            \
        void apply(inout T value, out T difference)                                                \
        {                                                                                          \
            difference = value ^ put;                                                              \
            value = put;                                                                           \
        }                                                                                          \
    };                                                                                             \
    RegisterAction<T, bit<32>, T>(field) field##Look = {                                           \
        void apply(inout T value, out T difference)                                                \
        {                                                                                          \
            difference = value ^ put;                                                              \
        }                                                                                          \
    };

#endif // ESA_TNA_AGGREGATOR_TABLE_P4
