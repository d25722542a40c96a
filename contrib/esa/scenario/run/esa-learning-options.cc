/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-learning-options.h"

#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

const char* const kLearn = "learn";
const char* const kAccuracy = "accuracy";
const char* const kBatch = "batch";
const char* const kLearningRate = "learning-rate";

constexpr uint32_t kMaxBatch = 65536;
constexpr double kMaxRate = 1000;

} // namespace

const std::vector<ValueOption>&
LearningValueOptions()
{
    static const std::vector<ValueOption> options{
        {kLearn, "FILE", "train perceptrons with the sums on a data set (CSV, class last)"},
        {kAccuracy, "FILE", "write their accuracy over time as CSV, beside that with exact sums"},
        {kBatch, "N", "samples per worker and iteration [16]"},
        {kLearningRate, "X", "learning rate: factor of the gradient in each step [0.3]"},
    };
    return options;
}

LearningOptions
ParseLearningOptions(const OptionText& text)
{
    LearningOptions options;
    options.dataPath = text(kLearn);
    options.accuracyPath = text(kAccuracy);
    RefuseWithout(LearningValueOptions(), kLearn, text);
    if (const std::string batch = text(kBatch); !batch.empty())
    {
        const std::string origin = "--batch " + Shown(batch);
        const json value = ParseJsonOrString(batch, origin);
        if (!value.is_number_unsigned() || value < 1U || value > kMaxBatch)
        {
            throw ScenarioError({origin + ": is not allowed: must be an integer from 1 to " +
                                 std::to_string(kMaxBatch)});
        }
        options.batch = value.get<uint32_t>();
    }
    if (const std::string rate = text(kLearningRate); !rate.empty())
    {
        const std::string origin = "--learning-rate " + Shown(rate);
        const json value = ParseJsonOrString(rate, origin);
        if (!value.is_number() || value <= 0.0 || value > kMaxRate)
        {
            throw ScenarioError({origin + ": is not allowed: must be a number > 0 and <= 1000"});
        }
        options.rate = value.get<double>();
    }
    return options;
}

} // namespace ns3::esa
