// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/spec/model-util.h"

#include "ns3/esa-model-file.h"

// Models in the CSV format of SwitchML's DNN benchmark.

namespace ns3::esa::test
{

using nlohmann::json;

const std::string kHeading = "layer_index, numel, forward_pass_ns, backward_pass_ns\n";

/// @return the errors of a model
std::vector<std::string>
CsvErrors(const std::string& text)
{
    return ErrorsWhile([&text] { ParseModelCsv(text, "FILE"); });
}

TEST(ModelCsv, ALineIsALayer)
{
    const json model = ParseModelCsv(kHeading + "0,620,1000,2000\n1, 62 ,2500.5,0", "FILE");
    EXPECT_EQ(model["layers"], json::parse(R"([{"name": "layer 0", "parameters": 620,
                               "forward_us": 1.0, "backward_us": 2.0},
                              {"name": "layer 1", "parameters": 62,
                               "forward_us": 2.5005, "backward_us": 0.0}])"));
    EXPECT_EQ(ParseModelCsv(kHeading + "1,5,0,0\r\n2,6,0,0\r\n", "FILE")["layers"].size(), 2U)
        << "layers may count from 1";
}

TEST(ModelCsv, ColumnsAreFoundByTheirNames)
{
    const json model = ParseModelCsv(
        "backward_pass_ns,kind,numel,layer_index,forward_pass_ns\n7000,conv,62,0,3000\n",
        "FILE");
    EXPECT_EQ(model["layers"][0]["parameters"], 62);
    EXPECT_EQ(model["layers"][0]["forward_us"], 3);
    EXPECT_EQ(model["layers"][0]["backward_us"], 7);
}

TEST(ModelCsv, IsTheModelThatJsonWouldBe)
{
    const TemporaryDirectory directory;
    directory.Write("three.json", kModel);
    directory.Write("three.csv", kHeading + "0,100,1000,2000\n1,1000,3000,4000\n2,1,5000,5000\n");
    const auto effectiveOf = [&directory](const std::string& model) {
        const json dnn{{"model", model}, {"buckets", "ddp"}, {"first_bucket_bytes", 4}};
        json effective =
            ReadScenario(directory.Write("scenario.json", WithDnn(dnn))).effective["dnns"]["A"];
        for (json& layer : effective["layers"])
        {
            layer.erase("name");
        }
        return effective;
    };
    EXPECT_EQ(effectiveOf("three.csv"), effectiveOf("three.json"));
}

TEST(ModelCsv, ErrorsNameScenarioFileLineAndField)
{
    const TemporaryDirectory directory;
    directory.Write("bad.csv", kHeading + "0,100,1000,2000\n1,many,3000,-4000\n");
    const std::string path = directory.Write("scenario.json", WithDnn({{"model", "bad.csv"}}));
    const std::string place = path + ": /dnns/A/model: bad.csv:3: ";
    EXPECT_TRUE(LinesBeginWith(ErrorsWhile([&path] { ReadScenario(path); }),
                               {place + "numel: \"many\" is not allowed",
                                place + "backward_pass_ns: -4000 is not allowed"}));
}

TEST(ModelCsv, ValuesOutsideTheirRangesAreRefused)
{
    for (const std::string bad : {"0", "-1", "1.5", "1000000000001", "1e30", "", "NaN", "\xff"})
    {
        EXPECT_TRUE(
            LinesBeginWith(CsvErrors(kHeading + "0," + bad + ",1,1\n"), {"FILE:2: numel: "}))
            << bad;
    }
    for (const std::string bad : {"-0.1", "1000000000001", "1e999", "", "inf", "1 2", "0x5"})
    {
        EXPECT_TRUE(LinesBeginWith(CsvErrors(kHeading + "0,1," + bad + ",1\n"),
                                   {"FILE:2: forward_pass_ns: "}))
            << bad;
    }
    EXPECT_EQ(CsvErrors(kHeading + "0,1000000000000,1e12,1000000000000\n"),
              std::vector<std::string>());
}

TEST(ModelCsv, ALostLineIsNoticed)
{
    EXPECT_TRUE(LinesBeginWith(CsvErrors(kHeading + "0,1,1,1\n2,1,1,1\n3,1,1,1\n"),
                               {"FILE:3: layer_index: 2 is not allowed: must be 1, since layers "
                                "count up by one"}));
    EXPECT_TRUE(LinesBeginWith(CsvErrors(kHeading + "2,1,1,1\n"),
                               {"FILE:2: layer_index: 2 is not allowed: must be 0 or 1"}));
    EXPECT_EQ(CsvErrors(kHeading + "conv1,1,1,1\n").size(), 1U);
}

TEST(ModelCsv, OtherFilesAreRefused)
{
    EXPECT_TRUE(LinesBeginWith(CsvErrors(""),
                               {"FILE:1: layer_index: missing: the first line names the columns "
                                "layer_index, numel, forward_pass_ns and backward_pass_ns",
                                "FILE:1: numel: missing",
                                "FILE:1: forward_pass_ns: missing",
                                "FILE:1: backward_pass_ns: missing"}));
    EXPECT_TRUE(LinesBeginWith(CsvErrors(kHeading), {"FILE:2: no layer follows"}));
    EXPECT_TRUE(LinesBeginWith(CsvErrors(kHeading + "0,1,1\n"),
                               {"FILE:2: 3 fields, but the first line names 4"}));
    EXPECT_TRUE(LinesBeginWith(CsvErrors("numel," + kHeading + "1,0,1,1,1\n"),
                               {"FILE:1: numel: there twice"}));
    std::string many = kHeading;
    for (int layer = 0; layer < 1001; ++layer)
    {
        many += std::to_string(layer) + ",1,1,1\n";
    }
    EXPECT_TRUE(LinesBeginWith(CsvErrors(many),
                               {"FILE: 1001 rows are not allowed: must be at most 1000 layers"}));
    EXPECT_FALSE(IsModelPath(".csv"));
    EXPECT_TRUE(IsModelPath("resnet.csv") && IsModelPath("resnet.json"));
}

} // namespace ns3::esa::test
