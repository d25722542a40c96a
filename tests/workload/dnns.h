// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WORKLOAD_DNNS_H
#define ESA_TEST_WORKLOAD_DNNS_H

#include "ns3/esa-dnn.h"

namespace ns3::esa
{

/// @brief A DNN of two layers in two partitions each, sent in the order L2a, L1a, L1b, L2b.
/// @param layerUs computation of a layer, in microseconds
/// @param commCompRatio Comm/Comp of the priority formula
inline Dnn
TwoLayers(uint64_t partitionBytes, double layerUs, double commCompRatio)
{
    Dnn dnn;
    dnn.layerCompute.assign(2, FromMicroseconds(layerUs));
    dnn.partitions = {{2, partitionBytes},
                      {1, partitionBytes},
                      {1, partitionBytes},
                      {2, partitionBytes}};
    dnn.commCompRatio = commCompRatio;
    return dnn;
}

/// @return the paper's DNN A
inline Dnn
DnnA()
{
    return TwoLayers(4'000'000, 320, 2);
}

/// @return the paper's DNN B
inline Dnn
DnnB()
{
    return TwoLayers(2'000'000, 640, 0.5);
}

/// @return a DNN of three layers that takes 10, 20 and 30 us forward and 100, 200 and 300 us
///         backward; layer 3 has two partitions, all are of 100 bytes
inline Dnn
ThreeLayers()
{
    Dnn dnn;
    dnn.layerCompute = {FromMicroseconds(10), FromMicroseconds(20), FromMicroseconds(30)};
    dnn.layerBackward = {FromMicroseconds(100), FromMicroseconds(200), FromMicroseconds(300)};
    dnn.partitions = {{3, 100}, {3, 100}, {2, 100}, {1, 100}};
    return dnn;
}

/// @return a plan for fragments of 100 bytes on a 100 Gb/s link
inline FragmentPlan
SmallPlan(const Dnn& dnn)
{
    return FragmentPlan(dnn, 100);
}

} // namespace ns3::esa

#endif // ESA_TEST_WORKLOAD_DNNS_H
