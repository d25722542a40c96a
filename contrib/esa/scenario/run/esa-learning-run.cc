/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-learning-run.h"

#include "esa-job-build.h"

#include "ns3/callback.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kPointEvery = 10; ///< iterations between two points of the curve

} // namespace

LearningRun::LearningRun(const ValidScenario& scenario,
                         const SplitDataSet& data,
                         const LearningOptions& options,
                         const std::string& system,
                         uint32_t seed)
    : m_data(data)
{
    const HostPart& hosts = FindSystem(system)->onHost;
    for (std::size_t number = 0; number < scenario->placement.jobs.size(); ++number)
    {
        const Dnn dnn = DnnOfJob(scenario, number);
        auto job = std::make_unique<Job>();
        job->learning = {&data.train,
                         ShapeFor(dnn, data.train),
                         static_cast<uint32_t>(scenario->placement.jobs[number].workerHosts.size()),
                         options.batch,
                         options.rate,
                         TaskKey(static_cast<uint16_t>(number), seed),
                         dnn.precision};
        job->workers =
            std::make_shared<LearningWorkers>(job->learning, dnn, PayloadBytes(hosts.frame));
        job->exact = std::make_unique<LocalLearning>(job->learning, GradientSumming::Exact);
        m_jobs.push_back(std::move(job));
        AddPoint(static_cast<uint32_t>(number), 0);
    }
}

JobGradients
LearningRun::Gradients() const
{
    JobGradients gradients;
    for (const auto& job : m_jobs)
    {
        gradients.push_back(job->workers);
    }
    return gradients;
}

void
LearningRun::Watch(const Network& network)
{
    for (const auto& app : network.workers)
    {
        const uint32_t worker = app->Worker();
        const uint32_t last = app->Job()->iterations - 1;
        LearningWorkers* const workers = m_jobs[app->Job()->job]->workers.get();
        app->TraceConnectWithoutContext(
            "Result",
            Callback<void, const Fragment&>(
                [workers, worker](const Fragment& result) { workers->OnResult(worker, result); }));
        app->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>(
                [this, last](const IterationRecord& record) { OnIteration(record, last); }));
    }
}

void
LearningRun::OnIteration(const IterationRecord& record, uint32_t last)
{
    Job& job = *m_jobs[record.job];
    job.workers->OnIteration(record.worker);
    if (record.worker != 0)
    {
        return;
    }
    job.exact->Step();
    job.largestDifference = std::max(
        job.largestDifference,
        LargestDifference(job.workers->ModelOf(0).Parameters(), job.exact->Model().Parameters()));
    const uint32_t ended = record.iteration + 1;
    if (ended % kPointEvery == 0 || record.iteration == last)
    {
        AddPoint(record.job, ended);
    }
}

void
LearningRun::AddPoint(uint32_t number, uint32_t iteration)
{
    const Job& job = *m_jobs[number];
    m_points.push_back({number,
                        iteration,
                        job.workers->ModelOf(0).ScoreOn(m_data.test),
                        job.exact->Model().ScoreOn(m_data.test),
                        job.largestDifference});
}

bool
LearningRun::WorkersAgree(uint32_t number) const
{
    const Job& job = *m_jobs[number];
    for (uint32_t worker = 1; worker < job.learning.workers; ++worker)
    {
        if (job.workers->ModelOf(worker).Parameters() != job.workers->ModelOf(0).Parameters())
        {
            return false;
        }
    }
    return true;
}

} // namespace ns3::esa
