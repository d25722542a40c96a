// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/spec/model-util.h"

#include "ns3/esa-model-file.h"

// Model files: the shipped ones, and bad ones.

namespace ns3::esa::test
{

using nlohmann::json;

/// A bad model file, and the phrases that its error must contain.
struct BadModel
{
    std::string place;                ///< JSON pointer of the bad value
    const char* value;                ///< JSON in its place; null removes it
    std::vector<std::string> phrases; ///< all in the one line of the errors
};

const BadModel kBadModels[] = {
    {"/layers/1/forward_us",
     "null",
     {"/layers/1/forward_us (\"middle\"): missing: must be a number from 0"}},
    {"/layers/2/backward_us", "null", {"/layers/2/backward_us (\"rear\"): missing"}},
    {"/layers/0/backward_us", "-1", {"/layers/0/backward_us (\"front\"): -1"}},
    {"/layers/1/parameters",
     "0",
     {"/layers/1/parameters (\"middle\"): 0 is not allowed: must be an integer from 1"}},
    {"/layers/1/parameters", "1.5", {"/layers/1/parameters (\"middle\"): 1.5"}},
    {"/layers", "[]", {"/layers: [] is not allowed"}},
    {"/licence", "\"\"", {"/licence: \"\" is not allowed"}},
    {"/name", "null", {"/name: missing"}},
    {"/source", "\"\"", {"/source: \"\" is not allowed"}},
    {"/layers/1/forward_ms",
     "1",
     {"/layers/1/forward_ms (\"middle\"): unknown field", "did you mean forward_us?"}},
    {"", "[1]", {"the model: [1] is not allowed"}},
    {"/layers/1/tensors",
     "[1, 998]",
     {"/layers/1/parameters (\"middle\"): 1000 is not allowed: must be 999, the sum of its"}},
    {"/layers/1/experts",
     R"({"count": 2, "parameters": 1001, "values": 1})",
     {"/layers/1/experts/parameters (\"middle\"): 1001 is not allowed: must be at most 1000"}},
    {"/layers/1/experts",
     R"({"count": 2, "parameters": 1000})",
     {"/layers/1/experts/values (\"middle\"): missing"}},
    {"/layers/1/activations", "-1", {"/layers/1/activations (\"middle\"): -1"}},
    {"/layers/1/tensors", "[]", {"/layers/1/tensors (\"middle\"): [] is not"}},
    {"/layers/1/tensors", "[1000, 0]", {"/layers/1/tensors/1 (\"middle\"): 0 is"}},
    {"/partitions",
     R"([{"layer": 4, "parameters": 1}])",
     {"/partitions/0/layer: 4 is not allowed: must be a layer from 1 to 3"}},
    {"/partitions",
     R"([{"layer": 3, "parameters": 2}])",
     {"/partitions/0/parameters: 2 is not allowed: must be at most 1, what is left of layer 3"}},
    {"/partitions",
     R"([{"layer": 3, "parameters": 1}, {"layer": 2, "parameters": 1000},
         {"layer": 1, "parameters": 60}])",
     {"/layers/0/parameters (\"front\"): 100 is not allowed", "40 fewer"}},
};

TEST(ModelErrors, NameFileLayerAndField)
{
    for (const BadModel& bad : kBadModels)
    {
        SCOPED_TRACE(bad.place + ": " + bad.value);
        json model = json::parse(kModel);
        const json value = json::parse(bad.value);
        model[json::json_pointer(bad.place)] = value;
        if (value.is_null())
        {
            model = model.patch({{{"op", "remove"}, {"path", bad.place}}});
        }
        const TemporaryDirectory directory;
        directory.Write("bad.json", model.dump());
        const std::string path = directory.Write("scenario.json", WithDnn({{"model", "bad.json"}}));
        const auto lines = ErrorsWhile([&path] { ReadScenario(path); });
        ASSERT_EQ(lines.size(), 1U) << Joined(lines);
        EXPECT_TRUE(HasText(lines[0], "scenario.json: /dnns/A/model: bad.json: "));
        for (const std::string& phrase : bad.phrases)
        {
            EXPECT_TRUE(HasText(lines[0], phrase));
        }
    }
}

/// A shipped model, and what it is known for.
struct KnownModel
{
    const char* name;    ///< its name
    uint64_t parameters; ///< as published
    std::size_t layers;  ///< its entries
};

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

TEST(Models, ShippedOnesHaveThePublishedParameters)
{
    std::vector<std::string> names;
    for (const KnownModel& known : kShippedModels)
    {
        SCOPED_TRACE(known.name);
        names.emplace_back(known.name);
        const json model = ReadModel(known.name, {});
        EXPECT_EQ(model["layers"].size(), known.layers);
        uint64_t parameters = 0;
        for (const json& layer : model["layers"])
        {
            parameters += layer["parameters"].get<uint64_t>();
        }
        EXPECT_EQ(parameters, known.parameters);
        // in partitions of 4 MB, the largest have too many of them
        const double slice = parameters > 5'000'000'000 ? 0.05 : 1;
        EXPECT_NO_THROW(ValidScenarioOf(WithDnn({{"model", known.name}, {"slice", slice}})));
    }
    EXPECT_EQ(ModelNames(), names) << "a new one needs a line here";
}

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

} // namespace ns3::esa::test
