// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/spec/model-util.h"

#include <utility>

// DNNs of scenarios that name a model.

namespace ns3::esa::test
{

using nlohmann::json;

/// @return partitions of a DNN as (layer, bytes)
std::vector<std::pair<uint32_t, uint64_t>>
PartitionsOf(const DnnSpec& dnn)
{
    std::vector<std::pair<uint32_t, uint64_t>> partitions;
    for (const auto& partition : dnn.partitions)
    {
        partitions.emplace_back(partition.layer, partition.bytes);
    }
    return partitions;
}

class ModelFile : public ModelBesideScenario
{
  protected:
    /// @return the DNN that the scenario gets of this
    DnnSpec Dnn(const json& dnn) const
    {
        return Parsed(dnn).scenario->dnns.at("A");
    }
};

TEST_F(ModelFile, LayersAndTimesAreThoseOfTheFile)
{
    const DnnSpec dnn = Dnn({{"model", "three.json"}});
    ASSERT_EQ(dnn.layers.size(), 3U);
    EXPECT_EQ(dnn.layers[1].forwardUs, 3);
    EXPECT_EQ(dnn.layers[1].backwardUs, 4);
    EXPECT_EQ(dnn.precision, GradientPrecision::Single);
    EXPECT_EQ(dnn.iterations, 0U);
    EXPECT_EQ(Dnn({{"model", m_path}}).layers.size(), 3U) << "an absolute path";
}

TEST_F(ModelFile, HalfPrecisionHalvesTheBytesAndTheScaleChangesTheTimes)
{
    const DnnSpec dnn = Dnn({{"model", "three.json"},
                             {"precision", "fp16"},
                             {"compute_scale", 2.5},
                             {"iterations", 7}});
    EXPECT_EQ(dnn.precision, GradientPrecision::Half);
    EXPECT_EQ(dnn.partitions[1].bytes, 2000U);
    EXPECT_EQ(dnn.layers[2].backwardUs, 12.5);
    EXPECT_EQ(dnn.layers[2].forwardUs, 12.5);
    EXPECT_EQ(dnn.iterations, 7U);
}

TEST_F(ModelFile, ASliceHasAFractionOfAllParametersAndTimes)
{
    using Partitions = std::vector<std::pair<uint32_t, uint64_t>>;
    const DnnSpec whole = Dnn({{"model", "three.json"}});
    const DnnSpec slice =
        Dnn({{"model", "three.json"}, {"slice", 0.25}, {"partition_bytes", 2400}});
    EXPECT_EQ(PartitionsOf(slice), (Partitions{{3, 4}, {2, 600}, {2, 400}, {1, 100}}))
        << "at least a parameter; as many partitions as the whole model has";
    EXPECT_EQ(slice.layers[1].forwardUs, 0.75);
    EXPECT_EQ(slice.layers[1].backwardUs, 1);
    EXPECT_EQ(slice.slice, 0.25);
    EXPECT_NEAR(slice.commCompRatio, whole.commCompRatio, 0.005 * whole.commCompRatio);
}

TEST_F(ModelFile, ASliceHasAsManyBucketsAsTheWholeModel)
{
    for (const json& sizes : {json{{"buckets", "ddp"}},
                              json{{"buckets", "ddp"}, {"bucket_bytes", 5000000}},
                              json{{"partition_bytes", 3000000}}})
    {
        json dnn{{"model", "gpt2-xl"}};
        dnn.update(sizes);
        const DnnSpec whole = Dnn(dnn);
        for (const double part : {0.5, 0.016, 0.002})
        {
            SCOPED_TRACE(sizes.dump() + ", slice " + std::to_string(part));
            dnn["slice"] = part;
            const DnnSpec slice = Dnn(dnn);
            ASSERT_EQ(slice.partitions.size(), whole.partitions.size());
            for (std::size_t i = 0; i < whole.partitions.size(); ++i)
            {
                EXPECT_EQ(slice.partitions[i].layer, whole.partitions[i].layer);
                const double bytes = part * static_cast<double>(whole.partitions[i].bytes);
                EXPECT_NEAR(slice.partitions[i].bytes, bytes, 0.01 * bytes + 100);
            }
        }
    }
}

TEST_F(ModelFile, ASliceHasNoMorePartitionsThanAreAllowed)
{
    json dnn{{"model", "gpt3-175b"}, {"precision", "bf16"}, {"slice", 0.01}};
    EXPECT_LE(Dnn(dnn).partitions.size(), 10000U);
    EXPECT_GT(Dnn(dnn).partitions.size(), 5000U);
}

TEST_F(ModelFile, AnEffectiveConfigurationIsNotSlicedAgain)
{
    const json effective = Parsed({{"model", "three.json"}, {"slice", 0.25}}).effective;
    EXPECT_EQ(effective["dnns"]["A"]["slice"], 0.25);
    EXPECT_EQ(ParseScenario(effective.dump(), "FILE").effective, effective);
}

TEST_F(ModelFile, TheRatioIsTransferOverComputationUnlessItIsGiven)
{
    // 1101 gradients of 4 bytes take 0.35232 us at 100 Gb/s, the computation 20 us.
    EXPECT_NEAR(Dnn({{"model", "three.json"}}).commCompRatio, 0.35232 / 20, 1e-12);
    EXPECT_EQ(Dnn({{"model", "three.json"}, {"comm_comp_ratio", 3}}).commCompRatio, 3);
    json model = json::parse(kModel);
    model["comm_comp_ratio"] = 4;
    m_directory.Write("ratio.json", model.dump());
    EXPECT_EQ(Dnn({{"model", "ratio.json"}}).commCompRatio, 4);
    EXPECT_EQ(Dnn({{"model", "ratio.json"}, {"comm_comp_ratio", 3}}).commCompRatio, 3);
}

TEST_F(ModelFile, TooManyPartitionsAreRefused)
{
    json model = json::parse(kModel);
    model["layers"][1]["parameters"] = 10000;
    m_directory.Write("large.json", model.dump());
    const auto lines = Errors({{"model", "large.json"}, {"partition_bytes", 4}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(
        HasText(lines[0], "at most 10000 partitions: with 4 partition_bytes there are 10101"));
}

TEST_F(ModelFile, TheEffectiveConfigurationNeedsNoModel)
{
    const json effective = Parsed({{"model", "three.json"}, {"precision", "fp16"}}).effective;
    EXPECT_FALSE(effective["dnns"]["A"].contains("model"));
    EXPECT_EQ(effective["dnns"]["A"]["layers"][0]["name"], "front");
    EXPECT_EQ(ParseScenario(effective.dump(), "FILE").effective, effective);
}

TEST_F(ModelFile, TheNamedConfigurationKeepsItsModelWhereverItIsRead)
{
    const std::string path = m_directory.Write(
        "scenario.json",
        R"({"dnns": {"A": {"model": "three.json", "compute_scale": 2}, "B": {"model": "dnn-b"}}})");
    const auto parsed = ReadScenario(path);
    EXPECT_EQ(parsed.toChange["dnns"]["A"], (json{{"model", m_path}, {"compute_scale", 2}}));
    EXPECT_EQ(parsed.toChange["dnns"]["B"], (json{{"model", "dnn-b"}}));
    EXPECT_EQ(ParseScenario(parsed.toChange.dump(), "FILE").effective, parsed.effective);
}

TEST_F(ModelFile, AMissingFileIsNamed)
{
    const auto lines = Errors({{"model", "four.json"}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(HasText(lines[0], "scenario.json: /dnns/A/model: "));
    EXPECT_TRUE(HasText(lines[0], "four.json"));
}

TEST(Models, AnOptionsModelTakesThePlaceOfTheFilesDnn)
{
    const std::string inner = R"({"layers": [{"compute_us": 1}], "comm_comp_ratio": 9,
                                  "partitions": [{"layer": 1, "bytes": 8}]})";
    const DnnSpec dnn = ParseScenario(R"({"dnns": {"A": )" + inner + R"(, "C": )" + inner + "}}",
                                      "FILE",
                                      {ParseSetting("dnns.C.model=vgg16")})
                            .scenario->dnns.at("C");
    EXPECT_EQ(dnn.layers.size(), 16U);
    EXPECT_NE(dnn.commCompRatio, 9);
    EXPECT_TRUE(LinesBeginWith(
        ErrorsOf(R"({"dnns": 5})", {"dnns.A.model=vgg16"}),
        {"--set dnns.A.model=vgg16: /dnns is", "--set dnns.A.model=vgg16: /dnns: 5 is not"}));
}

TEST(Models, DnnAAndBAreTheDefaultsToTheByte)
{
    const ValidScenario defaults = ParseScenario("{}", "FILE").scenario;
    const ValidScenario models =
        ValidScenarioOf(R"({"dnns": {"A": {"model": "dnn-a"}, "B": {"model": "dnn-b"}}})");
    for (const std::string letter : {"A", "B"})
    {
        const DnnSpec& expected = defaults->dnns.at(letter);
        const DnnSpec& dnn = models->dnns.at(letter);
        EXPECT_EQ(PartitionsOf(dnn), PartitionsOf(expected));
        EXPECT_EQ(dnn.commCompRatio, expected.commCompRatio);
        ASSERT_EQ(dnn.layers.size(), expected.layers.size());
        for (std::size_t layer = 0; layer < dnn.layers.size(); ++layer)
        {
            EXPECT_EQ(dnn.layers[layer].forwardUs, expected.layers[layer].forwardUs);
            EXPECT_EQ(dnn.layers[layer].backwardUs, expected.layers[layer].backwardUs);
        }
    }
}

} // namespace ns3::esa::test
