// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/spec/model-util.h"

#include "ns3/esa-model-file.h"

#include <ostream>

// Model files: the shipped ones, and bad ones.

namespace ns3::esa::test
{

using nlohmann::json;

/// A bad model file, and the phrases that its error must contain.
struct BadModel
{
    const char* name;                 ///< name of the case
    const char* place;                ///< JSON pointer of the bad value
    const char* value;                ///< JSON in its place; null removes it
    std::vector<std::string> phrases; ///< all in the one line of the errors
};

void
PrintTo(const BadModel& bad, std::ostream* out)
{
    *out << bad.name;
}

class ModelErrors : public testing::TestWithParam<BadModel>
{
};

TEST_P(ModelErrors, NameFileLayerAndField)
{
    json model = json::parse(kModel);
    const json value = json::parse(GetParam().value);
    model[json::json_pointer(GetParam().place)] = value;
    if (value.is_null())
    {
        model = model.patch({{{"op", "remove"}, {"path", GetParam().place}}});
    }
    const TemporaryDirectory directory;
    directory.Write("bad.json", model.dump());
    const std::string path = directory.Write("scenario.json", WithDnn({{"model", "bad.json"}}));
    const auto lines = ErrorsWhile([&path] { ReadScenario(path); });
    ASSERT_EQ(lines.size(), 1U) << Joined(lines);
    EXPECT_TRUE(HasText(lines[0], "scenario.json: /dnns/A/model: bad.json: "));
    for (const std::string& phrase : GetParam().phrases)
    {
        EXPECT_TRUE(HasText(lines[0], phrase));
    }
}

const BadModel kBadModels[] = {
    {"MissingTime",
     "/layers/1/forward_us",
     "null",
     {"/layers/1/forward_us (\"middle\"): missing: must be a number from 0"}},
    {"MissingBackwardTime",
     "/layers/2/backward_us",
     "null",
     {"/layers/2/backward_us (\"rear\"): missing"}},
    {"NegativeTime", "/layers/0/backward_us", "-1", {"/layers/0/backward_us (\"front\"): -1"}},
    {"NoParameters",
     "/layers/1/parameters",
     "0",
     {"/layers/1/parameters (\"middle\"): 0 is not allowed: must be an integer from 1"}},
    {"HalfAParameter", "/layers/1/parameters", "1.5", {"/layers/1/parameters (\"middle\"): 1.5"}},
    {"NoLayers", "/layers", "[]", {"/layers: [] is not allowed"}},
    {"NoLicence", "/licence", "\"\"", {"/licence: \"\" is not allowed"}},
    {"NoName", "/name", "null", {"/name: missing"}},
    {"NoSource", "/source", "\"\"", {"/source: \"\" is not allowed"}},
    {"Misspelt",
     "/layers/1/forward_ms",
     "1",
     {"/layers/1/forward_ms (\"middle\"): unknown field", "did you mean forward_us?"}},
    {"NotAModel", "", "[1]", {"the model: [1] is not allowed"}},
    {"TensorsOfAnotherSum",
     "/layers/1/tensors",
     "[1, 998]",
     {"/layers/1/parameters (\"middle\"): 1000 is not allowed: must be 999, the sum of its"}},
    {"MoreInExpertsThanInTheLayer",
     "/layers/1/experts",
     R"({"count": 2, "parameters": 1001, "values": 1})",
     {"/layers/1/experts/parameters (\"middle\"): 1001 is not allowed: must be at most 1000"}},
    {"ExpertsWithoutValues",
     "/layers/1/experts",
     R"({"count": 2, "parameters": 1000})",
     {"/layers/1/experts/values (\"middle\"): missing"}},
    {"NegativeActivations",
     "/layers/1/activations",
     "-1",
     {"/layers/1/activations (\"middle\"): -1"}},
    {"NoTensors", "/layers/1/tensors", "[]", {"/layers/1/tensors (\"middle\"): [] is not"}},
    {"EmptyTensor", "/layers/1/tensors", "[1000, 0]", {"/layers/1/tensors/1 (\"middle\"): 0 is"}},
    {"PartitionWithoutLayer",
     "/partitions",
     R"([{"layer": 4, "parameters": 1}])",
     {"/partitions/0/layer: 4 is not allowed: must be a layer from 1 to 3"}},
    {"PartitionTooLarge",
     "/partitions",
     R"([{"layer": 3, "parameters": 2}])",
     {"/partitions/0/parameters: 2 is not allowed: must be at most 1, what is left of layer 3"}},
    {"LayerWithoutPartition",
     "/partitions",
     R"([{"layer": 3, "parameters": 1}, {"layer": 2, "parameters": 1000},
         {"layer": 1, "parameters": 60}])",
     {"/layers/0/parameters (\"front\"): 100 is not allowed", "40 fewer"}},
};

INSTANTIATE_TEST_SUITE_P(All, ModelErrors, testing::ValuesIn(kBadModels), [](const auto& info) {
    return std::string(info.param.name);
});

/// A shipped model, and what it is known for.
struct KnownModel
{
    const char* name;    ///< its name
    uint64_t parameters; ///< as published
    std::size_t layers;  ///< its entries
};

class ShippedModel : public testing::TestWithParam<KnownModel>
{
};

TEST_P(ShippedModel, HasThePublishedParameters)
{
    const json model = ReadModel(GetParam().name, {});
    EXPECT_EQ(model["name"], GetParam().name);
    EXPECT_EQ(model["layers"].size(), GetParam().layers);
    uint64_t parameters = 0;
    for (const json& layer : model["layers"])
    {
        parameters += layer["parameters"].get<uint64_t>();
    }
    EXPECT_EQ(parameters, GetParam().parameters);
    // in partitions of 4 MB, the largest have too many of them
    const double slice = parameters > 5'000'000'000 ? 0.05 : 1;
    EXPECT_TRUE(Accepts(WithDnn({{"model", GetParam().name}, {"slice", slice}})));
}

const KnownModel kShippedModels[] = {
    {"bert-large", 335'141'888, 26},
    {"ddp-bert-base-16", 109'514'298, 15},
    {"ddp-bert-base-4", 109'514'298, 15},
    {"ddp-bert-large-16", 335'174'458, 39},
    {"ddp-bert-large-4", 335'174'458, 39},
    {"ddp-opt-1-3b-4", 1'315'758'080, 98},
    {"ddp-opt-125m-16", 125'239'296, 14},
    {"ddp-opt-125m-4", 125'239'296, 14},
    {"ddp-opt-350m-16", 331'196'416, 39},
    {"ddp-opt-350m-4", 331'196'416, 39},
    {"ddp-vit-base-16", 86'567'656, 15},
    {"ddp-vit-base-4", 86'567'656, 15},
    {"ddp-vit-large-16", 304'326'632, 39},
    {"ddp-vit-large-4", 304'326'632, 39},
    {"dlrm", 540'677'217, 8},
    {"dnn-a", 4'000'000, 2},
    {"dnn-b", 2'000'000, 2},
    {"gpt2-xl", 1'557'611'200, 50},
    {"gpt3-175b", 174'604'259'328, 194},
    {"llama2-70b", 68'976'648'192, 162},
    {"llama2-7b", 6'738'415'616, 66},
    {"mixtral-8x7b", 46'702'792'704, 66},
    {"resnet50", 25'557'032, 54},
    {"vgg16", 138'357'544, 16},
};

INSTANTIATE_TEST_SUITE_P(All, ShippedModel, testing::ValuesIn(kShippedModels));

TEST(Models, ShippedOnesSayWhereTheyAreFrom)
{
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator("contrib/esa/workload/models"))
    {
        if (entry.path().filename() != "model.schema.json")
        {
            ++files;
            const json model = json::parse(ReadTextFile(entry.path().string()));
            EXPECT_EQ(model.at("name"), entry.path().stem().string());
            for (const char* const field : {"description", "source", "licence"})
            {
                EXPECT_TRUE(model.contains(field)) << entry.path() << " " << field;
            }
            const bool isRecorded = entry.path().stem().string().find("ddp-") == 0;
            EXPECT_EQ(model.contains("batch"), !isRecorded) << "MINA does not say it";
        }
    }
    EXPECT_EQ(files, ModelNames().size());
}

TEST(Models, AUsersOwnNeedsANameAndLayersOnly)
{
    const std::string text = R"({"name": "mine", "layers": [
        {"name": "only", "parameters": 1000, "forward_us": 1, "backward_us": 2}]})";
    EXPECT_EQ(ParseModel(text, "FILE").size(), 2U);
    const TemporaryDirectory directory;
    directory.Write("mine.json", text);
    EXPECT_NO_THROW(
        ReadScenario(directory.Write("scenario.json", WithDnn({{"model", "mine.json"}}))));
}

TEST(Models, ThisTestKnowsAllThatAreShipped)
{
    std::vector<std::string> names;
    for (const KnownModel& model : kShippedModels)
    {
        names.emplace_back(model.name);
    }
    EXPECT_EQ(ModelNames(), names);
}

} // namespace ns3::esa::test
