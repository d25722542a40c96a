// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-options.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Gradient bytes that all workers of the first slice send: some 400,000 packets.
constexpr double kSliceBytes = 1e8;
constexpr double kAgreement = 0.1; ///< by how much the results of two slices may differ
constexpr double kRight = 0.05;    ///< by how much time / part of a slice may exceed the whole's
constexpr double kGrowth = 1.3;    ///< by how much the larger slice has to take longer
constexpr double kLongestS = 10;   ///< no slice is doubled after a run that took as long

/// A slice that ran.
struct Slice
{
    double part{0};      ///< of the scenario's models
    double seconds{0};   ///< that it took
    double jctMs{0};     ///< of its iteration
    double megabytes{0}; ///< the largest memory of the process by then

    /// @return the time of an iteration of the whole models, if it grows with them
    double WholeMs() const
    {
        return jctMs / part;
    }
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

/// Bytes that all workers, or all ranks of traces, send in an iteration.
double
BytesOf(const ValidScenario& scenario)
{
    const auto& jobs = scenario->jobs;
    double bytes = 0;
    for (const auto& trace : scenario->execution.loaded)
    {
        for (const RankTrace& rank : trace->ranks)
        {
            for (const ExecutionNode& node : rank.nodes)
            {
                const bool isSent =
                    node.kind == ExecutionKind::Send || node.kind == ExecutionKind::Collective;
                bytes += isSent ? static_cast<double>(node.bytes) : 0;
            }
        }
    }
    if (!scenario->execution.loaded.empty())
    {
        return bytes;
    }
    for (uint32_t job = 0; job < jobs.count; ++job)
    {
        const char letter = jobs.workload[job % jobs.workload.size()];
        const DnnSpec& dnn = scenario->dnns.at(std::string(1, letter));
        bytes += static_cast<double>(dnn.GradientBytes()) * jobs.workers;
    }
    return bytes;
}

/// Returns the iterations of a job: the mean, in which each job counts by its bytes, as these take
/// the time.
double
MeanIterations(const ValidScenario& scenario)
{
    const auto& jobs = scenario->jobs;
    if (!scenario->execution.loaded.empty())
    {
        return scenario->iterations;
    }
    double bytes = 0;
    double ofAll = 0;
    for (uint32_t job = 0; job < jobs.count; ++job)
    {
        const char letter = jobs.workload[job % jobs.workload.size()];
        const DnnSpec& dnn = scenario->dnns.at(std::string(1, letter));
        const auto ofJob = static_cast<double>(dnn.GradientBytes());
        bytes += ofJob;
        ofAll += ofJob * (dnn.iterations > 0 ? dnn.iterations : scenario->iterations);
    }
    return bytes > 0 ? ofAll / bytes : scenario->iterations;
}

/// The time of the wall clock; of a run in one thread the time of the processor, which others that
/// use the machine do not lengthen.
double
SecondsNow(const ScenarioOptions& options)
{
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    return options.threads > 1 ? now.count() : static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// The largest memory that the process has had so far, in megabytes.
double
PeakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Runs a system.
Slice
RunSlice(const ValidScenario& scenario,
         double part,
         const std::string& system,
         const ScenarioOptions& options)
{
    const double start = SecondsNow(options);
    RunControl control;
    control.threads = options.threads;
    control.stallAfter = Seconds(options.stallAfterS);
    const auto result = RunScenario(scenario, system, scenario->seeds.front(), control);
    return {part, SecondsNow(options) - start, result->jctMs, PeakMegabytes()};
}

/// Two slices of a system; the second one is twice as large.
struct Pair
{
    Slice one;
    Slice two;

    /// @return by how much their results differ
    double Difference() const
    {
        return std::abs(two.WholeMs() - one.WholeMs()) / one.WholeMs();
    }

    /// @return whether the whole follows from both: results agree, and the set-up is not all
    bool IsReliable() const
    {
        return Difference() <= kAgreement && two.seconds >= kGrowth * one.seconds;
    }

    /// An iteration takes what the slice computes and sends, and latencies that no slice shortens.
    /// @return the smallest part that takes at most kRight longer than such a part of the whole
    double SmallestRight() const
    {
        const double latencyMs = one.jctMs - (two.jctMs - one.jctMs); // where both lines meet at 0
        const double ofWholeMs = (two.jctMs - one.jctMs) / one.part;
        return latencyMs > 0 && ofWholeMs > 0 ? latencyMs / (kRight * ofWholeMs) : 0;
    }

    /// @param whole how many times the smaller slice @return seconds, on the line through both
    double Seconds(double whole) const
    {
        return std::max(two.seconds, one.seconds + (two.seconds - one.seconds) * (whole - 1));
    }

    /// What is under way does not grow for ever, so no line goes through both.
    /// @return whether the larger slice needed more memory, so that the whole may need even more
    bool IsGrowing() const
    {
        return two.megabytes > (1 + kAgreement) * one.megabytes;
    }
};

/// @return the next number of two digits: the nearest one may be too small
double
RoundedUp(double number)
{
    const double digit = std::pow(10, std::floor(std::log10(number)) - 1);
    return std::ceil(number / digit) * digit;
}

/// Doubles slices until the whole follows from two of them, or a run takes long.
/// @param run runs a part of the models
Pair
FindPair(double part, const std::function<Slice(double)>& run)
{
    run(part); // the first run of a system makes what others find
    Pair pair{run(part), run(2 * part)};
    while (!pair.IsReliable() && pair.two.seconds < kLongestS && pair.two.part <= 0.5)
    {
        pair = {pair.two, run(2 * pair.two.part)};
    }
    return pair;
}

/// A time that people read.
std::string
TimeText(double seconds)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(seconds < 10 ? 2 : 1);
    if (seconds < 600)
    {
        text << seconds << " s";
    }
    else if (seconds < 36000)
    {
        text << seconds / 60 << " min";
    }
    else
    {
        text << seconds / 3600 << " h";
    }
    return text.str();
}

} // namespace

void
PrintEstimate(const ScenarioOptions& options, const ScenarioReader& reader)
{
    const ParsedScenario whole = reader({});
    const ValidScenario& scenario = whole.scenario;
    const std::string models = ModelsOf(whole);
    const bool hasTraces = !scenario->execution.traces.empty();
    if (!scenario->trace.jobs.empty() || (models.empty() && !hasTraces))
    {
        throw ScenarioError({"--estimate: is allowed only for jobs that train a model "
                             "(dnns.A.model) and for execution traces, of which a slice can run"});
    }
    const double part = std::min(0.25, kSliceBytes / std::max(1.0, BytesOf(scenario)));
    std::vector<std::pair<std::string, double>> slices; // fields and values
    if (hasTraces)
    {
        slices.emplace_back("execution.slice", scenario->execution.slice);
    }
    for (const char letter : hasTraces ? "" : models)
    {
        const std::string name(1, letter);
        slices.emplace_back("dnns." + name + ".slice", scenario->dnns.at(name).slice);
    }
    const auto sliced = [&](double part) {
        std::vector<ScenarioOverride> overrides{{"--estimate", "iterations", 1}};
        for (const auto& [field, slice] : slices)
        {
            overrides.push_back({"--estimate", field, slice * part});
        }
        for (const char letter : hasTraces ? "" : models)
        {
            const std::string name(1, letter);
            if (scenario->dnns.at(name).iterations > 0)
            {
                overrides.push_back({"--estimate", "dnns." + name + ".iterations", 1});
            }
        }
        return reader(overrides).scenario;
    };
    const double iterations = MeanIterations(scenario);
    std::cout
        << "The iteration time of two parts of your slice (all of it: 1), one twice the other, "
           "and the smallest part that is right to "
        << std::lround(100 * kRight)
        << " %\n\n"
           "system          part of your slice   time / part [ms]  differ by  right from  "
           "time of a run\n"
        << std::fixed;
    double seconds = 0;
    double megabytes = 0;
    bool isReliable = true;
    bool isGrowing = false;
    double smallest = 0; // part of the slice that is right with all systems
    for (const std::string& system : scenario->systems)
    {
        const Pair pair =
            FindPair(part, [&](double of) { return RunSlice(sliced(of), of, system, options); });
        const double ofRun = pair.Seconds(iterations / pair.one.part);
        std::cout << std::left << std::setw(16) << system << std::right << std::defaultfloat
                  << std::setprecision(2) << std::setw(18) << pair.two.part << std::fixed
                  << std::setprecision(2) << std::setw(10) << pair.one.WholeMs() << std::setw(10)
                  << pair.two.WholeMs() << std::setprecision(1) << std::setw(9)
                  << 100 * pair.Difference() << " %" << std::setw(16) << TimeText(ofRun)
                  << (pair.IsReliable() ? "" : " ?") << std::endl;
        seconds += ofRun * static_cast<double>(scenario->seeds.size());
        megabytes = std::max(megabytes, pair.two.megabytes);
        isGrowing = isGrowing || pair.IsGrowing();
        isReliable = isReliable && pair.IsReliable();
        smallest = std::max(smallest, pair.SmallestRight());
    }
    const std::size_t runs = scenario->systems.size() * scenario->seeds.size();
    std::cout << "\n"
              << runs << (runs == 1 ? " run" : " runs") << ": about " << TimeText(seconds)
              << ", one after the other, and " << std::setprecision(megabytes < 10000 ? 0 : 1)
              << (megabytes < 10000 ? megabytes : megabytes / 1000)
              << (megabytes < 10000 ? " MB" : " GB")
              << (isGrowing ? " or more, as the larger slice needed more than the smaller one."
                            : ".")
              << std::endl;
    if (smallest > 1)
    {
        std::cout
            << "Your slice is too small: latencies, which are not sliced, lengthen it by more "
               "than "
            << std::lround(100 * kRight) << " %. Slices that are right:" << std::defaultfloat
            << std::setprecision(2);
        for (const auto& [field, slice] : slices)
        {
            std::cout << " " << field << "=" << std::min(1.0, RoundedUp(slice * smallest));
        }
        std::cout << std::endl;
    }
    if (!isReliable)
    {
        std::cout << "?: the slices differ by more than " << 100 * kAgreement
                  << " %, or most of their time is the set-up; take this as an order of magnitude."
                  << std::endl;
    }
}

} // namespace ns3::esa
