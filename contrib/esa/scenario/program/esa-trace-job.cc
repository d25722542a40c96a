/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-trace-job.h"

#include "ns3/esa-gradient-precision.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-parallel-trace.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-sharded-trace.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;
using TraceJobValues = std::map<std::string, std::string>; ///< by option

constexpr const char* kPrecision = "fp16"; ///< of a model, unless the user says another
constexpr const char* kWhole = "1";        ///< slice of a model, unless the user says another
constexpr uint32_t kMaxParts = 32768;      ///< of each kind, and ranks
constexpr uint32_t kMaxBatch = 1'000'000;  ///< examples
constexpr uint64_t kMaxBytes = 1'000'000'000'000; ///< of a layer
constexpr uint64_t kMaxUs = 1'000'000'000;        ///< of a layer

/// What the options describe.
struct Described
{
    ParallelSpec job;   ///< how it is parallel
    EqualLayers layers; ///< its layers, if it has no model
    uint32_t batch{1};  ///< examples of an iteration of a copy, if it has a model
};

/// A number that an option sets.
struct NumberOption
{
    const char* name;                              ///< of the option
    uint64_t least;                                ///< smallest value
    uint64_t most;                                 ///< largest value
    const char* help;                              ///< help text
    bool ofEqualLayers;                            ///< whether a model has this of its own
    std::function<uint64_t(const Described&)> get; ///< gives it
    std::function<void(Described&, uint64_t)> set; ///< sets it
};

/// Makes options that set members of a part of what is described.
template <typename Part>
auto
NumbersOf(Part Described::*part)
{
    return [part](const char* name, auto member, uint64_t least, uint64_t most, const char* help) {
        using T = std::decay_t<decltype(std::declval<Part>().*member)>;
        return NumberOption{
            name,
            least,
            most,
            help,
            std::is_same_v<Part, EqualLayers>,
            [=](const Described& from) { return from.*part.*member; },
            [=](Described& to, uint64_t value) { to.*part.*member = static_cast<T>(value); }};
    };
}

const std::vector<NumberOption>&
Numbers()
{
    const auto job = NumbersOf(&Described::job);
    const auto equal = NumbersOf(&Described::layers);
    static const std::vector<NumberOption> kNumbers{
        job("data", &ParallelSpec::data, 1, kMaxParts, "copies of the model"),
        job("tensor", &ParallelSpec::tensor, 1, kMaxParts, "ranks that share each layer"),
        job("pipeline", &ParallelSpec::pipeline, 1, kMaxParts, "stages with layers of their own"),
        job("expert",
            &ParallelSpec::expert,
            1,
            kMaxParts,
            "copies that share the experts of each layer; divides --data"),
        job("microbatches", &ParallelSpec::microbatches, 1, 100000, "parts of a batch"),
        equal("layers", &EqualLayers::layers, 1, 100000, "layers, a multiple of --pipeline"),
        equal("layer-bytes", &EqualLayers::layerBytes, 1, kMaxBytes, "gradients of a layer"),
        equal("expert-bytes",
              &EqualLayers::expertBytes,
              0,
              kMaxBytes,
              "gradients of the experts of a layer together; 0: no experts"),
        equal("activation-bytes",
              &EqualLayers::activationBytes,
              1,
              kMaxBytes,
              "what a layer passes on"),
        equal("forward-us", &EqualLayers::forwardUs, 1, kMaxUs, "forward part of a layer, in us"),
        equal("backward-us",
              &EqualLayers::backwardUs,
              1,
              kMaxUs,
              "backward part of a layer, in us"),
    };
    return kNumbers;
}

/// Options beside numbers that need a model.
constexpr const char* kOfModels[] = {"fsdp", "precision", "batch", "slice"};

/// Options that have no meaning in fully sharded data parallel training.
constexpr const char* kNotSharded[] = {"tensor", "pipeline", "expert", "microbatches"};

[[noreturn]] void
RefuseOption(const std::string& option, const std::string& why)
{
    throw ScenarioError({"--" + option + " is not allowed" + why});
}

/// Whether the user gave an option.
bool
IsNamed(const TraceJobValues& given, const std::string& option)
{
    return given.count(option) > 0;
}

/// The value of an option that the user gave, or another one.
std::string
ValueOf(const TraceJobValues& given, const std::string& option, const std::string& otherwise)
{
    const auto found = given.find(option);
    return found != given.end() ? found->second : otherwise;
}

/// Reads a whole number.
uint64_t
ReadWhole(const std::string& option, const std::string& text, uint64_t least, uint64_t most)
{
    const bool isNumber = !text.empty() && text.size() <= 15 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t value = isNumber ? std::stoull(text) : most + 1;
    if (value < least || value > most)
    {
        RefuseOption(option + " " + Shown(text),
                     ": must be an integer from " + std::to_string(least) + " to " +
                         std::to_string(most));
    }
    return value;
}

/// Reads a fraction of a model.
double
ReadSlice(const std::string& text)
{
    const json value = json::parse(text, nullptr, false);
    if (!value.is_number() || !(value.get<double>() > 0 && value.get<double>() <= 1))
    {
        RefuseOption("slice " + Shown(text), ": must be a number above 0, at most 1");
    }
    return value.get<double>();
}

/// Refuses an option whose value does not divide another number.
void
CheckDivides(const std::string& option, uint32_t value, uint32_t whole, const std::string& name)
{
    if (whole % value != 0)
    {
        RefuseOption(option + " " + std::to_string(value),
                     ": must divide " + name + " " + std::to_string(whole));
    }
}

Described
ReadNumbers(const TraceJobValues& given)
{
    Described described;
    for (const NumberOption& option : Numbers())
    {
        if (IsNamed(given, option.name))
        {
            option.set(described,
                       ReadWhole(option.name, given.at(option.name), option.least, option.most));
        }
    }
    const ParallelSpec& job = described.job;
    const uint64_t ranks = uint64_t{job.data} * job.tensor * job.pipeline;
    if (ranks > kMaxParts)
    {
        throw ScenarioError({"--data x --tensor x --pipeline are " + std::to_string(ranks) +
                             " ranks: must be at most " + std::to_string(kMaxParts)});
    }
    CheckDivides("expert", job.expert, job.data, "--data");
    return described;
}

/// Makes the job of a model.
class ModelJob
{
  public:
    explicit ModelJob(const TraceJobValues& given)
        : m_given(given),
          m_name(given.at("model")),
          m_precision(ValueOf(given, "precision", kPrecision)),
          m_job(ReadNumbers(given).job)
    {
        for (const NumberOption& option : Numbers())
        {
            if (option.ofEqualLayers && IsNamed(given, option.name))
            {
                RefuseOption(option.name, " beside --model: the model has the layers");
            }
        }
        if (m_precision != "bf16" && m_precision != "fp16" && m_precision != "fp32")
        {
            RefuseOption("precision " + Shown(m_precision), ": must be bf16, fp16 or fp32");
        }
        m_bytesPerValue = BytesPerGradient(m_precision == "fp32" ? GradientPrecision::Single
                                                                 : GradientPrecision::Half);
        m_model = ReadModel(m_name, std::filesystem::current_path());
        ReadBatch();
        m_model = SliceOfModel(m_model, ReadSlice(ValueOf(given, "slice", kWhole)));
    }

    /// @return a job of which each rank keeps a shard of each layer
    ShardedSpec Sharded() const
    {
        for (const char* const option : kNotSharded)
        {
            if (IsNamed(m_given, option))
            {
                RefuseOption(option, " beside --fsdp, which is data parallel only");
            }
        }
        ShardedSpec spec;
        spec.ranks = m_job.data;
        spec.bytesPerParameter = static_cast<uint32_t>(m_bytesPerValue);
        for (const json& layer : m_model.at("layers"))
        {
            spec.units.push_back({layer.at("parameters").get<uint64_t>(),
                                  WholeUs(layer, "forward_us"),
                                  WholeUs(layer, "backward_us")});
        }
        return spec;
    }

    /// @return a job that is parallel in up to four ways
    ParallelSpec Parallel() const
    {
        CheckExperts();
        ParallelSpec job = m_job;
        for (const json& layer : m_model.at("layers"))
        {
            job.layers.push_back(ShareOf(layer));
        }
        if (job.pipeline > job.layers.size())
        {
            RefuseOption("pipeline " + std::to_string(job.pipeline),
                         ": must be at most " + std::to_string(job.layers.size()) +
                             ", the layers of " + m_name);
        }
        job.stageEnds = BalancedStages(job.layers, job.pipeline);
        return job;
    }

  private:
    /// Reads how many examples a copy trains with, of how many the model has the times.
    void ReadBatch()
    {
        const auto batch = m_model.value("batch", uint64_t{0});
        uint64_t wanted = batch;
        if (IsNamed(m_given, "batch"))
        {
            wanted = ReadWhole("batch", m_given.at("batch"), 1, kMaxBatch);
        }
        if (batch == 0 && (wanted > 0 || m_job.microbatches > 1))
        {
            RefuseOption(wanted > 0 ? "batch" : "microbatches",
                         ": " + m_name + " does not have the field batch");
        }
        if (wanted % m_job.microbatches != 0)
        {
            RefuseOption("microbatches " + std::to_string(m_job.microbatches),
                         ": must divide the batch, " + std::to_string(wanted) +
                             (IsNamed(m_given, "batch") ? "" : " without --batch"));
        }
        if (batch > 0)
        {
            m_perMicrobatch = static_cast<double>(wanted) / static_cast<double>(batch) /
                              static_cast<double>(m_job.microbatches);
        }
    }

    /// Checks that each rank of an expert group gets as many experts.
    void CheckExperts() const
    {
        bool hasExperts = false;
        for (const json& layer : m_model.at("layers"))
        {
            if (layer.contains("experts"))
            {
                hasExperts = true;
                CheckDivides("expert",
                             m_job.expert,
                             layer["experts"].at("count").get<uint32_t>(),
                             "the experts of layer " + layer.at("name").get<std::string>() + ",");
            }
        }
        if (m_job.expert > 1 && !hasExperts)
        {
            RefuseOption("expert " + std::to_string(m_job.expert),
                         ": no layer of " + m_name + " has experts");
        }
    }

    /// A time of a layer in whole microseconds, as a trace has it, for a micro-batch on one rank.
    uint64_t WholeUs(const json& layer, const char* time) const
    {
        const double us = layer.at(time).get<double>() * m_perMicrobatch / m_job.tensor;
        return static_cast<uint64_t>(std::max(1LL, std::llround(us)));
    }

    /// The bytes of values that depend on the batch, for a micro-batch. @return at least 1, or 0
    /// for no values
    uint64_t BytesOf(const json& values) const
    {
        const double bytes =
            values.get<double>() * m_perMicrobatch * static_cast<double>(m_bytesPerValue);
        return bytes > 0 ? static_cast<uint64_t>(std::max(1LL, std::llround(bytes))) : 0;
    }

    /// A rank's share of the bytes of parameters, rounded up.
    uint64_t GradientsOf(uint64_t parameters, uint32_t ranks) const
    {
        return (parameters + ranks - 1) / ranks * m_bytesPerValue;
    }

    /// A field of a layer that the job needs, for a reason.
    const json& Needed(const json& layer, const char* field, const std::string& option) const
    {
        if (!layer.contains(field))
        {
            RefuseOption(option,
                         ": layer " + layer.at("name").get<std::string>() + " of " + m_name +
                             " does not have the field " + field);
        }
        return layer[field];
    }

    LayerShare ShareOf(const json& layer) const
    {
        LayerShare share;
        share.name = layer.at("name").get<std::string>();
        share.forwardUs = WholeUs(layer, "forward_us");
        share.backwardUs = WholeUs(layer, "backward_us");
        auto parameters = layer.at("parameters").get<uint64_t>();
        if (layer.contains("experts"))
        {
            const json& experts = layer["experts"];
            const auto ofExperts = experts.at("parameters").get<uint64_t>();
            parameters -= ofExperts;
            share.expertBytes = GradientsOf(ofExperts, m_job.expert * m_job.tensor);
            const uint64_t bytes = BytesOf(experts.at("values"));
            share.tokenBytes = (bytes + m_job.tensor - 1) / m_job.tensor;
        }
        share.gradientBytes = GradientsOf(parameters, m_job.tensor);
        if (m_job.tensor > 1)
        {
            share.tensorBytes =
                BytesOf(Needed(layer, "tensor_values", "tensor " + std::to_string(m_job.tensor)));
        }
        if (m_job.pipeline > 1)
        {
            share.passedBytes = std::max<uint64_t>(
                1,
                BytesOf(
                    Needed(layer, "activations", "pipeline " + std::to_string(m_job.pipeline))));
        }
        return share;
    }

    const TraceJobValues& m_given; ///< the options
    const std::string m_name;      ///< of the model, as the user gave it
    const std::string m_precision; ///< of parameters, gradients and activations
    ParallelSpec m_job;            ///< how it is parallel
    uint64_t m_bytesPerValue{2};   ///< on the wire
    json m_model;                  ///< the slice of the model
    double m_perMicrobatch{1};     ///< examples of a micro-batch, of those of the model's times
};

TraceJob
ReadEqualLayers(const TraceJobValues& given)
{
    for (const char* const option : kOfModels)
    {
        if (IsNamed(given, option))
        {
            RefuseOption(option, " without --model");
        }
    }
    const Described described = ReadNumbers(given);
    CheckDivides("pipeline", described.job.pipeline, described.layers.layers, "--layers");
    if (described.job.expert > 1 && described.layers.expertBytes == 0)
    {
        RefuseOption("expert " + std::to_string(described.job.expert),
                     ": no layer has experts; --expert-bytes N gives them some");
    }
    const ParallelSpec job = WithEqualLayers(described.job, described.layers);
    return {job.Ranks(), [job](uint32_t rank) { return MakeParallelTrace(job, rank); }};
}

} // namespace

std::vector<TraceJobOption>
TraceJobOptions()
{
    const Described defaults;
    std::vector<TraceJobOption> options;
    for (const NumberOption& option : Numbers())
    {
        options.push_back({option.name, "N", std::to_string(option.get(defaults)), option.help});
    }
    options.push_back(
        {"model", "MODEL", "", "the layers of MODEL, a name or file of a scenario's models"});
    options.push_back({"fsdp", "", "", "with --model: fully sharded data parallel, --data ranks"});
    options.push_back({"precision",
                       "P",
                       kPrecision,
                       "with --model: bf16, fp16 or fp32 parameters, gradients and activations"});
    options.push_back({"batch",
                       "N",
                       "",
                       "with --model: examples of a copy's iteration, if not as many as the model "
                       "has"});
    options.push_back(
        {"slice", "F", kWhole, "with --model: fraction of parameters, activations and times"});
    return options;
}

TraceJob
ReadTraceJob(const std::map<std::string, std::string>& given)
{
    if (!IsNamed(given, "model"))
    {
        return ReadEqualLayers(given);
    }
    const ModelJob model(given);
    if (IsNamed(given, "fsdp"))
    {
        const ShardedSpec spec = model.Sharded();
        const auto same = std::make_shared<const std::string>(MakeShardedTrace(spec));
        return {spec.ranks, [same](uint32_t) { return *same; }};
    }
    const ParallelSpec job = model.Parallel();
    return {job.Ranks(), [job](uint32_t rank) { return MakeParallelTrace(job, rank); }};
}

} // namespace ns3::esa
