/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Generated from esa-tna-gradient-sum.p4.in by generate-values.py.

#ifndef ESA_TNA_GRADIENT_SUM_P4
#define ESA_TNA_GRADIENT_SUM_P4

// GradientSum on Tofino: one register array for two values, which are a half of a fragment's values
// apart. A pass adds or swaps one half, each register in one access.

#include "esa-tna-metadata.p4"

// What is to be done is known in stage 4, where the first values are, so each looks for itself.
#define VALUE_ENTRIES(AddValue, SwapValue)                                                         \
    (Step.Add, 0) : AddValue();                                                                    \
    (Step.AddHalf, _) : AddValue();                                                                \
    (Step.FreeHalf, _) : AddValue();                                                               \
    (Step.Allocate, _) : SwapValue();                                                              \
    (Step.Swap, _) : SwapValue();                                                                  \
    (Step.Fetch, _) : SwapValue();                                                                 \
    (Step.SwapHalf, _) : SwapValue();

// The empty sum, in front of the stages
control EmptyHalfSum(inout HalfValues values)
{
    action EmptyValues()
    {
        values.word0 = 0;
        values.word1 = 0;
        values.word2 = 0;
        values.word3 = 0;
        values.word4 = 0;
        values.word5 = 0;
        values.word6 = 0;
        values.word7 = 0;
        values.word8 = 0;
        values.word9 = 0;
        values.word10 = 0;
        values.word11 = 0;
        values.word12 = 0;
        values.word13 = 0;
        values.word14 = 0;
        values.word15 = 0;
        values.word16 = 0;
        values.word17 = 0;
        values.word18 = 0;
        values.word19 = 0;
        values.word20 = 0;
        values.word21 = 0;
        values.word22 = 0;
        values.word23 = 0;
        values.word24 = 0;
        values.word25 = 0;
        values.word26 = 0;
        values.word27 = 0;
        values.word28 = 0;
        values.word29 = 0;
        values.word30 = 0;
    }

    apply
    {
        EmptyValues();
    }
}

control HalfSum(inout HalfValues values, in TnaMetadata m)
{
    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum0;
    RegisterAction<int<32>, bit<32>, int<32>>(sum0) addToSum0 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word0;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum0) swapWithSum0 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word0;
        }
    };
    action AddValue0()
    {
        values.word0 = (bit<32>)addToSum0.execute(m.place);
    }
    action SwapValue0()
    {
        values.word0 = (bit<32>)swapWithSum0.execute(m.place);
    }
    table value0
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue0; SwapValue0; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue0, SwapValue0) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum1;
    RegisterAction<int<32>, bit<32>, int<32>>(sum1) addToSum1 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word1;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum1) swapWithSum1 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word1;
        }
    };
    action AddValue1()
    {
        values.word1 = (bit<32>)addToSum1.execute(m.place);
    }
    action SwapValue1()
    {
        values.word1 = (bit<32>)swapWithSum1.execute(m.place);
    }
    table value1
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue1; SwapValue1; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue1, SwapValue1) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum2;
    RegisterAction<int<32>, bit<32>, int<32>>(sum2) addToSum2 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word2;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum2) swapWithSum2 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word2;
        }
    };
    action AddValue2()
    {
        values.word2 = (bit<32>)addToSum2.execute(m.place);
    }
    action SwapValue2()
    {
        values.word2 = (bit<32>)swapWithSum2.execute(m.place);
    }
    table value2
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue2; SwapValue2; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue2, SwapValue2) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum3;
    RegisterAction<int<32>, bit<32>, int<32>>(sum3) addToSum3 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word3;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum3) swapWithSum3 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word3;
        }
    };
    action AddValue3()
    {
        values.word3 = (bit<32>)addToSum3.execute(m.place);
    }
    action SwapValue3()
    {
        values.word3 = (bit<32>)swapWithSum3.execute(m.place);
    }
    table value3
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue3; SwapValue3; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue3, SwapValue3) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum4;
    RegisterAction<int<32>, bit<32>, int<32>>(sum4) addToSum4 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word4;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum4) swapWithSum4 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word4;
        }
    };
    action AddValue4()
    {
        values.word4 = (bit<32>)addToSum4.execute(m.place);
    }
    action SwapValue4()
    {
        values.word4 = (bit<32>)swapWithSum4.execute(m.place);
    }
    table value4
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue4; SwapValue4; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue4, SwapValue4) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum5;
    RegisterAction<int<32>, bit<32>, int<32>>(sum5) addToSum5 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word5;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum5) swapWithSum5 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word5;
        }
    };
    action AddValue5()
    {
        values.word5 = (bit<32>)addToSum5.execute(m.place);
    }
    action SwapValue5()
    {
        values.word5 = (bit<32>)swapWithSum5.execute(m.place);
    }
    table value5
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue5; SwapValue5; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue5, SwapValue5) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum6;
    RegisterAction<int<32>, bit<32>, int<32>>(sum6) addToSum6 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word6;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum6) swapWithSum6 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word6;
        }
    };
    action AddValue6()
    {
        values.word6 = (bit<32>)addToSum6.execute(m.place);
    }
    action SwapValue6()
    {
        values.word6 = (bit<32>)swapWithSum6.execute(m.place);
    }
    table value6
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue6; SwapValue6; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue6, SwapValue6) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum7;
    RegisterAction<int<32>, bit<32>, int<32>>(sum7) addToSum7 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word7;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum7) swapWithSum7 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word7;
        }
    };
    action AddValue7()
    {
        values.word7 = (bit<32>)addToSum7.execute(m.place);
    }
    action SwapValue7()
    {
        values.word7 = (bit<32>)swapWithSum7.execute(m.place);
    }
    table value7
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue7; SwapValue7; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue7, SwapValue7) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum8;
    RegisterAction<int<32>, bit<32>, int<32>>(sum8) addToSum8 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word8;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum8) swapWithSum8 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word8;
        }
    };
    action AddValue8()
    {
        values.word8 = (bit<32>)addToSum8.execute(m.place);
    }
    action SwapValue8()
    {
        values.word8 = (bit<32>)swapWithSum8.execute(m.place);
    }
    table value8
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue8; SwapValue8; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue8, SwapValue8) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum9;
    RegisterAction<int<32>, bit<32>, int<32>>(sum9) addToSum9 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word9;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum9) swapWithSum9 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word9;
        }
    };
    action AddValue9()
    {
        values.word9 = (bit<32>)addToSum9.execute(m.place);
    }
    action SwapValue9()
    {
        values.word9 = (bit<32>)swapWithSum9.execute(m.place);
    }
    table value9
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue9; SwapValue9; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue9, SwapValue9) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum10;
    RegisterAction<int<32>, bit<32>, int<32>>(sum10) addToSum10 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word10;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum10) swapWithSum10 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word10;
        }
    };
    action AddValue10()
    {
        values.word10 = (bit<32>)addToSum10.execute(m.place);
    }
    action SwapValue10()
    {
        values.word10 = (bit<32>)swapWithSum10.execute(m.place);
    }
    table value10
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue10; SwapValue10; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue10, SwapValue10) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum11;
    RegisterAction<int<32>, bit<32>, int<32>>(sum11) addToSum11 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word11;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum11) swapWithSum11 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word11;
        }
    };
    action AddValue11()
    {
        values.word11 = (bit<32>)addToSum11.execute(m.place);
    }
    action SwapValue11()
    {
        values.word11 = (bit<32>)swapWithSum11.execute(m.place);
    }
    table value11
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue11; SwapValue11; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue11, SwapValue11) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum12;
    RegisterAction<int<32>, bit<32>, int<32>>(sum12) addToSum12 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word12;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum12) swapWithSum12 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word12;
        }
    };
    action AddValue12()
    {
        values.word12 = (bit<32>)addToSum12.execute(m.place);
    }
    action SwapValue12()
    {
        values.word12 = (bit<32>)swapWithSum12.execute(m.place);
    }
    table value12
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue12; SwapValue12; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue12, SwapValue12) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum13;
    RegisterAction<int<32>, bit<32>, int<32>>(sum13) addToSum13 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word13;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum13) swapWithSum13 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word13;
        }
    };
    action AddValue13()
    {
        values.word13 = (bit<32>)addToSum13.execute(m.place);
    }
    action SwapValue13()
    {
        values.word13 = (bit<32>)swapWithSum13.execute(m.place);
    }
    table value13
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue13; SwapValue13; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue13, SwapValue13) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum14;
    RegisterAction<int<32>, bit<32>, int<32>>(sum14) addToSum14 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word14;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum14) swapWithSum14 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word14;
        }
    };
    action AddValue14()
    {
        values.word14 = (bit<32>)addToSum14.execute(m.place);
    }
    action SwapValue14()
    {
        values.word14 = (bit<32>)swapWithSum14.execute(m.place);
    }
    table value14
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue14; SwapValue14; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue14, SwapValue14) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum15;
    RegisterAction<int<32>, bit<32>, int<32>>(sum15) addToSum15 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word15;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum15) swapWithSum15 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word15;
        }
    };
    action AddValue15()
    {
        values.word15 = (bit<32>)addToSum15.execute(m.place);
    }
    action SwapValue15()
    {
        values.word15 = (bit<32>)swapWithSum15.execute(m.place);
    }
    table value15
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue15; SwapValue15; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue15, SwapValue15) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum16;
    RegisterAction<int<32>, bit<32>, int<32>>(sum16) addToSum16 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word16;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum16) swapWithSum16 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word16;
        }
    };
    action AddValue16()
    {
        values.word16 = (bit<32>)addToSum16.execute(m.place);
    }
    action SwapValue16()
    {
        values.word16 = (bit<32>)swapWithSum16.execute(m.place);
    }
    table value16
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue16; SwapValue16; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue16, SwapValue16) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum17;
    RegisterAction<int<32>, bit<32>, int<32>>(sum17) addToSum17 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word17;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum17) swapWithSum17 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word17;
        }
    };
    action AddValue17()
    {
        values.word17 = (bit<32>)addToSum17.execute(m.place);
    }
    action SwapValue17()
    {
        values.word17 = (bit<32>)swapWithSum17.execute(m.place);
    }
    table value17
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue17; SwapValue17; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue17, SwapValue17) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum18;
    RegisterAction<int<32>, bit<32>, int<32>>(sum18) addToSum18 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word18;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum18) swapWithSum18 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word18;
        }
    };
    action AddValue18()
    {
        values.word18 = (bit<32>)addToSum18.execute(m.place);
    }
    action SwapValue18()
    {
        values.word18 = (bit<32>)swapWithSum18.execute(m.place);
    }
    table value18
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue18; SwapValue18; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue18, SwapValue18) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum19;
    RegisterAction<int<32>, bit<32>, int<32>>(sum19) addToSum19 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word19;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum19) swapWithSum19 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word19;
        }
    };
    action AddValue19()
    {
        values.word19 = (bit<32>)addToSum19.execute(m.place);
    }
    action SwapValue19()
    {
        values.word19 = (bit<32>)swapWithSum19.execute(m.place);
    }
    table value19
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue19; SwapValue19; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue19, SwapValue19) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum20;
    RegisterAction<int<32>, bit<32>, int<32>>(sum20) addToSum20 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word20;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum20) swapWithSum20 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word20;
        }
    };
    action AddValue20()
    {
        values.word20 = (bit<32>)addToSum20.execute(m.place);
    }
    action SwapValue20()
    {
        values.word20 = (bit<32>)swapWithSum20.execute(m.place);
    }
    table value20
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue20; SwapValue20; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue20, SwapValue20) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum21;
    RegisterAction<int<32>, bit<32>, int<32>>(sum21) addToSum21 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word21;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum21) swapWithSum21 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word21;
        }
    };
    action AddValue21()
    {
        values.word21 = (bit<32>)addToSum21.execute(m.place);
    }
    action SwapValue21()
    {
        values.word21 = (bit<32>)swapWithSum21.execute(m.place);
    }
    table value21
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue21; SwapValue21; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue21, SwapValue21) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum22;
    RegisterAction<int<32>, bit<32>, int<32>>(sum22) addToSum22 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word22;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum22) swapWithSum22 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word22;
        }
    };
    action AddValue22()
    {
        values.word22 = (bit<32>)addToSum22.execute(m.place);
    }
    action SwapValue22()
    {
        values.word22 = (bit<32>)swapWithSum22.execute(m.place);
    }
    table value22
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue22; SwapValue22; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue22, SwapValue22) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum23;
    RegisterAction<int<32>, bit<32>, int<32>>(sum23) addToSum23 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word23;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum23) swapWithSum23 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word23;
        }
    };
    action AddValue23()
    {
        values.word23 = (bit<32>)addToSum23.execute(m.place);
    }
    action SwapValue23()
    {
        values.word23 = (bit<32>)swapWithSum23.execute(m.place);
    }
    table value23
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue23; SwapValue23; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue23, SwapValue23) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum24;
    RegisterAction<int<32>, bit<32>, int<32>>(sum24) addToSum24 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word24;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum24) swapWithSum24 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word24;
        }
    };
    action AddValue24()
    {
        values.word24 = (bit<32>)addToSum24.execute(m.place);
    }
    action SwapValue24()
    {
        values.word24 = (bit<32>)swapWithSum24.execute(m.place);
    }
    table value24
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue24; SwapValue24; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue24, SwapValue24) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum25;
    RegisterAction<int<32>, bit<32>, int<32>>(sum25) addToSum25 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word25;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum25) swapWithSum25 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word25;
        }
    };
    action AddValue25()
    {
        values.word25 = (bit<32>)addToSum25.execute(m.place);
    }
    action SwapValue25()
    {
        values.word25 = (bit<32>)swapWithSum25.execute(m.place);
    }
    table value25
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue25; SwapValue25; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue25, SwapValue25) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum26;
    RegisterAction<int<32>, bit<32>, int<32>>(sum26) addToSum26 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word26;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum26) swapWithSum26 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word26;
        }
    };
    action AddValue26()
    {
        values.word26 = (bit<32>)addToSum26.execute(m.place);
    }
    action SwapValue26()
    {
        values.word26 = (bit<32>)swapWithSum26.execute(m.place);
    }
    table value26
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue26; SwapValue26; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue26, SwapValue26) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum27;
    RegisterAction<int<32>, bit<32>, int<32>>(sum27) addToSum27 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word27;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum27) swapWithSum27 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word27;
        }
    };
    action AddValue27()
    {
        values.word27 = (bit<32>)addToSum27.execute(m.place);
    }
    action SwapValue27()
    {
        values.word27 = (bit<32>)swapWithSum27.execute(m.place);
    }
    table value27
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue27; SwapValue27; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue27, SwapValue27) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum28;
    RegisterAction<int<32>, bit<32>, int<32>>(sum28) addToSum28 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word28;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum28) swapWithSum28 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word28;
        }
    };
    action AddValue28()
    {
        values.word28 = (bit<32>)addToSum28.execute(m.place);
    }
    action SwapValue28()
    {
        values.word28 = (bit<32>)swapWithSum28.execute(m.place);
    }
    table value28
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue28; SwapValue28; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue28, SwapValue28) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum29;
    RegisterAction<int<32>, bit<32>, int<32>>(sum29) addToSum29 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word29;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum29) swapWithSum29 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word29;
        }
    };
    action AddValue29()
    {
        values.word29 = (bit<32>)addToSum29.execute(m.place);
    }
    action SwapValue29()
    {
        values.word29 = (bit<32>)swapWithSum29.execute(m.place);
    }
    table value29
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue29; SwapValue29; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue29, SwapValue29) }
        size = 8;
    }

    Register<int<32>, bit<32>>(2 * ESA_AGGREGATORS, 0) sum30;
    RegisterAction<int<32>, bit<32>, int<32>>(sum30) addToSum30 = {
        void apply(inout int<32> value, out int<32> result)
        {
            value = value |+| (int<32>)values.word30;
            result = value;
        }
    };
    RegisterAction<int<32>, bit<32>, int<32>>(sum30) swapWithSum30 = {
        void apply(inout int<32> value, out int<32> result)
        {
            result = value;
            value = (int<32>)values.word30;
        }
    };
    action AddValue30()
    {
        values.word30 = (bit<32>)addToSum30.execute(m.place);
    }
    action SwapValue30()
    {
        values.word30 = (bit<32>)swapWithSum30.execute(m.place);
    }
    table value30
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { AddValue30; SwapValue30; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { VALUE_ENTRIES(AddValue30, SwapValue30) }
        size = 8;
    }

    apply
    {
        value0.apply();
        value1.apply();
        value2.apply();
        value3.apply();
        value4.apply();
        value5.apply();
        value6.apply();
        value7.apply();
        value8.apply();
        value9.apply();
        value10.apply();
        value11.apply();
        value12.apply();
        value13.apply();
        value14.apply();
        value15.apply();
        value16.apply();
        value17.apply();
        value18.apply();
        value19.apply();
        value20.apply();
        value21.apply();
        value22.apply();
        value23.apply();
        value24.apply();
        value25.apply();
        value26.apply();
        value27.apply();
        value28.apply();
        value29.apply();
        value30.apply();
    }
}

#endif // ESA_TNA_GRADIENT_SUM_P4
