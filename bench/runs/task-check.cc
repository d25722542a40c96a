/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-check.h"

#include "link-taps.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-sim-clock.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

namespace esabench
{

using namespace ns3;

namespace
{

/// Compares the results that arrive at a worker with those of a TaskRecursion.
class Reader
{
  public:
    /// @param recursion what is expected
    explicit Reader(const TaskRecursion& recursion)
        : m_recursion(recursion)
    {
    }

    /**
     * @brief A result arrives.
     * @param seq its number
     * @param step when
     * @return whether it is the expected one
     */
    bool Take(uint32_t seq, int64_t step)
    {
        const auto& runs = m_recursion.Results();
        if (m_run < runs.size() && m_place == runs[m_run].count)
        {
            ++m_run;
            m_place = 0;
        }
        if (m_run == runs.size())
        {
            return false;
        }
        const ResultRun& run = runs[m_run];
        const bool isSame = static_cast<uint32_t>(run.first + m_place) == seq &&
                            m_recursion.ArrivalStep(run, m_place) == step;
        ++m_place;
        return isSame;
    }

    /// @return whether all results have arrived
    bool IsAtEnd() const
    {
        const auto& runs = m_recursion.Results();
        return m_run + 1 == runs.size() && m_place == runs.back().count;
    }

  private:
    const TaskRecursion& m_recursion; ///< what is expected
    std::size_t m_run{0};             ///< run of the next result
    uint64_t m_place{0};              ///< its place there
};

/// @brief Compares the times of iterations.
void
CompareIterations(const std::vector<std::unique_ptr<TaskRecursion>>& recursions,
                  TaskComparison& comparison)
{
    for (std::size_t job = 0; job < recursions.size(); ++job)
    {
        const auto& expected = recursions[job]->IterationMs();
        const auto& simulated = comparison.result.iterationMs.at(job);
        for (std::size_t iteration = 0; iteration < simulated.size(); ++iteration)
        {
            ++comparison.iterations;
            const bool isSame = expected.at(iteration) == simulated[iteration];
            comparison.otherIterations += isSame ? 0 : 1;
        }
    }
}

} // namespace

LoneJobs
TakeJobs(const esa::ValidScenario& scenario, const esa::Network& network)
{
    if (scenario->window.ssthreshPackets > 0 || scenario->window.growthPackets != 1)
    {
        throw std::runtime_error("tasks: a window has to grow by a packet per result");
    }
    LoneJobs taken;
    for (const auto& worker : network.workers)
    {
        if (worker->Worker() == 0)
        {
            taken.owned.push_back(worker->Job());
        }
    }
    for (const auto& job : taken.owned)
    {
        const esa::SystemRecord& system = *job->system;
        const bool hasSlots = system.onSwitch.memory == esa::MemoryLayout::StaticSlots;
        const double bits = esa::DataFrameBytes(system.onHost.frame) * 8.0;
        LoneJob lone;
        lone.job = job.get();
        lone.framePs = std::llround(bits * 1e3 / scenario->link.rateGbps);
        lone.delayPs = esa::FromMicroseconds(scenario->link.delayUs).count();
        lone.stepPs = esa::SimClock().FromSteps(1).count();
        lone.windowInitial = hasSlots ? job->slots.slots : scenario->window.initialPackets;
        lone.windowMost = hasSlots ? job->slots.slots : scenario->window.maxPackets;
        lone.isByServer = system.onSwitch.release == esa::ReleaseRule::OnResult;
        if (lone.windowMost == 0)
        {
            throw std::runtime_error("tasks: a window has to have a cap");
        }
        taken.jobs.push_back(lone);
    }
    return taken;
}

TaskComparison
CompareTasks(const esa::ValidScenario& scenario, const std::string& system, bool inRuns)
{
    TaskComparison comparison;
    std::vector<std::unique_ptr<TaskRecursion>> recursions;
    std::vector<Reader> readers;
    std::unique_ptr<LinkTaps> taps;
    const int64_t psPerStep = esa::SimClock().FromSteps(1).count();
    esa::RunControl control;
    control.built = [&](const esa::Network& network) {
        comparison.jobs = TakeJobs(scenario, network);
        for (const LoneJob& lone : comparison.jobs.jobs)
        {
            recursions.push_back(std::make_unique<TaskRecursion>(lone));
            recursions.back()->Run(inRuns);
        }
        std::map<uint32_t, std::size_t> readerOf; // by number of the worker's node
        for (const auto& worker : network.workers)
        {
            readerOf[worker->GetNode()->GetId()] = readers.size();
            readers.emplace_back(*recursions.at(worker->Job()->job));
        }
        taps = std::make_unique<LinkTaps>(
            network,
            [&](const LinkDirection& direction) -> ArrivalCallback {
                const auto found = readerOf.find(network.hosts.Get(direction.host)->GetId());
                if (!direction.isTowardsHost || found == readerOf.end())
                {
                    return [](const esa::Fragment&, int64_t) {};
                }
                return [&comparison, psPerStep, &reader = readers[found->second]](
                           const esa::Fragment& fragment,
                           int64_t timePs) {
                    ++comparison.compared;
                    comparison.different += reader.Take(fragment.seq, timePs / psPerStep) ? 0 : 1;
                };
            });
    };
    comparison.result = esa::RunScenario(scenario, system, 1, control).value();
    for (const Reader& reader : readers)
    {
        comparison.different += reader.IsAtEnd() ? 0 : 1;
    }
    CompareIterations(recursions, comparison);
    return comparison;
}

} // namespace esabench
