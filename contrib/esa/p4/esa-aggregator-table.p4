// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_TABLE_P4
#define ESA_AGGREGATOR_TABLE_P4

// AggregatorTable (paper, "Switch Memory Layout"): one register array a field. A packet reads its
// aggregator once, before the stages, and writes it once, behind them.

#include "esa-metadata.p4"

register<bit<32>>(ESA_AGGREGATORS) aggregatorBitmap;
register<bit<32>>(ESA_AGGREGATORS) aggregatorCounter;
register<bit<32>>(ESA_AGGREGATORS) aggregatorSeq;
register<bit<16>>(ESA_AGGREGATORS) aggregatorJob;
register<bit<16>>(ESA_AGGREGATORS) aggregatorGroup;
register<bit<6>>(ESA_AGGREGATORS) aggregatorFanIn;
register<bit<8>>(ESA_AGGREGATORS) aggregatorPriority;
register<bit<2>>(ESA_AGGREGATORS) aggregatorState;
register<bit<1>>(ESA_AGGREGATORS) aggregatorEcn;
register<bit<48>>(ESA_AGGREGATORS) aggregatorTouchedAt;

control ReadAggregator(in bit<32> index, out Aggregator aggregator)
{
    action ReadFields()
    {
        bit<2> stateBits;
        aggregatorBitmap.read(aggregator.bitmap, index);
        aggregatorCounter.read(aggregator.counter, index);
        aggregatorSeq.read(aggregator.seq, index);
        aggregatorJob.read(aggregator.job, index);
        aggregatorGroup.read(aggregator.group, index);
        aggregatorFanIn.read(aggregator.fanIn, index);
        aggregatorPriority.read(aggregator.priority, index);
        aggregatorState.read(stateBits, index);
        aggregator.state = (AggregatorState)stateBits;
        aggregatorEcn.read(aggregator.ecn, index);
        aggregatorTouchedAt.read(aggregator.touchedAt, index);
    }

    apply
    {
        ReadFields();
    }
}

control WriteAggregator(in bit<32> index, in Aggregator aggregator)
{
    action WriteFields()
    {
        aggregatorBitmap.write(index, aggregator.bitmap);
        aggregatorCounter.write(index, aggregator.counter);
        aggregatorSeq.write(index, aggregator.seq);
        aggregatorJob.write(index, aggregator.job);
        aggregatorGroup.write(index, aggregator.group);
        aggregatorFanIn.write(index, aggregator.fanIn);
        aggregatorPriority.write(index, aggregator.priority);
        aggregatorState.write(index, (bit<2>)aggregator.state);
        aggregatorEcn.write(index, aggregator.ecn);
        aggregatorTouchedAt.write(index, aggregator.touchedAt);
    }

    apply
    {
        WriteFields();
    }
}

#endif // ESA_AGGREGATOR_TABLE_P4
