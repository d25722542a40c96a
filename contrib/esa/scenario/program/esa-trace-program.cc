/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-trace-program.h"

#include "esa-scenario-program.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-chakra-reader.h"
#include "ns3/esa-execution-table.h"
#include "ns3/esa-gradient-precision.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-parallel-trace.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

namespace po = boost::program_options;

constexpr uint32_t kMaxParts = 32768; ///< of each kind, and ranks

/// A number that an option sets.
template <typename T>
struct NumberOption
{
    const char* name;       ///< of the option
    T ParallelSpec::*field; ///< what it sets
    T most;                 ///< largest value; 1 is the smallest
    const char* help;       ///< help text
};

constexpr NumberOption<uint32_t> kCounts[] = {
    {"data", &ParallelSpec::data, kMaxParts, "copies of the model"},
    {"tensor", &ParallelSpec::tensor, kMaxParts, "ranks that share each layer"},
    {"pipeline", &ParallelSpec::pipeline, kMaxParts, "stages with layers of their own"},
    {"layers", &ParallelSpec::layers, 100000, "layers, a multiple of --pipeline"},
    {"microbatches", &ParallelSpec::microbatches, 100000, "parts of a batch"},
};

constexpr uint64_t kMaxBytes = 1'000'000'000'000; ///< of a layer
constexpr uint64_t kMaxUs = 1'000'000'000;        ///< of a layer

constexpr NumberOption<uint64_t> kSizes[] = {
    {"layer-bytes", &ParallelSpec::layerBytes, kMaxBytes, "gradients of a layer"},
    {"activation-bytes", &ParallelSpec::activationBytes, kMaxBytes, "what a layer passes on"},
    {"forward-us", &ParallelSpec::forwardUs, kMaxUs, "forward part of a layer, in us"},
    {"backward-us", &ParallelSpec::backwardUs, kMaxUs, "backward part of a layer, in us"},
};

/// Calls a function for each number that an option sets.
template <typename F>
void
ForEachNumber(F visit)
{
    std::for_each(std::begin(kCounts), std::end(kCounts), visit);
    std::for_each(std::begin(kSizes), std::end(kSizes), visit);
}

po::options_description
MakeOptions()
{
    const ParallelSpec defaults;
    po::options_description options("make");
    ForEachNumber([&](const auto& option) {
        options.add_options()(option.name,
                              po::value<std::string>()->value_name("N")->default_value(
                                  std::to_string(defaults.*option.field)),
                              option.help);
    });
    options.add_options()("fsdp",
                          po::value<std::string>()->value_name("MODEL"),
                          "fully sharded data parallel: --data ranks train MODEL, a name or file "
                          "of a scenario's models")(
        "precision",
        po::value<std::string>()->value_name("P")->default_value("fp16"),
        "with --fsdp: bf16, fp16 or fp32 parameters and gradients")("force",
                                                                    "replace files that are there");
    return options;
}

po::options_description
ShowOptions()
{
    po::options_description options("show");
    options.add_options()("ignore-missing-nodes", "a node may wait for one that is not there");
    options.add_options()("data-dependencies", "nodes wait for their data dependencies only");
    return options;
}

std::string
Help()
{
    std::ostringstream text;
    text << "Usage: esa-trace show PREFIX\n"
            "       esa-trace make PREFIX [options]\n\n"
            "Says what is in the execution trace PREFIX.0.et, PREFIX.1.et, ..., or writes a small\n"
            "one: a training iteration that is parallel in up to three ways.\n\n"
         << ShowOptions() << "\n"
         << MakeOptions();
    return text.str();
}

/// Reads the number of an option.
template <typename T>
void
ReadNumber(const po::variables_map& given, const NumberOption<T>& option, ParallelSpec& spec)
{
    const auto& text = given[option.name].template as<std::string>();
    const bool isNumber = !text.empty() && text.size() <= 15 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t value = isNumber ? std::stoull(text) : 0;
    if (value < 1 || value > option.most)
    {
        throw ScenarioError({std::string("--") + option.name + " " + Shown(text) +
                             " is not allowed: must be an integer from 1 to " +
                             std::to_string(option.most)});
    }
    spec.*option.field = static_cast<T>(value);
}

ParallelSpec
ReadSpec(const po::variables_map& given)
{
    ParallelSpec spec;
    ForEachNumber([&](const auto& option) { ReadNumber(given, option, spec); });
    if (uint64_t{spec.data} * spec.tensor * spec.pipeline > kMaxParts)
    {
        throw ScenarioError({"--data x --tensor x --pipeline are " +
                             std::to_string(uint64_t{spec.data} * spec.tensor * spec.pipeline) +
                             " ranks: must be at most " + std::to_string(kMaxParts)});
    }
    if (spec.layers % spec.pipeline != 0)
    {
        throw ScenarioError({"--layers " + std::to_string(spec.layers) +
                             " is not allowed: must be a multiple of --pipeline " +
                             std::to_string(spec.pipeline)});
    }
    return spec;
}

/// Options that describe layers, which a model has of its own, or other kinds of parallelism.
constexpr const char* kOfParallelJobs[] = {"tensor",
                                           "pipeline",
                                           "layers",
                                           "microbatches",
                                           "layer-bytes",
                                           "activation-bytes",
                                           "forward-us",
                                           "backward-us"};

/// A time of a model in whole microseconds, as a trace has it.
uint64_t
WholeUs(const nlohmann::json& us)
{
    return static_cast<uint64_t>(std::max(1L, std::lround(us.get<double>())));
}

/// Reads the options of a fully sharded job. named: the options that the user gave
ShardedSpec
ReadShardedSpec(const std::string& model,
                const std::string& precision,
                uint32_t ranks,
                const std::vector<std::string>& named)
{
    for (const char* const option : kOfParallelJobs)
    {
        if (std::find(named.begin(), named.end(), option) != named.end())
        {
            throw ScenarioError({std::string("--") + option +
                                 " is not allowed beside --fsdp: the model has the layers"});
        }
    }
    ShardedSpec spec;
    spec.ranks = ranks;
    if (precision != "bf16" && precision != "fp16" && precision != "fp32")
    {
        throw ScenarioError(
            {"--precision " + Shown(precision) + " is not allowed: must be bf16, fp16 or fp32"});
    }
    spec.bytesPerParameter =
        BytesPerGradient(precision == "fp32" ? GradientPrecision::Single : GradientPrecision::Half);
    const auto layers = ReadModel(model, std::filesystem::current_path()).at("layers");
    for (const auto& layer : layers)
    {
        spec.units.push_back({layer.at("parameters").get<uint64_t>(),
                              WholeUs(layer.at("forward_us")),
                              WholeUs(layer.at("backward_us"))});
    }
    return spec;
}

/// Writes a trace. @param content gives the file of a rank
void
Make(const std::string& prefix,
     uint32_t ranks,
     const std::function<std::string(uint32_t rank)>& content,
     bool replace)
{
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        CheckOutputFile("PREFIX", ChakraPath(prefix, rank), replace);
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        AtomicFile file(ChakraPath(prefix, rank), replace);
        file.Stream() << content(rank);
        file.Commit();
    }
}

int
Serve(const std::vector<std::string>& arguments)
{
    const std::string command = arguments.empty() ? "" : arguments.front();
    if (command == "--help" || command == "help")
    {
        std::cout << Help();
        return 0;
    }
    if (command != "show" && command != "make")
    {
        throw ScenarioError({"\"" + Shown(command) +
                             "\" is not allowed: must be show or make; "
                             "--help explains them"});
    }
    po::options_description options = command == "make" ? MakeOptions() : ShowOptions();
    po::options_description all;
    all.add(options).add_options()("prefix", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("prefix", -1);
    po::variables_map given;
    try
    {
        po::store(po::command_line_parser(
                      std::vector<std::string>(arguments.begin() + 1, arguments.end()))
                      .options(all)
                      .positional(positional)
                      .run(),
                  given);
    }
    catch (const po::error& error)
    {
        throw ScenarioError({Shown(error.what()) + "; --help lists all options"});
    }
    if (given.count("prefix") == 0 || given["prefix"].as<std::vector<std::string>>().size() != 1)
    {
        throw ScenarioError({command + " needs one PREFIX, the part of the files' names before "
                                       ".RANK.et"});
    }
    const std::string prefix = given["prefix"].as<std::vector<std::string>>().front();
    if (command == "make")
    {
        const ParallelSpec spec = ReadSpec(given);
        const bool replaces = given.count("force") > 0;
        if (given.count("fsdp") > 0)
        {
            std::vector<std::string> named;
            for (const auto& [name, value] : given)
            {
                if (!value.defaulted())
                {
                    named.push_back(name);
                }
            }
            const std::string same =
                MakeShardedTrace(ReadShardedSpec(given["fsdp"].as<std::string>(),
                                                 given["precision"].as<std::string>(),
                                                 spec.data,
                                                 named));
            Make(
                prefix,
                spec.data,
                [&same](uint32_t) { return same; },
                replaces);
            return 0;
        }
        if (!given["precision"].defaulted())
        {
            throw ScenarioError({"--precision is for --fsdp only"});
        }
        const auto content = [&spec](uint32_t rank) { return MakeParallelTrace(spec, rank); };
        Make(prefix, spec.Ranks(), content, replaces);
        return 0;
    }
    ChakraOptions how;
    how.ignoresMissingNodes = given.count("ignore-missing-nodes") > 0;
    how.ignoresControlDependencies = given.count("data-dependencies") > 0;
    PrintExecutionTrace(std::cout, ReadChakraTrace(prefix, how));
    return 0;
}

} // namespace

int
TraceMain(int argc, char* argv[])
{
    return RunProgram("esa-trace", [&] { return Serve({argv + std::min(argc, 1), argv + argc}); });
}

} // namespace ns3::esa
