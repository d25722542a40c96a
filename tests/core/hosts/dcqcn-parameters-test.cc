/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Parameters of DCQCN that differ between public simulators.

#include "ns3/esa-dcqcn.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr double kDcqcnLine = 40e9;

TEST(Dcqcn, WithoutACounterTheTimerAloneDecides)
{
    DcqcnParameters parameters;
    parameters.byteCounter = 0;
    parameters.fastRecoveries = 1;
    Dcqcn control(parameters, kDcqcnLine, 1000);
    control.OnNotification(FromMicroseconds(0));
    control.OnNotification(FromMicroseconds(1));
    control.OnSent(100000000, FromMicroseconds(1 + 55)); // halves the distance
    EXPECT_EQ(control.Target(), kDcqcnLine / 2);
    control.OnSent(1000, FromMicroseconds(1 + 2 * 55)); // adds R_AI
    EXPECT_EQ(control.Target(), kDcqcnLine / 2 + 40e6);
    control.OnSent(1000, FromMicroseconds(1 + 4 * 55));
    EXPECT_EQ(control.Target(), kDcqcnLine / 2 + 40e6 + 2 * 400e6)
        << "each hyper increase is a step";
}

TEST(Dcqcn, TheLowestRateIsAParameter)
{
    DcqcnParameters parameters;
    parameters.minBitsPerS = 100e6;
    Dcqcn control(parameters, kDcqcnLine, 1000);
    for (int i = 0; i < 100; ++i)
    {
        control.OnNotification(FromMicroseconds(50 * i));
    }
    EXPECT_EQ(control.Rate(), 100e6);
}

} // namespace
} // namespace ns3::esa
