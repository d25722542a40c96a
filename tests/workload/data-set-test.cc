/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-data-set.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3::esa
{
namespace
{

/// @return the samples of a text
DataSet
Read(const std::string& text)
{
    std::istringstream lines(text);
    return ReadDataSet(lines, "FILE");
}

/// @return the error message about a text that cannot be used
std::string
ErrorOf(const std::string& text)
{
    try
    {
        Read(text);
    }
    catch (const DataSetError& error)
    {
        return error.what();
    }
    return "no error";
}

TEST(DataSets, AreReadWithFeaturesFromZeroToOne)
{
    const DataSet data = Read("0,8,1\r\n4,0,0\n2,2,2\n0,0,0\n1,1,1"); // the last line is unfinished
    EXPECT_EQ(data.Size(), 5U);
    EXPECT_EQ(data.features, 2U);
    EXPECT_EQ(data.classes, 3U);
    EXPECT_EQ(data.inputs[1], 1);
    EXPECT_EQ(data.InputOf(1)[0], 0.5);
    EXPECT_EQ(data.labels, (std::vector<uint32_t>{1, 0, 2, 0, 1}));
}

TEST(DataSets, ErrorsNameLineAndField)
{
    EXPECT_EQ(ErrorOf("1,2,0\n1,x,0\n"),
              "FILE, line 2, field 2: must be an integer from 0 to 65535");
    EXPECT_EQ(ErrorOf("1,2,0\n-1,2,0\n"),
              "FILE, line 2, field 1: must be an integer from 0 to 65535");
    EXPECT_EQ(ErrorOf("1,2,256\n"),
              "FILE, line 1, field 3 (the class): must be an integer from 0 to 255");
    EXPECT_EQ(ErrorOf("1,2,0\n1,0\n"), "FILE, line 2: has 2 fields, must have 3 as the first line");
    EXPECT_EQ(ErrorOf("1\n"), "FILE, line 1: must have a feature at least, a comma and the class");
    EXPECT_EQ(ErrorOf(""), "FILE: has 0 samples, must have 5 at least");
    EXPECT_EQ(ErrorOf("1,0\n1,0\n1,0\n1,0\n1,0\n"),
              "FILE: has nothing to learn, all classes are 0");
    EXPECT_EQ(ErrorOf("0,0\n0,0\n0,0\n0,0\n0,1\n"),
              "FILE: has nothing to learn, all features are 0");
}

TEST(DataSets, EveryFifthSampleIsForTests)
{
    const SplitDataSet split = Split(Read("1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n7,0\n"));
    EXPECT_EQ(split.test.Size(), 1U);
    EXPECT_EQ(split.test.inputs[0] * 7, 5);
    EXPECT_EQ(split.train.Size(), 6U);
    EXPECT_EQ(split.train.labels, (std::vector<uint32_t>{0, 1, 0, 1, 1, 0}));
    EXPECT_EQ(split.test.classes, 2U);
}

} // namespace
} // namespace ns3::esa
