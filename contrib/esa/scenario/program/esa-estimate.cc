// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-estimate.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Gradient bytes that all workers of the smaller slice send: some 400,000 packets.
constexpr double kSliceBytes = 1e8;

/// What a run took.
struct Cost
{
    double seconds{0}; ///< that it took
    double jctMs{0};   ///< of its iteration
};

/// The letters of DNNs that jobs train and that name a model.
std::string
ModelsOf(const ParsedScenario& parsed)
{
    std::string letters;
    for (const auto& [letter, dnn] : parsed.toChange.at("dnns").items())
    {
        const bool isTrained = parsed.scenario->jobs.workload.find(letter) != std::string::npos;
        letters += isTrained && dnn.contains("model") ? letter : "";
    }
    return letters;
}

/// Gradient bytes that all workers send in an iteration.
double
BytesOf(const ValidScenario& scenario)
{
    const auto& jobs = scenario->jobs;
    double bytes = 0;
    for (uint32_t job = 0; job < jobs.count; ++job)
    {
        const char letter = jobs.workload[job % jobs.workload.size()];
        for (const PartitionSpec& partition : scenario->dnns.at(std::string(1, letter)).partitions)
        {
            bytes += static_cast<double>(partition.bytes) * jobs.workers;
        }
    }
    return bytes;
}

/// The time of the wall clock; of a run in one thread the time of the processor, which others that
/// use the machine do not lengthen.
double
SecondsNow(const ScenarioOptions& options)
{
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    return options.threads > 1 ? now.count() : static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Runs a system.
Cost
CostOf(const ValidScenario& scenario, const std::string& system, const ScenarioOptions& options)
{
    const double start = SecondsNow(options);
    RunControl control;
    control.threads = options.threads;
    control.stallAfter = Seconds(options.stallAfterS);
    const auto result = RunScenario(scenario, system, scenario->seeds.front(), control);
    return {SecondsNow(options) - start, result->jctMs};
}

/// The largest memory that the process has had so far, in megabytes.
double
PeakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// @param whole how many times the smaller slice @return its value on the line through both slices
double
Extrapolated(double one, double two, double whole)
{
    return std::max(two, one + (two - one) * (whole - 1));
}

} // namespace

void
PrintEstimate(const ScenarioOptions& options, const ScenarioReader& reader)
{
    const ParsedScenario whole = reader({});
    const ValidScenario& scenario = whole.scenario;
    const std::string models = ModelsOf(whole);
    if (models.empty() || !scenario->trace.jobs.empty() || !scenario->execution.traces.empty())
    {
        throw ScenarioError({"--estimate: is allowed only for jobs that train a model "
                             "(dnns.A.model), of which a slice can run"});
    }
    const double part = std::min(0.25, kSliceBytes / BytesOf(scenario));
    const auto sliced = [&](double factor) {
        std::vector<ScenarioOverride> overrides{{"--estimate", "iterations", 1}};
        for (const char letter : models)
        {
            const std::string path = std::string("dnns.") + letter;
            const DnnSpec& dnn = scenario->dnns.at(std::string(1, letter));
            overrides.push_back({"--estimate", path + ".slice", dnn.slice * part * factor});
            if (dnn.iterations > 0)
            {
                overrides.push_back({"--estimate", path + ".iterations", 1});
            }
        }
        return reader(overrides).scenario;
    };
    const ValidScenario one = sliced(1);
    const ValidScenario two = sliced(2);
    const DnnSpec& first = scenario->dnns.at(models.substr(0, 1));
    const double times = (first.iterations ? first.iterations : scenario->iterations) / part;
    std::cout << "Two slices of the models, " << part << " and " << 2 * part
              << " of the scenario's, one iteration of each; the whole takes about\n\n"
              << "system            JCT / slice [ms]   differ by  seconds a run\n"
              << std::fixed;
    std::vector<Cost> small;
    for (const std::string& system : scenario->systems)
    {
        CostOf(one, system, options); // the first run of a system makes what others find
        small.push_back(CostOf(one, system, options));
    }
    const double smallMegabytes = PeakMegabytes();
    double seconds = 0;
    for (std::size_t i = 0; i < small.size(); ++i)
    {
        const Cost large = CostOf(two, scenario->systems[i], options);
        const double a = small[i].jctMs / part;
        const double b = large.jctMs / (2 * part);
        const double ofRun = Extrapolated(small[i].seconds, large.seconds, times);
        std::cout << std::left << std::setw(14) << scenario->systems[i] << std::right
                  << std::setprecision(2) << std::setw(10) << a << std::setw(11) << b
                  << std::setprecision(1) << std::setw(10) << 100 * std::abs(b - a) / a << " %"
                  << std::setprecision(2) << std::setw(14) << ofRun << std::endl;
        seconds += ofRun * static_cast<double>(scenario->seeds.size());
    }
    std::cout << "\n"
              << small.size() * scenario->seeds.size() << " runs: about " << std::setprecision(2)
              << seconds << " s, one after the other, and " << std::setprecision(0)
              << Extrapolated(smallMegabytes, PeakMegabytes(), 1 / part) << " MB." << std::endl;
}

} // namespace ns3::esa
