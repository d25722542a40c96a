/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Generated from esa-gradient-sum.p4.in by generate-values.py.

#ifndef ESA_GRADIENT_SUM_P4
#define ESA_GRADIENT_SUM_P4

// GradientSum: the aggregators' values, one register array a value, and what happens to them. Each
// operation is one access to each array, as on hardware: read, compute, write. Sums saturate.

#include "esa-metadata.p4"
#include "esa-wire-format.p4"

register<bit<32>>(ESA_AGGREGATORS) aggregatorValue0;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue1;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue2;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue3;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue4;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue5;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue6;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue7;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue8;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue9;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue10;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue11;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue12;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue13;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue14;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue15;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue16;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue17;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue18;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue19;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue20;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue21;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue22;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue23;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue24;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue25;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue26;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue27;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue28;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue29;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue30;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue31;

// The values of one of the frame's two headers of values.
control LowSum(inout Headers hdr, in Metadata m)
{
    action StoreValues()
    {
        aggregatorValue0.write(m.index, hdr.low.value0);
        aggregatorValue1.write(m.index, hdr.low.value1);
        aggregatorValue2.write(m.index, hdr.low.value2);
        aggregatorValue3.write(m.index, hdr.low.value3);
        aggregatorValue4.write(m.index, hdr.low.value4);
        aggregatorValue5.write(m.index, hdr.low.value5);
        aggregatorValue6.write(m.index, hdr.low.value6);
        aggregatorValue7.write(m.index, hdr.low.value7);
        aggregatorValue8.write(m.index, hdr.low.value8);
        aggregatorValue9.write(m.index, hdr.low.value9);
        aggregatorValue10.write(m.index, hdr.low.value10);
        aggregatorValue11.write(m.index, hdr.low.value11);
        aggregatorValue12.write(m.index, hdr.low.value12);
        aggregatorValue13.write(m.index, hdr.low.value13);
        aggregatorValue14.write(m.index, hdr.low.value14);
        aggregatorValue15.write(m.index, hdr.low.value15);
        aggregatorValue16.write(m.index, hdr.low.value16);
        aggregatorValue17.write(m.index, hdr.low.value17);
        aggregatorValue18.write(m.index, hdr.low.value18);
        aggregatorValue19.write(m.index, hdr.low.value19);
        aggregatorValue20.write(m.index, hdr.low.value20);
        aggregatorValue21.write(m.index, hdr.low.value21);
        aggregatorValue22.write(m.index, hdr.low.value22);
        aggregatorValue23.write(m.index, hdr.low.value23);
        aggregatorValue24.write(m.index, hdr.low.value24);
        aggregatorValue25.write(m.index, hdr.low.value25);
        aggregatorValue26.write(m.index, hdr.low.value26);
        aggregatorValue27.write(m.index, hdr.low.value27);
        aggregatorValue28.write(m.index, hdr.low.value28);
        aggregatorValue29.write(m.index, hdr.low.value29);
        aggregatorValue30.write(m.index, hdr.low.value30);
        aggregatorValue31.write(m.index, hdr.low.value31);
    }

    action AddValues()
    {
        bit<32> sum;
        aggregatorValue0.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value0);
        aggregatorValue0.write(m.index, sum);
        aggregatorValue1.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value1);
        aggregatorValue1.write(m.index, sum);
        aggregatorValue2.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value2);
        aggregatorValue2.write(m.index, sum);
        aggregatorValue3.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value3);
        aggregatorValue3.write(m.index, sum);
        aggregatorValue4.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value4);
        aggregatorValue4.write(m.index, sum);
        aggregatorValue5.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value5);
        aggregatorValue5.write(m.index, sum);
        aggregatorValue6.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value6);
        aggregatorValue6.write(m.index, sum);
        aggregatorValue7.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value7);
        aggregatorValue7.write(m.index, sum);
        aggregatorValue8.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value8);
        aggregatorValue8.write(m.index, sum);
        aggregatorValue9.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value9);
        aggregatorValue9.write(m.index, sum);
        aggregatorValue10.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value10);
        aggregatorValue10.write(m.index, sum);
        aggregatorValue11.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value11);
        aggregatorValue11.write(m.index, sum);
        aggregatorValue12.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value12);
        aggregatorValue12.write(m.index, sum);
        aggregatorValue13.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value13);
        aggregatorValue13.write(m.index, sum);
        aggregatorValue14.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value14);
        aggregatorValue14.write(m.index, sum);
        aggregatorValue15.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value15);
        aggregatorValue15.write(m.index, sum);
        aggregatorValue16.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value16);
        aggregatorValue16.write(m.index, sum);
        aggregatorValue17.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value17);
        aggregatorValue17.write(m.index, sum);
        aggregatorValue18.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value18);
        aggregatorValue18.write(m.index, sum);
        aggregatorValue19.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value19);
        aggregatorValue19.write(m.index, sum);
        aggregatorValue20.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value20);
        aggregatorValue20.write(m.index, sum);
        aggregatorValue21.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value21);
        aggregatorValue21.write(m.index, sum);
        aggregatorValue22.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value22);
        aggregatorValue22.write(m.index, sum);
        aggregatorValue23.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value23);
        aggregatorValue23.write(m.index, sum);
        aggregatorValue24.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value24);
        aggregatorValue24.write(m.index, sum);
        aggregatorValue25.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value25);
        aggregatorValue25.write(m.index, sum);
        aggregatorValue26.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value26);
        aggregatorValue26.write(m.index, sum);
        aggregatorValue27.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value27);
        aggregatorValue27.write(m.index, sum);
        aggregatorValue28.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value28);
        aggregatorValue28.write(m.index, sum);
        aggregatorValue29.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value29);
        aggregatorValue29.write(m.index, sum);
        aggregatorValue30.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value30);
        aggregatorValue30.write(m.index, sum);
        aggregatorValue31.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value31);
        aggregatorValue31.write(m.index, sum);
    }

    action AddAndReadValues()
    {
        bit<32> sum;
        aggregatorValue0.read(sum, m.index);
        hdr.low.value0 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value0);
        aggregatorValue0.write(m.index, hdr.low.value0);
        aggregatorValue1.read(sum, m.index);
        hdr.low.value1 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value1);
        aggregatorValue1.write(m.index, hdr.low.value1);
        aggregatorValue2.read(sum, m.index);
        hdr.low.value2 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value2);
        aggregatorValue2.write(m.index, hdr.low.value2);
        aggregatorValue3.read(sum, m.index);
        hdr.low.value3 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value3);
        aggregatorValue3.write(m.index, hdr.low.value3);
        aggregatorValue4.read(sum, m.index);
        hdr.low.value4 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value4);
        aggregatorValue4.write(m.index, hdr.low.value4);
        aggregatorValue5.read(sum, m.index);
        hdr.low.value5 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value5);
        aggregatorValue5.write(m.index, hdr.low.value5);
        aggregatorValue6.read(sum, m.index);
        hdr.low.value6 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value6);
        aggregatorValue6.write(m.index, hdr.low.value6);
        aggregatorValue7.read(sum, m.index);
        hdr.low.value7 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value7);
        aggregatorValue7.write(m.index, hdr.low.value7);
        aggregatorValue8.read(sum, m.index);
        hdr.low.value8 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value8);
        aggregatorValue8.write(m.index, hdr.low.value8);
        aggregatorValue9.read(sum, m.index);
        hdr.low.value9 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value9);
        aggregatorValue9.write(m.index, hdr.low.value9);
        aggregatorValue10.read(sum, m.index);
        hdr.low.value10 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value10);
        aggregatorValue10.write(m.index, hdr.low.value10);
        aggregatorValue11.read(sum, m.index);
        hdr.low.value11 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value11);
        aggregatorValue11.write(m.index, hdr.low.value11);
        aggregatorValue12.read(sum, m.index);
        hdr.low.value12 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value12);
        aggregatorValue12.write(m.index, hdr.low.value12);
        aggregatorValue13.read(sum, m.index);
        hdr.low.value13 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value13);
        aggregatorValue13.write(m.index, hdr.low.value13);
        aggregatorValue14.read(sum, m.index);
        hdr.low.value14 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value14);
        aggregatorValue14.write(m.index, hdr.low.value14);
        aggregatorValue15.read(sum, m.index);
        hdr.low.value15 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value15);
        aggregatorValue15.write(m.index, hdr.low.value15);
        aggregatorValue16.read(sum, m.index);
        hdr.low.value16 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value16);
        aggregatorValue16.write(m.index, hdr.low.value16);
        aggregatorValue17.read(sum, m.index);
        hdr.low.value17 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value17);
        aggregatorValue17.write(m.index, hdr.low.value17);
        aggregatorValue18.read(sum, m.index);
        hdr.low.value18 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value18);
        aggregatorValue18.write(m.index, hdr.low.value18);
        aggregatorValue19.read(sum, m.index);
        hdr.low.value19 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value19);
        aggregatorValue19.write(m.index, hdr.low.value19);
        aggregatorValue20.read(sum, m.index);
        hdr.low.value20 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value20);
        aggregatorValue20.write(m.index, hdr.low.value20);
        aggregatorValue21.read(sum, m.index);
        hdr.low.value21 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value21);
        aggregatorValue21.write(m.index, hdr.low.value21);
        aggregatorValue22.read(sum, m.index);
        hdr.low.value22 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value22);
        aggregatorValue22.write(m.index, hdr.low.value22);
        aggregatorValue23.read(sum, m.index);
        hdr.low.value23 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value23);
        aggregatorValue23.write(m.index, hdr.low.value23);
        aggregatorValue24.read(sum, m.index);
        hdr.low.value24 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value24);
        aggregatorValue24.write(m.index, hdr.low.value24);
        aggregatorValue25.read(sum, m.index);
        hdr.low.value25 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value25);
        aggregatorValue25.write(m.index, hdr.low.value25);
        aggregatorValue26.read(sum, m.index);
        hdr.low.value26 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value26);
        aggregatorValue26.write(m.index, hdr.low.value26);
        aggregatorValue27.read(sum, m.index);
        hdr.low.value27 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value27);
        aggregatorValue27.write(m.index, hdr.low.value27);
        aggregatorValue28.read(sum, m.index);
        hdr.low.value28 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value28);
        aggregatorValue28.write(m.index, hdr.low.value28);
        aggregatorValue29.read(sum, m.index);
        hdr.low.value29 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value29);
        aggregatorValue29.write(m.index, hdr.low.value29);
        aggregatorValue30.read(sum, m.index);
        hdr.low.value30 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value30);
        aggregatorValue30.write(m.index, hdr.low.value30);
        aggregatorValue31.read(sum, m.index);
        hdr.low.value31 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value31);
        aggregatorValue31.write(m.index, hdr.low.value31);
    }

    action AddAndTakeValues()
    {
        bit<32> sum;
        aggregatorValue0.read(sum, m.index);
        hdr.low.value0 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value0);
        aggregatorValue0.write(m.index, 0);
        aggregatorValue1.read(sum, m.index);
        hdr.low.value1 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value1);
        aggregatorValue1.write(m.index, 0);
        aggregatorValue2.read(sum, m.index);
        hdr.low.value2 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value2);
        aggregatorValue2.write(m.index, 0);
        aggregatorValue3.read(sum, m.index);
        hdr.low.value3 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value3);
        aggregatorValue3.write(m.index, 0);
        aggregatorValue4.read(sum, m.index);
        hdr.low.value4 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value4);
        aggregatorValue4.write(m.index, 0);
        aggregatorValue5.read(sum, m.index);
        hdr.low.value5 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value5);
        aggregatorValue5.write(m.index, 0);
        aggregatorValue6.read(sum, m.index);
        hdr.low.value6 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value6);
        aggregatorValue6.write(m.index, 0);
        aggregatorValue7.read(sum, m.index);
        hdr.low.value7 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value7);
        aggregatorValue7.write(m.index, 0);
        aggregatorValue8.read(sum, m.index);
        hdr.low.value8 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value8);
        aggregatorValue8.write(m.index, 0);
        aggregatorValue9.read(sum, m.index);
        hdr.low.value9 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value9);
        aggregatorValue9.write(m.index, 0);
        aggregatorValue10.read(sum, m.index);
        hdr.low.value10 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value10);
        aggregatorValue10.write(m.index, 0);
        aggregatorValue11.read(sum, m.index);
        hdr.low.value11 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value11);
        aggregatorValue11.write(m.index, 0);
        aggregatorValue12.read(sum, m.index);
        hdr.low.value12 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value12);
        aggregatorValue12.write(m.index, 0);
        aggregatorValue13.read(sum, m.index);
        hdr.low.value13 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value13);
        aggregatorValue13.write(m.index, 0);
        aggregatorValue14.read(sum, m.index);
        hdr.low.value14 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value14);
        aggregatorValue14.write(m.index, 0);
        aggregatorValue15.read(sum, m.index);
        hdr.low.value15 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value15);
        aggregatorValue15.write(m.index, 0);
        aggregatorValue16.read(sum, m.index);
        hdr.low.value16 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value16);
        aggregatorValue16.write(m.index, 0);
        aggregatorValue17.read(sum, m.index);
        hdr.low.value17 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value17);
        aggregatorValue17.write(m.index, 0);
        aggregatorValue18.read(sum, m.index);
        hdr.low.value18 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value18);
        aggregatorValue18.write(m.index, 0);
        aggregatorValue19.read(sum, m.index);
        hdr.low.value19 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value19);
        aggregatorValue19.write(m.index, 0);
        aggregatorValue20.read(sum, m.index);
        hdr.low.value20 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value20);
        aggregatorValue20.write(m.index, 0);
        aggregatorValue21.read(sum, m.index);
        hdr.low.value21 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value21);
        aggregatorValue21.write(m.index, 0);
        aggregatorValue22.read(sum, m.index);
        hdr.low.value22 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value22);
        aggregatorValue22.write(m.index, 0);
        aggregatorValue23.read(sum, m.index);
        hdr.low.value23 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value23);
        aggregatorValue23.write(m.index, 0);
        aggregatorValue24.read(sum, m.index);
        hdr.low.value24 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value24);
        aggregatorValue24.write(m.index, 0);
        aggregatorValue25.read(sum, m.index);
        hdr.low.value25 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value25);
        aggregatorValue25.write(m.index, 0);
        aggregatorValue26.read(sum, m.index);
        hdr.low.value26 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value26);
        aggregatorValue26.write(m.index, 0);
        aggregatorValue27.read(sum, m.index);
        hdr.low.value27 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value27);
        aggregatorValue27.write(m.index, 0);
        aggregatorValue28.read(sum, m.index);
        hdr.low.value28 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value28);
        aggregatorValue28.write(m.index, 0);
        aggregatorValue29.read(sum, m.index);
        hdr.low.value29 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value29);
        aggregatorValue29.write(m.index, 0);
        aggregatorValue30.read(sum, m.index);
        hdr.low.value30 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value30);
        aggregatorValue30.write(m.index, 0);
        aggregatorValue31.read(sum, m.index);
        hdr.low.value31 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.low.value31);
        aggregatorValue31.write(m.index, 0);
    }

    action SwapValues()
    {
        bit<32> resident;
        aggregatorValue0.read(resident, m.index);
        aggregatorValue0.write(m.index, hdr.low.value0);
        hdr.low.value0 = resident;
        aggregatorValue1.read(resident, m.index);
        aggregatorValue1.write(m.index, hdr.low.value1);
        hdr.low.value1 = resident;
        aggregatorValue2.read(resident, m.index);
        aggregatorValue2.write(m.index, hdr.low.value2);
        hdr.low.value2 = resident;
        aggregatorValue3.read(resident, m.index);
        aggregatorValue3.write(m.index, hdr.low.value3);
        hdr.low.value3 = resident;
        aggregatorValue4.read(resident, m.index);
        aggregatorValue4.write(m.index, hdr.low.value4);
        hdr.low.value4 = resident;
        aggregatorValue5.read(resident, m.index);
        aggregatorValue5.write(m.index, hdr.low.value5);
        hdr.low.value5 = resident;
        aggregatorValue6.read(resident, m.index);
        aggregatorValue6.write(m.index, hdr.low.value6);
        hdr.low.value6 = resident;
        aggregatorValue7.read(resident, m.index);
        aggregatorValue7.write(m.index, hdr.low.value7);
        hdr.low.value7 = resident;
        aggregatorValue8.read(resident, m.index);
        aggregatorValue8.write(m.index, hdr.low.value8);
        hdr.low.value8 = resident;
        aggregatorValue9.read(resident, m.index);
        aggregatorValue9.write(m.index, hdr.low.value9);
        hdr.low.value9 = resident;
        aggregatorValue10.read(resident, m.index);
        aggregatorValue10.write(m.index, hdr.low.value10);
        hdr.low.value10 = resident;
        aggregatorValue11.read(resident, m.index);
        aggregatorValue11.write(m.index, hdr.low.value11);
        hdr.low.value11 = resident;
        aggregatorValue12.read(resident, m.index);
        aggregatorValue12.write(m.index, hdr.low.value12);
        hdr.low.value12 = resident;
        aggregatorValue13.read(resident, m.index);
        aggregatorValue13.write(m.index, hdr.low.value13);
        hdr.low.value13 = resident;
        aggregatorValue14.read(resident, m.index);
        aggregatorValue14.write(m.index, hdr.low.value14);
        hdr.low.value14 = resident;
        aggregatorValue15.read(resident, m.index);
        aggregatorValue15.write(m.index, hdr.low.value15);
        hdr.low.value15 = resident;
        aggregatorValue16.read(resident, m.index);
        aggregatorValue16.write(m.index, hdr.low.value16);
        hdr.low.value16 = resident;
        aggregatorValue17.read(resident, m.index);
        aggregatorValue17.write(m.index, hdr.low.value17);
        hdr.low.value17 = resident;
        aggregatorValue18.read(resident, m.index);
        aggregatorValue18.write(m.index, hdr.low.value18);
        hdr.low.value18 = resident;
        aggregatorValue19.read(resident, m.index);
        aggregatorValue19.write(m.index, hdr.low.value19);
        hdr.low.value19 = resident;
        aggregatorValue20.read(resident, m.index);
        aggregatorValue20.write(m.index, hdr.low.value20);
        hdr.low.value20 = resident;
        aggregatorValue21.read(resident, m.index);
        aggregatorValue21.write(m.index, hdr.low.value21);
        hdr.low.value21 = resident;
        aggregatorValue22.read(resident, m.index);
        aggregatorValue22.write(m.index, hdr.low.value22);
        hdr.low.value22 = resident;
        aggregatorValue23.read(resident, m.index);
        aggregatorValue23.write(m.index, hdr.low.value23);
        hdr.low.value23 = resident;
        aggregatorValue24.read(resident, m.index);
        aggregatorValue24.write(m.index, hdr.low.value24);
        hdr.low.value24 = resident;
        aggregatorValue25.read(resident, m.index);
        aggregatorValue25.write(m.index, hdr.low.value25);
        hdr.low.value25 = resident;
        aggregatorValue26.read(resident, m.index);
        aggregatorValue26.write(m.index, hdr.low.value26);
        hdr.low.value26 = resident;
        aggregatorValue27.read(resident, m.index);
        aggregatorValue27.write(m.index, hdr.low.value27);
        hdr.low.value27 = resident;
        aggregatorValue28.read(resident, m.index);
        aggregatorValue28.write(m.index, hdr.low.value28);
        hdr.low.value28 = resident;
        aggregatorValue29.read(resident, m.index);
        aggregatorValue29.write(m.index, hdr.low.value29);
        hdr.low.value29 = resident;
        aggregatorValue30.read(resident, m.index);
        aggregatorValue30.write(m.index, hdr.low.value30);
        hdr.low.value30 = resident;
        aggregatorValue31.read(resident, m.index);
        aggregatorValue31.write(m.index, hdr.low.value31);
        hdr.low.value31 = resident;
    }

    action TakeValues()
    {
        aggregatorValue0.read(hdr.low.value0, m.index);
        aggregatorValue0.write(m.index, 0);
        aggregatorValue1.read(hdr.low.value1, m.index);
        aggregatorValue1.write(m.index, 0);
        aggregatorValue2.read(hdr.low.value2, m.index);
        aggregatorValue2.write(m.index, 0);
        aggregatorValue3.read(hdr.low.value3, m.index);
        aggregatorValue3.write(m.index, 0);
        aggregatorValue4.read(hdr.low.value4, m.index);
        aggregatorValue4.write(m.index, 0);
        aggregatorValue5.read(hdr.low.value5, m.index);
        aggregatorValue5.write(m.index, 0);
        aggregatorValue6.read(hdr.low.value6, m.index);
        aggregatorValue6.write(m.index, 0);
        aggregatorValue7.read(hdr.low.value7, m.index);
        aggregatorValue7.write(m.index, 0);
        aggregatorValue8.read(hdr.low.value8, m.index);
        aggregatorValue8.write(m.index, 0);
        aggregatorValue9.read(hdr.low.value9, m.index);
        aggregatorValue9.write(m.index, 0);
        aggregatorValue10.read(hdr.low.value10, m.index);
        aggregatorValue10.write(m.index, 0);
        aggregatorValue11.read(hdr.low.value11, m.index);
        aggregatorValue11.write(m.index, 0);
        aggregatorValue12.read(hdr.low.value12, m.index);
        aggregatorValue12.write(m.index, 0);
        aggregatorValue13.read(hdr.low.value13, m.index);
        aggregatorValue13.write(m.index, 0);
        aggregatorValue14.read(hdr.low.value14, m.index);
        aggregatorValue14.write(m.index, 0);
        aggregatorValue15.read(hdr.low.value15, m.index);
        aggregatorValue15.write(m.index, 0);
        aggregatorValue16.read(hdr.low.value16, m.index);
        aggregatorValue16.write(m.index, 0);
        aggregatorValue17.read(hdr.low.value17, m.index);
        aggregatorValue17.write(m.index, 0);
        aggregatorValue18.read(hdr.low.value18, m.index);
        aggregatorValue18.write(m.index, 0);
        aggregatorValue19.read(hdr.low.value19, m.index);
        aggregatorValue19.write(m.index, 0);
        aggregatorValue20.read(hdr.low.value20, m.index);
        aggregatorValue20.write(m.index, 0);
        aggregatorValue21.read(hdr.low.value21, m.index);
        aggregatorValue21.write(m.index, 0);
        aggregatorValue22.read(hdr.low.value22, m.index);
        aggregatorValue22.write(m.index, 0);
        aggregatorValue23.read(hdr.low.value23, m.index);
        aggregatorValue23.write(m.index, 0);
        aggregatorValue24.read(hdr.low.value24, m.index);
        aggregatorValue24.write(m.index, 0);
        aggregatorValue25.read(hdr.low.value25, m.index);
        aggregatorValue25.write(m.index, 0);
        aggregatorValue26.read(hdr.low.value26, m.index);
        aggregatorValue26.write(m.index, 0);
        aggregatorValue27.read(hdr.low.value27, m.index);
        aggregatorValue27.write(m.index, 0);
        aggregatorValue28.read(hdr.low.value28, m.index);
        aggregatorValue28.write(m.index, 0);
        aggregatorValue29.read(hdr.low.value29, m.index);
        aggregatorValue29.write(m.index, 0);
        aggregatorValue30.read(hdr.low.value30, m.index);
        aggregatorValue30.write(m.index, 0);
        aggregatorValue31.read(hdr.low.value31, m.index);
        aggregatorValue31.write(m.index, 0);
    }

    action ReadValues()
    {
        aggregatorValue0.read(hdr.low.value0, m.index);
        aggregatorValue1.read(hdr.low.value1, m.index);
        aggregatorValue2.read(hdr.low.value2, m.index);
        aggregatorValue3.read(hdr.low.value3, m.index);
        aggregatorValue4.read(hdr.low.value4, m.index);
        aggregatorValue5.read(hdr.low.value5, m.index);
        aggregatorValue6.read(hdr.low.value6, m.index);
        aggregatorValue7.read(hdr.low.value7, m.index);
        aggregatorValue8.read(hdr.low.value8, m.index);
        aggregatorValue9.read(hdr.low.value9, m.index);
        aggregatorValue10.read(hdr.low.value10, m.index);
        aggregatorValue11.read(hdr.low.value11, m.index);
        aggregatorValue12.read(hdr.low.value12, m.index);
        aggregatorValue13.read(hdr.low.value13, m.index);
        aggregatorValue14.read(hdr.low.value14, m.index);
        aggregatorValue15.read(hdr.low.value15, m.index);
        aggregatorValue16.read(hdr.low.value16, m.index);
        aggregatorValue17.read(hdr.low.value17, m.index);
        aggregatorValue18.read(hdr.low.value18, m.index);
        aggregatorValue19.read(hdr.low.value19, m.index);
        aggregatorValue20.read(hdr.low.value20, m.index);
        aggregatorValue21.read(hdr.low.value21, m.index);
        aggregatorValue22.read(hdr.low.value22, m.index);
        aggregatorValue23.read(hdr.low.value23, m.index);
        aggregatorValue24.read(hdr.low.value24, m.index);
        aggregatorValue25.read(hdr.low.value25, m.index);
        aggregatorValue26.read(hdr.low.value26, m.index);
        aggregatorValue27.read(hdr.low.value27, m.index);
        aggregatorValue28.read(hdr.low.value28, m.index);
        aggregatorValue29.read(hdr.low.value29, m.index);
        aggregatorValue30.read(hdr.low.value30, m.index);
        aggregatorValue31.read(hdr.low.value31, m.index);
    }

    action ClearValues()
    {
        aggregatorValue0.write(m.index, 0);
        aggregatorValue1.write(m.index, 0);
        aggregatorValue2.write(m.index, 0);
        aggregatorValue3.write(m.index, 0);
        aggregatorValue4.write(m.index, 0);
        aggregatorValue5.write(m.index, 0);
        aggregatorValue6.write(m.index, 0);
        aggregatorValue7.write(m.index, 0);
        aggregatorValue8.write(m.index, 0);
        aggregatorValue9.write(m.index, 0);
        aggregatorValue10.write(m.index, 0);
        aggregatorValue11.write(m.index, 0);
        aggregatorValue12.write(m.index, 0);
        aggregatorValue13.write(m.index, 0);
        aggregatorValue14.write(m.index, 0);
        aggregatorValue15.write(m.index, 0);
        aggregatorValue16.write(m.index, 0);
        aggregatorValue17.write(m.index, 0);
        aggregatorValue18.write(m.index, 0);
        aggregatorValue19.write(m.index, 0);
        aggregatorValue20.write(m.index, 0);
        aggregatorValue21.write(m.index, 0);
        aggregatorValue22.write(m.index, 0);
        aggregatorValue23.write(m.index, 0);
        aggregatorValue24.write(m.index, 0);
        aggregatorValue25.write(m.index, 0);
        aggregatorValue26.write(m.index, 0);
        aggregatorValue27.write(m.index, 0);
        aggregatorValue28.write(m.index, 0);
        aggregatorValue29.write(m.index, 0);
        aggregatorValue30.write(m.index, 0);
        aggregatorValue31.write(m.index, 0);
    }

    action EmptyValues()
    {
        hdr.low.value0 = 0;
        hdr.low.value1 = 0;
        hdr.low.value2 = 0;
        hdr.low.value3 = 0;
        hdr.low.value4 = 0;
        hdr.low.value5 = 0;
        hdr.low.value6 = 0;
        hdr.low.value7 = 0;
        hdr.low.value8 = 0;
        hdr.low.value9 = 0;
        hdr.low.value10 = 0;
        hdr.low.value11 = 0;
        hdr.low.value12 = 0;
        hdr.low.value13 = 0;
        hdr.low.value14 = 0;
        hdr.low.value15 = 0;
        hdr.low.value16 = 0;
        hdr.low.value17 = 0;
        hdr.low.value18 = 0;
        hdr.low.value19 = 0;
        hdr.low.value20 = 0;
        hdr.low.value21 = 0;
        hdr.low.value22 = 0;
        hdr.low.value23 = 0;
        hdr.low.value24 = 0;
        hdr.low.value25 = 0;
        hdr.low.value26 = 0;
        hdr.low.value27 = 0;
        hdr.low.value28 = 0;
        hdr.low.value29 = 0;
        hdr.low.value30 = 0;
        hdr.low.value31 = 0;
    }

    apply
    {
        if (m.sumOperation == SumOperation.Store)
        {
            StoreValues();
        }
        else if (m.sumOperation == SumOperation.Add)
        {
            AddValues();
        }
        else if (m.sumOperation == SumOperation.AddAndRead)
        {
            AddAndReadValues();
        }
        else if (m.sumOperation == SumOperation.AddAndTake)
        {
            AddAndTakeValues();
        }
        else if (m.sumOperation == SumOperation.Swap)
        {
            SwapValues();
        }
        else if (m.sumOperation == SumOperation.Take)
        {
            TakeValues();
        }
        else if (m.sumOperation == SumOperation.Read)
        {
            ReadValues();
        }
        else if (m.sumOperation == SumOperation.Clear)
        {
            ClearValues();
        }
        else if (m.sumOperation == SumOperation.Empty)
        {
            EmptyValues();
        }
    }
}

register<bit<32>>(ESA_AGGREGATORS) aggregatorValue32;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue33;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue34;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue35;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue36;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue37;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue38;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue39;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue40;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue41;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue42;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue43;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue44;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue45;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue46;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue47;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue48;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue49;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue50;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue51;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue52;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue53;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue54;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue55;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue56;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue57;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue58;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue59;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue60;
register<bit<32>>(ESA_AGGREGATORS) aggregatorValue61;

// The values of one of the frame's two headers of values.
control HighSum(inout Headers hdr, in Metadata m)
{
    action StoreValues()
    {
        aggregatorValue32.write(m.index, hdr.high.value32);
        aggregatorValue33.write(m.index, hdr.high.value33);
        aggregatorValue34.write(m.index, hdr.high.value34);
        aggregatorValue35.write(m.index, hdr.high.value35);
        aggregatorValue36.write(m.index, hdr.high.value36);
        aggregatorValue37.write(m.index, hdr.high.value37);
        aggregatorValue38.write(m.index, hdr.high.value38);
        aggregatorValue39.write(m.index, hdr.high.value39);
        aggregatorValue40.write(m.index, hdr.high.value40);
        aggregatorValue41.write(m.index, hdr.high.value41);
        aggregatorValue42.write(m.index, hdr.high.value42);
        aggregatorValue43.write(m.index, hdr.high.value43);
        aggregatorValue44.write(m.index, hdr.high.value44);
        aggregatorValue45.write(m.index, hdr.high.value45);
        aggregatorValue46.write(m.index, hdr.high.value46);
        aggregatorValue47.write(m.index, hdr.high.value47);
        aggregatorValue48.write(m.index, hdr.high.value48);
        aggregatorValue49.write(m.index, hdr.high.value49);
        aggregatorValue50.write(m.index, hdr.high.value50);
        aggregatorValue51.write(m.index, hdr.high.value51);
        aggregatorValue52.write(m.index, hdr.high.value52);
        aggregatorValue53.write(m.index, hdr.high.value53);
        aggregatorValue54.write(m.index, hdr.high.value54);
        aggregatorValue55.write(m.index, hdr.high.value55);
        aggregatorValue56.write(m.index, hdr.high.value56);
        aggregatorValue57.write(m.index, hdr.high.value57);
        aggregatorValue58.write(m.index, hdr.high.value58);
        aggregatorValue59.write(m.index, hdr.high.value59);
        aggregatorValue60.write(m.index, hdr.high.value60);
        aggregatorValue61.write(m.index, hdr.high.value61);
    }

    action AddValues()
    {
        bit<32> sum;
        aggregatorValue32.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value32);
        aggregatorValue32.write(m.index, sum);
        aggregatorValue33.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value33);
        aggregatorValue33.write(m.index, sum);
        aggregatorValue34.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value34);
        aggregatorValue34.write(m.index, sum);
        aggregatorValue35.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value35);
        aggregatorValue35.write(m.index, sum);
        aggregatorValue36.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value36);
        aggregatorValue36.write(m.index, sum);
        aggregatorValue37.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value37);
        aggregatorValue37.write(m.index, sum);
        aggregatorValue38.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value38);
        aggregatorValue38.write(m.index, sum);
        aggregatorValue39.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value39);
        aggregatorValue39.write(m.index, sum);
        aggregatorValue40.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value40);
        aggregatorValue40.write(m.index, sum);
        aggregatorValue41.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value41);
        aggregatorValue41.write(m.index, sum);
        aggregatorValue42.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value42);
        aggregatorValue42.write(m.index, sum);
        aggregatorValue43.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value43);
        aggregatorValue43.write(m.index, sum);
        aggregatorValue44.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value44);
        aggregatorValue44.write(m.index, sum);
        aggregatorValue45.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value45);
        aggregatorValue45.write(m.index, sum);
        aggregatorValue46.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value46);
        aggregatorValue46.write(m.index, sum);
        aggregatorValue47.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value47);
        aggregatorValue47.write(m.index, sum);
        aggregatorValue48.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value48);
        aggregatorValue48.write(m.index, sum);
        aggregatorValue49.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value49);
        aggregatorValue49.write(m.index, sum);
        aggregatorValue50.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value50);
        aggregatorValue50.write(m.index, sum);
        aggregatorValue51.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value51);
        aggregatorValue51.write(m.index, sum);
        aggregatorValue52.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value52);
        aggregatorValue52.write(m.index, sum);
        aggregatorValue53.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value53);
        aggregatorValue53.write(m.index, sum);
        aggregatorValue54.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value54);
        aggregatorValue54.write(m.index, sum);
        aggregatorValue55.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value55);
        aggregatorValue55.write(m.index, sum);
        aggregatorValue56.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value56);
        aggregatorValue56.write(m.index, sum);
        aggregatorValue57.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value57);
        aggregatorValue57.write(m.index, sum);
        aggregatorValue58.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value58);
        aggregatorValue58.write(m.index, sum);
        aggregatorValue59.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value59);
        aggregatorValue59.write(m.index, sum);
        aggregatorValue60.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value60);
        aggregatorValue60.write(m.index, sum);
        aggregatorValue61.read(sum, m.index);
        sum = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value61);
        aggregatorValue61.write(m.index, sum);
    }

    action AddAndReadValues()
    {
        bit<32> sum;
        aggregatorValue32.read(sum, m.index);
        hdr.high.value32 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value32);
        aggregatorValue32.write(m.index, hdr.high.value32);
        aggregatorValue33.read(sum, m.index);
        hdr.high.value33 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value33);
        aggregatorValue33.write(m.index, hdr.high.value33);
        aggregatorValue34.read(sum, m.index);
        hdr.high.value34 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value34);
        aggregatorValue34.write(m.index, hdr.high.value34);
        aggregatorValue35.read(sum, m.index);
        hdr.high.value35 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value35);
        aggregatorValue35.write(m.index, hdr.high.value35);
        aggregatorValue36.read(sum, m.index);
        hdr.high.value36 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value36);
        aggregatorValue36.write(m.index, hdr.high.value36);
        aggregatorValue37.read(sum, m.index);
        hdr.high.value37 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value37);
        aggregatorValue37.write(m.index, hdr.high.value37);
        aggregatorValue38.read(sum, m.index);
        hdr.high.value38 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value38);
        aggregatorValue38.write(m.index, hdr.high.value38);
        aggregatorValue39.read(sum, m.index);
        hdr.high.value39 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value39);
        aggregatorValue39.write(m.index, hdr.high.value39);
        aggregatorValue40.read(sum, m.index);
        hdr.high.value40 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value40);
        aggregatorValue40.write(m.index, hdr.high.value40);
        aggregatorValue41.read(sum, m.index);
        hdr.high.value41 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value41);
        aggregatorValue41.write(m.index, hdr.high.value41);
        aggregatorValue42.read(sum, m.index);
        hdr.high.value42 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value42);
        aggregatorValue42.write(m.index, hdr.high.value42);
        aggregatorValue43.read(sum, m.index);
        hdr.high.value43 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value43);
        aggregatorValue43.write(m.index, hdr.high.value43);
        aggregatorValue44.read(sum, m.index);
        hdr.high.value44 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value44);
        aggregatorValue44.write(m.index, hdr.high.value44);
        aggregatorValue45.read(sum, m.index);
        hdr.high.value45 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value45);
        aggregatorValue45.write(m.index, hdr.high.value45);
        aggregatorValue46.read(sum, m.index);
        hdr.high.value46 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value46);
        aggregatorValue46.write(m.index, hdr.high.value46);
        aggregatorValue47.read(sum, m.index);
        hdr.high.value47 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value47);
        aggregatorValue47.write(m.index, hdr.high.value47);
        aggregatorValue48.read(sum, m.index);
        hdr.high.value48 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value48);
        aggregatorValue48.write(m.index, hdr.high.value48);
        aggregatorValue49.read(sum, m.index);
        hdr.high.value49 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value49);
        aggregatorValue49.write(m.index, hdr.high.value49);
        aggregatorValue50.read(sum, m.index);
        hdr.high.value50 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value50);
        aggregatorValue50.write(m.index, hdr.high.value50);
        aggregatorValue51.read(sum, m.index);
        hdr.high.value51 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value51);
        aggregatorValue51.write(m.index, hdr.high.value51);
        aggregatorValue52.read(sum, m.index);
        hdr.high.value52 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value52);
        aggregatorValue52.write(m.index, hdr.high.value52);
        aggregatorValue53.read(sum, m.index);
        hdr.high.value53 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value53);
        aggregatorValue53.write(m.index, hdr.high.value53);
        aggregatorValue54.read(sum, m.index);
        hdr.high.value54 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value54);
        aggregatorValue54.write(m.index, hdr.high.value54);
        aggregatorValue55.read(sum, m.index);
        hdr.high.value55 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value55);
        aggregatorValue55.write(m.index, hdr.high.value55);
        aggregatorValue56.read(sum, m.index);
        hdr.high.value56 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value56);
        aggregatorValue56.write(m.index, hdr.high.value56);
        aggregatorValue57.read(sum, m.index);
        hdr.high.value57 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value57);
        aggregatorValue57.write(m.index, hdr.high.value57);
        aggregatorValue58.read(sum, m.index);
        hdr.high.value58 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value58);
        aggregatorValue58.write(m.index, hdr.high.value58);
        aggregatorValue59.read(sum, m.index);
        hdr.high.value59 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value59);
        aggregatorValue59.write(m.index, hdr.high.value59);
        aggregatorValue60.read(sum, m.index);
        hdr.high.value60 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value60);
        aggregatorValue60.write(m.index, hdr.high.value60);
        aggregatorValue61.read(sum, m.index);
        hdr.high.value61 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value61);
        aggregatorValue61.write(m.index, hdr.high.value61);
    }

    action AddAndTakeValues()
    {
        bit<32> sum;
        aggregatorValue32.read(sum, m.index);
        hdr.high.value32 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value32);
        aggregatorValue32.write(m.index, 0);
        aggregatorValue33.read(sum, m.index);
        hdr.high.value33 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value33);
        aggregatorValue33.write(m.index, 0);
        aggregatorValue34.read(sum, m.index);
        hdr.high.value34 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value34);
        aggregatorValue34.write(m.index, 0);
        aggregatorValue35.read(sum, m.index);
        hdr.high.value35 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value35);
        aggregatorValue35.write(m.index, 0);
        aggregatorValue36.read(sum, m.index);
        hdr.high.value36 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value36);
        aggregatorValue36.write(m.index, 0);
        aggregatorValue37.read(sum, m.index);
        hdr.high.value37 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value37);
        aggregatorValue37.write(m.index, 0);
        aggregatorValue38.read(sum, m.index);
        hdr.high.value38 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value38);
        aggregatorValue38.write(m.index, 0);
        aggregatorValue39.read(sum, m.index);
        hdr.high.value39 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value39);
        aggregatorValue39.write(m.index, 0);
        aggregatorValue40.read(sum, m.index);
        hdr.high.value40 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value40);
        aggregatorValue40.write(m.index, 0);
        aggregatorValue41.read(sum, m.index);
        hdr.high.value41 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value41);
        aggregatorValue41.write(m.index, 0);
        aggregatorValue42.read(sum, m.index);
        hdr.high.value42 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value42);
        aggregatorValue42.write(m.index, 0);
        aggregatorValue43.read(sum, m.index);
        hdr.high.value43 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value43);
        aggregatorValue43.write(m.index, 0);
        aggregatorValue44.read(sum, m.index);
        hdr.high.value44 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value44);
        aggregatorValue44.write(m.index, 0);
        aggregatorValue45.read(sum, m.index);
        hdr.high.value45 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value45);
        aggregatorValue45.write(m.index, 0);
        aggregatorValue46.read(sum, m.index);
        hdr.high.value46 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value46);
        aggregatorValue46.write(m.index, 0);
        aggregatorValue47.read(sum, m.index);
        hdr.high.value47 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value47);
        aggregatorValue47.write(m.index, 0);
        aggregatorValue48.read(sum, m.index);
        hdr.high.value48 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value48);
        aggregatorValue48.write(m.index, 0);
        aggregatorValue49.read(sum, m.index);
        hdr.high.value49 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value49);
        aggregatorValue49.write(m.index, 0);
        aggregatorValue50.read(sum, m.index);
        hdr.high.value50 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value50);
        aggregatorValue50.write(m.index, 0);
        aggregatorValue51.read(sum, m.index);
        hdr.high.value51 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value51);
        aggregatorValue51.write(m.index, 0);
        aggregatorValue52.read(sum, m.index);
        hdr.high.value52 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value52);
        aggregatorValue52.write(m.index, 0);
        aggregatorValue53.read(sum, m.index);
        hdr.high.value53 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value53);
        aggregatorValue53.write(m.index, 0);
        aggregatorValue54.read(sum, m.index);
        hdr.high.value54 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value54);
        aggregatorValue54.write(m.index, 0);
        aggregatorValue55.read(sum, m.index);
        hdr.high.value55 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value55);
        aggregatorValue55.write(m.index, 0);
        aggregatorValue56.read(sum, m.index);
        hdr.high.value56 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value56);
        aggregatorValue56.write(m.index, 0);
        aggregatorValue57.read(sum, m.index);
        hdr.high.value57 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value57);
        aggregatorValue57.write(m.index, 0);
        aggregatorValue58.read(sum, m.index);
        hdr.high.value58 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value58);
        aggregatorValue58.write(m.index, 0);
        aggregatorValue59.read(sum, m.index);
        hdr.high.value59 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value59);
        aggregatorValue59.write(m.index, 0);
        aggregatorValue60.read(sum, m.index);
        hdr.high.value60 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value60);
        aggregatorValue60.write(m.index, 0);
        aggregatorValue61.read(sum, m.index);
        hdr.high.value61 = (bit<32>)((int<32>)sum |+| (int<32>)hdr.high.value61);
        aggregatorValue61.write(m.index, 0);
    }

    action SwapValues()
    {
        bit<32> resident;
        aggregatorValue32.read(resident, m.index);
        aggregatorValue32.write(m.index, hdr.high.value32);
        hdr.high.value32 = resident;
        aggregatorValue33.read(resident, m.index);
        aggregatorValue33.write(m.index, hdr.high.value33);
        hdr.high.value33 = resident;
        aggregatorValue34.read(resident, m.index);
        aggregatorValue34.write(m.index, hdr.high.value34);
        hdr.high.value34 = resident;
        aggregatorValue35.read(resident, m.index);
        aggregatorValue35.write(m.index, hdr.high.value35);
        hdr.high.value35 = resident;
        aggregatorValue36.read(resident, m.index);
        aggregatorValue36.write(m.index, hdr.high.value36);
        hdr.high.value36 = resident;
        aggregatorValue37.read(resident, m.index);
        aggregatorValue37.write(m.index, hdr.high.value37);
        hdr.high.value37 = resident;
        aggregatorValue38.read(resident, m.index);
        aggregatorValue38.write(m.index, hdr.high.value38);
        hdr.high.value38 = resident;
        aggregatorValue39.read(resident, m.index);
        aggregatorValue39.write(m.index, hdr.high.value39);
        hdr.high.value39 = resident;
        aggregatorValue40.read(resident, m.index);
        aggregatorValue40.write(m.index, hdr.high.value40);
        hdr.high.value40 = resident;
        aggregatorValue41.read(resident, m.index);
        aggregatorValue41.write(m.index, hdr.high.value41);
        hdr.high.value41 = resident;
        aggregatorValue42.read(resident, m.index);
        aggregatorValue42.write(m.index, hdr.high.value42);
        hdr.high.value42 = resident;
        aggregatorValue43.read(resident, m.index);
        aggregatorValue43.write(m.index, hdr.high.value43);
        hdr.high.value43 = resident;
        aggregatorValue44.read(resident, m.index);
        aggregatorValue44.write(m.index, hdr.high.value44);
        hdr.high.value44 = resident;
        aggregatorValue45.read(resident, m.index);
        aggregatorValue45.write(m.index, hdr.high.value45);
        hdr.high.value45 = resident;
        aggregatorValue46.read(resident, m.index);
        aggregatorValue46.write(m.index, hdr.high.value46);
        hdr.high.value46 = resident;
        aggregatorValue47.read(resident, m.index);
        aggregatorValue47.write(m.index, hdr.high.value47);
        hdr.high.value47 = resident;
        aggregatorValue48.read(resident, m.index);
        aggregatorValue48.write(m.index, hdr.high.value48);
        hdr.high.value48 = resident;
        aggregatorValue49.read(resident, m.index);
        aggregatorValue49.write(m.index, hdr.high.value49);
        hdr.high.value49 = resident;
        aggregatorValue50.read(resident, m.index);
        aggregatorValue50.write(m.index, hdr.high.value50);
        hdr.high.value50 = resident;
        aggregatorValue51.read(resident, m.index);
        aggregatorValue51.write(m.index, hdr.high.value51);
        hdr.high.value51 = resident;
        aggregatorValue52.read(resident, m.index);
        aggregatorValue52.write(m.index, hdr.high.value52);
        hdr.high.value52 = resident;
        aggregatorValue53.read(resident, m.index);
        aggregatorValue53.write(m.index, hdr.high.value53);
        hdr.high.value53 = resident;
        aggregatorValue54.read(resident, m.index);
        aggregatorValue54.write(m.index, hdr.high.value54);
        hdr.high.value54 = resident;
        aggregatorValue55.read(resident, m.index);
        aggregatorValue55.write(m.index, hdr.high.value55);
        hdr.high.value55 = resident;
        aggregatorValue56.read(resident, m.index);
        aggregatorValue56.write(m.index, hdr.high.value56);
        hdr.high.value56 = resident;
        aggregatorValue57.read(resident, m.index);
        aggregatorValue57.write(m.index, hdr.high.value57);
        hdr.high.value57 = resident;
        aggregatorValue58.read(resident, m.index);
        aggregatorValue58.write(m.index, hdr.high.value58);
        hdr.high.value58 = resident;
        aggregatorValue59.read(resident, m.index);
        aggregatorValue59.write(m.index, hdr.high.value59);
        hdr.high.value59 = resident;
        aggregatorValue60.read(resident, m.index);
        aggregatorValue60.write(m.index, hdr.high.value60);
        hdr.high.value60 = resident;
        aggregatorValue61.read(resident, m.index);
        aggregatorValue61.write(m.index, hdr.high.value61);
        hdr.high.value61 = resident;
    }

    action TakeValues()
    {
        aggregatorValue32.read(hdr.high.value32, m.index);
        aggregatorValue32.write(m.index, 0);
        aggregatorValue33.read(hdr.high.value33, m.index);
        aggregatorValue33.write(m.index, 0);
        aggregatorValue34.read(hdr.high.value34, m.index);
        aggregatorValue34.write(m.index, 0);
        aggregatorValue35.read(hdr.high.value35, m.index);
        aggregatorValue35.write(m.index, 0);
        aggregatorValue36.read(hdr.high.value36, m.index);
        aggregatorValue36.write(m.index, 0);
        aggregatorValue37.read(hdr.high.value37, m.index);
        aggregatorValue37.write(m.index, 0);
        aggregatorValue38.read(hdr.high.value38, m.index);
        aggregatorValue38.write(m.index, 0);
        aggregatorValue39.read(hdr.high.value39, m.index);
        aggregatorValue39.write(m.index, 0);
        aggregatorValue40.read(hdr.high.value40, m.index);
        aggregatorValue40.write(m.index, 0);
        aggregatorValue41.read(hdr.high.value41, m.index);
        aggregatorValue41.write(m.index, 0);
        aggregatorValue42.read(hdr.high.value42, m.index);
        aggregatorValue42.write(m.index, 0);
        aggregatorValue43.read(hdr.high.value43, m.index);
        aggregatorValue43.write(m.index, 0);
        aggregatorValue44.read(hdr.high.value44, m.index);
        aggregatorValue44.write(m.index, 0);
        aggregatorValue45.read(hdr.high.value45, m.index);
        aggregatorValue45.write(m.index, 0);
        aggregatorValue46.read(hdr.high.value46, m.index);
        aggregatorValue46.write(m.index, 0);
        aggregatorValue47.read(hdr.high.value47, m.index);
        aggregatorValue47.write(m.index, 0);
        aggregatorValue48.read(hdr.high.value48, m.index);
        aggregatorValue48.write(m.index, 0);
        aggregatorValue49.read(hdr.high.value49, m.index);
        aggregatorValue49.write(m.index, 0);
        aggregatorValue50.read(hdr.high.value50, m.index);
        aggregatorValue50.write(m.index, 0);
        aggregatorValue51.read(hdr.high.value51, m.index);
        aggregatorValue51.write(m.index, 0);
        aggregatorValue52.read(hdr.high.value52, m.index);
        aggregatorValue52.write(m.index, 0);
        aggregatorValue53.read(hdr.high.value53, m.index);
        aggregatorValue53.write(m.index, 0);
        aggregatorValue54.read(hdr.high.value54, m.index);
        aggregatorValue54.write(m.index, 0);
        aggregatorValue55.read(hdr.high.value55, m.index);
        aggregatorValue55.write(m.index, 0);
        aggregatorValue56.read(hdr.high.value56, m.index);
        aggregatorValue56.write(m.index, 0);
        aggregatorValue57.read(hdr.high.value57, m.index);
        aggregatorValue57.write(m.index, 0);
        aggregatorValue58.read(hdr.high.value58, m.index);
        aggregatorValue58.write(m.index, 0);
        aggregatorValue59.read(hdr.high.value59, m.index);
        aggregatorValue59.write(m.index, 0);
        aggregatorValue60.read(hdr.high.value60, m.index);
        aggregatorValue60.write(m.index, 0);
        aggregatorValue61.read(hdr.high.value61, m.index);
        aggregatorValue61.write(m.index, 0);
    }

    action ReadValues()
    {
        aggregatorValue32.read(hdr.high.value32, m.index);
        aggregatorValue33.read(hdr.high.value33, m.index);
        aggregatorValue34.read(hdr.high.value34, m.index);
        aggregatorValue35.read(hdr.high.value35, m.index);
        aggregatorValue36.read(hdr.high.value36, m.index);
        aggregatorValue37.read(hdr.high.value37, m.index);
        aggregatorValue38.read(hdr.high.value38, m.index);
        aggregatorValue39.read(hdr.high.value39, m.index);
        aggregatorValue40.read(hdr.high.value40, m.index);
        aggregatorValue41.read(hdr.high.value41, m.index);
        aggregatorValue42.read(hdr.high.value42, m.index);
        aggregatorValue43.read(hdr.high.value43, m.index);
        aggregatorValue44.read(hdr.high.value44, m.index);
        aggregatorValue45.read(hdr.high.value45, m.index);
        aggregatorValue46.read(hdr.high.value46, m.index);
        aggregatorValue47.read(hdr.high.value47, m.index);
        aggregatorValue48.read(hdr.high.value48, m.index);
        aggregatorValue49.read(hdr.high.value49, m.index);
        aggregatorValue50.read(hdr.high.value50, m.index);
        aggregatorValue51.read(hdr.high.value51, m.index);
        aggregatorValue52.read(hdr.high.value52, m.index);
        aggregatorValue53.read(hdr.high.value53, m.index);
        aggregatorValue54.read(hdr.high.value54, m.index);
        aggregatorValue55.read(hdr.high.value55, m.index);
        aggregatorValue56.read(hdr.high.value56, m.index);
        aggregatorValue57.read(hdr.high.value57, m.index);
        aggregatorValue58.read(hdr.high.value58, m.index);
        aggregatorValue59.read(hdr.high.value59, m.index);
        aggregatorValue60.read(hdr.high.value60, m.index);
        aggregatorValue61.read(hdr.high.value61, m.index);
    }

    action ClearValues()
    {
        aggregatorValue32.write(m.index, 0);
        aggregatorValue33.write(m.index, 0);
        aggregatorValue34.write(m.index, 0);
        aggregatorValue35.write(m.index, 0);
        aggregatorValue36.write(m.index, 0);
        aggregatorValue37.write(m.index, 0);
        aggregatorValue38.write(m.index, 0);
        aggregatorValue39.write(m.index, 0);
        aggregatorValue40.write(m.index, 0);
        aggregatorValue41.write(m.index, 0);
        aggregatorValue42.write(m.index, 0);
        aggregatorValue43.write(m.index, 0);
        aggregatorValue44.write(m.index, 0);
        aggregatorValue45.write(m.index, 0);
        aggregatorValue46.write(m.index, 0);
        aggregatorValue47.write(m.index, 0);
        aggregatorValue48.write(m.index, 0);
        aggregatorValue49.write(m.index, 0);
        aggregatorValue50.write(m.index, 0);
        aggregatorValue51.write(m.index, 0);
        aggregatorValue52.write(m.index, 0);
        aggregatorValue53.write(m.index, 0);
        aggregatorValue54.write(m.index, 0);
        aggregatorValue55.write(m.index, 0);
        aggregatorValue56.write(m.index, 0);
        aggregatorValue57.write(m.index, 0);
        aggregatorValue58.write(m.index, 0);
        aggregatorValue59.write(m.index, 0);
        aggregatorValue60.write(m.index, 0);
        aggregatorValue61.write(m.index, 0);
    }

    action EmptyValues()
    {
        hdr.high.value32 = 0;
        hdr.high.value33 = 0;
        hdr.high.value34 = 0;
        hdr.high.value35 = 0;
        hdr.high.value36 = 0;
        hdr.high.value37 = 0;
        hdr.high.value38 = 0;
        hdr.high.value39 = 0;
        hdr.high.value40 = 0;
        hdr.high.value41 = 0;
        hdr.high.value42 = 0;
        hdr.high.value43 = 0;
        hdr.high.value44 = 0;
        hdr.high.value45 = 0;
        hdr.high.value46 = 0;
        hdr.high.value47 = 0;
        hdr.high.value48 = 0;
        hdr.high.value49 = 0;
        hdr.high.value50 = 0;
        hdr.high.value51 = 0;
        hdr.high.value52 = 0;
        hdr.high.value53 = 0;
        hdr.high.value54 = 0;
        hdr.high.value55 = 0;
        hdr.high.value56 = 0;
        hdr.high.value57 = 0;
        hdr.high.value58 = 0;
        hdr.high.value59 = 0;
        hdr.high.value60 = 0;
        hdr.high.value61 = 0;
    }

    apply
    {
        if (m.sumOperation == SumOperation.Store)
        {
            StoreValues();
        }
        else if (m.sumOperation == SumOperation.Add)
        {
            AddValues();
        }
        else if (m.sumOperation == SumOperation.AddAndRead)
        {
            AddAndReadValues();
        }
        else if (m.sumOperation == SumOperation.AddAndTake)
        {
            AddAndTakeValues();
        }
        else if (m.sumOperation == SumOperation.Swap)
        {
            SwapValues();
        }
        else if (m.sumOperation == SumOperation.Take)
        {
            TakeValues();
        }
        else if (m.sumOperation == SumOperation.Read)
        {
            ReadValues();
        }
        else if (m.sumOperation == SumOperation.Clear)
        {
            ClearValues();
        }
        else if (m.sumOperation == SumOperation.Empty)
        {
            EmptyValues();
        }
    }
}

control GradientSum(inout Headers hdr, in Metadata m)
{
    LowSum() lowSum;
    HighSum() highSum;

    // A packet that brings no sum may come in a short frame. The sum that leaves in it needs a long
    // one, whichever part of the values was there.
    action MakeRoom()
    {
        hdr.low.setValid();
        hdr.high.setValid();
        hdr.ipv4.totalBytes = kInaIpBytes;
        // what was behind the header is not to be behind the values
        truncate(14 + (bit<32>)kInaIpBytes);
    }

    apply
    {
        // SwitchML's frame has no high values.
        if (m.rules.frame == FrameFormat.Ina)
        {
            if (!hdr.high.isValid() &&
                (m.sumOperation == SumOperation.Take || m.sumOperation == SumOperation.Empty))
            {
                MakeRoom();
            }
            highSum.apply(hdr, m);
        }
        lowSum.apply(hdr, m);
    }
}

#endif // ESA_GRADIENT_SUM_P4
