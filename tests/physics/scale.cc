// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// All times by k and all rates by 1/k: results by k. A constant of the code that is a time, and a
// product that wraps, break this.

#include "physics/pair.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kScaleTolerance = 0.002;
constexpr double kRoundingMs = 2e-6; ///< results have whole nanoseconds

/// With these rates a byte takes whole nanoseconds, also when they are scaled: nodes act at whole
/// nanoseconds, and what is rounded decides who is first.
const std::vector<double> kExactGbps{1, 2, 4, 8};

/// Times are whole nanoseconds, so that they scale without rounding.
constexpr double kExactUs = 0.001;

enum class Kind
{
    Time,
    Rate,
    Other
};

/// @return whether a number is a time or a rate
Kind
KindOf(const std::string& pointer)
{
    for (const char* const ending : {"_us", "_ns"})
    {
        if (EndsWith(pointer, ending))
        {
            return Kind::Time;
        }
    }
    for (const char* const ending : {"_gbps", "_per_s", "_tflops"})
    {
        if (EndsWith(pointer, ending))
        {
            return Kind::Rate;
        }
    }
    return pointer.find("_gbps/") != std::string::npos ? Kind::Rate : Kind::Other;
}

void
TameScale(Draft& draft)
{
    Calm(draft); // chance strikes another packet where a time is rounded
    json& config = draft.config;
    config["topology"].erase("oversubscription");
    config["flow"]["protocol"] = "none"; // times of the others stand in NCCL's code
    config["link"]["rate_gbps"] = draft.random.Pick(kExactGbps);
    const json kind = draft.Get("/topology/kind");
    if (kind == "servers")
    {
        config["topology"]["server_gbps"] = draft.random.Pick(kExactGbps);
    }
    if (kind != "graph")
    {
        config["topology"]["uplinks_gbps"] =
            std::vector<double>(kind == "fat_tree" ? 2 : 1, draft.random.Pick(kExactGbps));
    }
    if (config.contains("dnns"))
    {
        for (json& dnn : config["dnns"])
        {
            dnn.erase("comm_comp_ratio"); // it makes layers take any time, which is rounded
            dnn.erase("compute_scale");
        }
    }
    ForEachNumber(config, [](const std::string& pointer, json& number) {
        const double value = number.get<double>();
        if (KindOf(pointer) == Kind::Time && EndsWith(pointer, "_us"))
        {
            number = std::max(std::round(value / kExactUs), value > 0 ? 1.0 : 0.0) * kExactUs;
        }
        else if (KindOf(pointer) == Kind::Time)
        {
            number = std::round(value);
        }
        else if (EndsWith(pointer, "_gbps") || pointer.find("_gbps/") != std::string::npos)
        {
            const auto above = std::lower_bound(kExactGbps.begin(), kExactGbps.end(), value);
            number = above == kExactGbps.end() ? kExactGbps.back() : *above;
        }
    });
}

std::optional<Pair>
DeriveScale(Base& base)
{
    if (!base.config["execution"]["traces"].empty())
    {
        return std::nullopt; // the times of their computation stand in files
    }
    for (const auto& dnn : base.config["dnns"])
    {
        if (dnn.contains("model") || dnn.value("slice", 1.0) < 1)
        {
            return std::nullopt; // its times stand in a file, and are rounded
        }
    }
    Pair pair;
    pair.factor = base.random.Pick<double>({2, 4, 10, 100});
    pair.field = "all times and rates";
    pair.values = "k = " + Text(pair.factor);
    pair.a = base.config;
    pair.b = base.config;
    ForEachNumber(pair.b, [&pair](const std::string& pointer, json& number) {
        const Kind kind = KindOf(pointer);
        if (kind != Kind::Other)
        {
            number = number.get<double>() * (kind == Kind::Time ? pair.factor : 1 / pair.factor);
        }
    });
    return pair;
}

std::string
JudgeScale(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    for (const char* const name : {"jct_ms", "makespan_ms", "sim_ms"})
    {
        const double scaled = a.row[name].get<double>() * pair.factor;
        const double got = b.row[name].get<double>();
        if (std::abs(got - scaled) > kScaleTolerance * scaled + kRoundingMs * pair.factor)
        {
            return std::string(name) + " is " + Text(got) + ", not " + Text(scaled);
        }
    }
    return "";
}

} // namespace

const Relation kScale{"scale", 3, TameScale, DeriveScale, JudgeScale, true};

} // namespace ns3::esa::test
