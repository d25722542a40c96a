/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
    EXPECT_TRUE(Accepts(WithDnn({{"model", GetParam().name}})));
}

const KnownModel kShippedModels[] = {
    {"bert-large", 335'141'888, 26},
    {"dlrm", 540'677'217, 8},
    {"dnn-a", 4'000'000, 2},
    {"dnn-b", 2'000'000, 2},
    {"gpt2-xl", 1'557'611'200, 50},
    {"resnet50", 25'557'032, 54},
    {"vgg16", 138'357'544, 16},
};

INSTANTIATE_TEST_SUITE_P(All, ShippedModel, testing::ValuesIn(kShippedModels));

TEST(Models, ShippedOnesSayWhereTheyAreFrom)
{
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator("traces/models"))
    {
        if (entry.path().filename() != "model.schema.json")
        {
            ++files;
            const json model = json::parse(ReadTextFile(entry.path().string()));
            EXPECT_EQ(model.at("name"), entry.path().stem().string());
            for (const char* const field : {"description", "source", "licence", "batch"})
            {
                EXPECT_TRUE(model.contains(field)) << entry.path() << " " << field;
            }
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
