// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/spec/model-util.h"

#include "ns3/esa-model-file.h"

#include <tuple>
#include <utility>

// What is sent of a model: partitions, whole layers or buckets, as its DNN header.

namespace ns3::esa::test
{

using nlohmann::json;

/// What is sent: first layer, number of layers and bytes of each.
using Sent = std::vector<std::tuple<uint32_t, uint32_t, uint64_t>>;

class BucketsOfAModel : public ModelBesideScenario
{
  protected:
    /// @return what a DNN of the model with these fields sends
    Sent SentOf(const json& fields) const
    {
        Sent sent;
        const ParsedScenario parsed = ParsedWith(fields);
        for (const Dnn::Partition& partition : parsed.scenario->dnns.at("A").partitions)
        {
            sent.emplace_back(partition.layer, partition.layerCount, partition.bytes);
        }
        return sent;
    }

    /// @return the scenario of a DNN of the model with these fields
    ParsedScenario ParsedWith(json fields) const
    {
        fields["model"] = "three.json";
        return Parsed(fields);
    }

    /// @return errors of a DNN of the model with these fields
    std::vector<std::string> ErrorsWith(json fields) const
    {
        fields["model"] = "three.json";
        return Errors(fields);
    }
};

TEST_F(BucketsOfAModel, FollowFromTheFieldsOfTheDnn)
{
    // from the last layer to the first one, of 4, 4000 and 400 bytes
    const std::vector<std::pair<const char*, Sent>> cases{
        {R"({})", {{3, 1, 4}, {2, 1, 4000}, {1, 1, 400}}},
        {R"({"buckets": "partitions"})", {{3, 1, 4}, {2, 1, 4000}, {1, 1, 400}}},
        {R"({"partition_bytes": 1500})",
         {{3, 1, 4}, {2, 1, 1500}, {2, 1, 1500}, {2, 1, 1000}, {1, 1, 400}}},
        {R"({"partition_bytes": 2000})", {{3, 1, 4}, {2, 1, 2000}, {2, 1, 2000}, {1, 1, 400}}},
        {R"({"buckets": "partitions", "partition_bytes": 2500})",
         {{3, 1, 4}, {2, 1, 2500}, {2, 1, 1500}, {1, 1, 400}}},
        {R"({"buckets": "layers"})", {{3, 1, 4}, {2, 1, 4000}, {1, 1, 400}}},
        {R"({"buckets": "layers", "precision": "fp16"})", {{3, 1, 2}, {2, 1, 2000}, {1, 1, 200}}},
        {R"({"buckets": "ddp"})", {{1, 3, 4404}}}, // less than 1 MiB
        {R"({"buckets": "ddp", "first_bucket_bytes": 4})", {{3, 1, 4}, {1, 2, 4400}}},
        {R"({"buckets": "ddp", "first_bucket_bytes": 5})", {{2, 2, 4004}, {1, 1, 400}}},
        {R"({"buckets": "ddp", "first_bucket_bytes": 1, "bucket_bytes": 4001})",
         {{3, 1, 4}, {1, 2, 4400}}},
        // half precision fills buckets with more parameters
        {R"({"buckets": "ddp", "first_bucket_bytes": 4, "precision": "fp16"})",
         {{2, 2, 2002}, {1, 1, 200}}},
    };
    for (const auto& [fields, sent] : cases)
    {
        EXPECT_EQ(SentOf(json::parse(fields)), sent) << fields;
    }
    EXPECT_EQ(ParsedWith({{"buckets", "partitions"}}).effective,
              ParsedWith(json::object()).effective);
}

TEST_F(BucketsOfAModel, TensorsAreNotCutAndLayersAre)
{
    json model = json::parse(kModel);
    model["layers"][1]["tensors"] = {600, 400};
    m_directory.Write("three.json", model.dump());
    EXPECT_EQ(SentOf({{"buckets", "ddp"}, {"first_bucket_bytes", 5}, {"bucket_bytes", 1}}),
              (Sent{{2, 2, 1604}, {2, 1, 2400}, {1, 1, 400}}));
    EXPECT_EQ(SentOf({{"buckets", "layers"}}), (Sent{{3, 1, 4}, {2, 1, 4000}, {1, 1, 400}}));
    EXPECT_EQ(SentOf({{"partition_bytes", 3000}}),
              (Sent{{3, 1, 4}, {2, 1, 3000}, {2, 1, 1000}, {1, 1, 400}}));
}

TEST_F(BucketsOfAModel, TheEffectiveConfigurationHasTheLayersOfEach)
{
    const json effective = ParsedWith({{"buckets", "ddp"}, {"first_bucket_bytes", 4}}).effective;
    EXPECT_EQ(effective["dnns"]["A"]["partitions"], json::parse(R"([{"layer": 3, "bytes": 4},
                              {"layer": 1, "layer_count": 2, "bytes": 4400}])"));
    EXPECT_EQ(ParseScenario(effective.dump(), "FILE").effective, effective);
}

TEST_F(BucketsOfAModel, TooManyAreRefused)
{
    json model = json::parse(kModel);
    for (json& layer : model["layers"])
    {
        layer["parameters"] = 4000;
        layer["tensors"] = json::array();
        for (int tensor = 0; tensor < 1000; ++tensor)
        {
            layer["tensors"].push_back(4);
        }
    }
    for (int layer = 3; layer < 11; ++layer)
    {
        model["layers"].push_back(model["layers"][0]);
    }
    m_directory.Write("three.json", model.dump());
    const auto lines =
        ErrorsWith({{"buckets", "ddp"}, {"bucket_bytes", 1}, {"first_bucket_bytes", 1}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(HasText(lines[0],
                        "at most 10000 partitions: with buckets as small as these there "
                        "are 11000"));
    EXPECT_EQ(SentOf({{"buckets", "layers"}}).size(), 11U);
}

TEST(Buckets, OfPyTorchWithTheTensorsOfAShippedModel)
{
    // A layer of BERT-large has 50 MB in 16 tensors; the pooler's matrix fills the first bucket.
    const auto parsed =
        ParseScenario(WithDnn({{"model", "bert-large"}, {"buckets", "ddp"}}), "FILE");
    const auto& buckets = parsed.scenario->dnns.at("A").partitions;
    EXPECT_EQ(buckets[0].layer, 26U);
    EXPECT_GE(buckets[0].bytes, 1048576U);
    uint64_t bytes = 0;
    for (std::size_t number = 0; number < buckets.size(); ++number)
    {
        bytes += buckets[number].bytes;
        const bool isBetween = number > 0 && number + 1 < buckets.size();
        EXPECT_TRUE(!isBetween || buckets[number].bytes >= 26214400) << number;
    }
    EXPECT_EQ(bytes, 335'141'888U * 4);
    EXPECT_GT(buckets.size(), 26U) << "the limit of 25 MiB is less than a layer";
}

} // namespace ns3::esa::test
