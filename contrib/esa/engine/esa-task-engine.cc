// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-task-engine.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Rounds between two calls of the ContinueCallback.
constexpr uint64_t kRoundsPerCall = 256;

/// Rounds in the time that a packet needs from the switch to a host and back. With longer rounds
/// more tasks would be taken for contended; shorter ones would cost more than they save.
constexpr int64_t kRoundsPerTrip = 4;

/// @return the jobs, computed by models
std::deque<JobModel>
MakeModels(const TaskEngine::Setup& setup, const JobModel::IterationCallback& ended)
{
    std::deque<JobModel> models;
    for (const EngineJob& job : setup.jobs)
    {
        models.emplace_back(setup.links, job, ended);
    }
    return models;
}

/// @return the place of each job among the jobs, by its number from the first one's
std::vector<std::size_t>
PlacesOf(const std::vector<EngineJob>& jobs)
{
    const uint32_t first = jobs.front().job->job;
    std::vector<std::size_t> places(jobs.back().job->job - first + 1);
    for (std::size_t place = 0; place < jobs.size(); ++place)
    {
        places[jobs[place].job->job - first] = place;
    }
    return places;
}

} // namespace

class TaskEngine::NoRandom : public RandomSource
{
  public:
    double Uniform() override
    {
        throw NotExact("a collision rule draws a random number");
    }
};

TaskEngine::TaskEngine(Setup setup, const JobModel::IterationCallback& ended)
    : m_setup(std::move(setup)),
      m_random(std::make_unique<NoRandom>()),
      m_pipeline(*m_setup.system, m_setup.aggregators, *m_random),
      m_places(PlacesOf(m_setup.jobs)),
      m_models(MakeModels(m_setup, ended)),
      m_contended(m_models, m_setup.aggregators, m_pipeline.Rules().release),
      m_arrivals(m_setup.links.repairKind,
                 m_pipeline.Rules().resultSource == ResultSource::ParameterServer),
      m_sums(m_models.size()),
      m_late(m_models.size()),
      m_lone(m_models.size()),
      m_isByServer(m_pipeline.Rules().resultSource == ResultSource::ParameterServer)
{
    if (m_setup.hasServers)
    {
        for (const EngineJob& job : m_setup.jobs)
        {
            m_servers.emplace_back(m_setup.links, job);
        }
    }
}

TaskEngine::~TaskEngine() = default;

bool
TaskEngine::Run(const ContinueCallback& goesOn)
{
    const int64_t upSteps = m_setup.links.upDelayPs / kStepPs;
    const int64_t downSteps = m_setup.links.downDelayPs / kStepPs;
    const int64_t roundSteps = (upSteps + downSteps) / kRoundsPerTrip;
    int64_t end = INT64_MAX; // exclusive
    uint64_t round = 0;
    for (int64_t begin = 0; begin < end;)
    {
        // What the switch sends from now on arrives later than this.
        for (JobModel& model : m_models)
        {
            model.AdvanceWorkers(std::min(end, begin + downSteps));
        }
        if (End() != INT64_MAX)
        {
            end = End() + 1; // the last thing that an application does comes after all frames
        }
        for (ServerModel& server : m_servers)
        {
            server.Advance(std::min(end, begin + downSteps));
        }
        m_begin = begin;
        m_contended.BeginRound(begin);
        AdvanceSwitch(std::min(end, begin + roundSteps));
        if (++round % kRoundsPerCall == 0 && !CheckProgress(begin, goesOn))
        {
            return false;
        }
        begin += roundSteps;
        // Whole rounds in which nothing happens are left out.
        begin +=
            std::max<int64_t>(0, std::min(end, NextStep(begin)) - begin) / roundSteps * roundSteps;
    }
    m_steps += round;
    Finish();
    return true;
}

int64_t
TaskEngine::NextStep(int64_t now) const
{
    int64_t next = INT64_MAX;
    for (auto model = m_models.begin(); model != m_models.end() && next > now; ++model)
    {
        next = std::min(next, model->NextStep(now));
    }
    for (auto server = m_servers.begin(); server != m_servers.end() && next > now; ++server)
    {
        next = std::min(next, server->NextStep());
    }
    if (next == INT64_MAX && End() == INT64_MAX)
    {
        throw NotExact("all wait for results that no node sends");
    }
    return next;
}

bool
TaskEngine::CheckProgress(int64_t now, const ContinueCallback& goesOn) const
{
    uint64_t results = 0;
    for (const JobModel& model : m_models)
    {
        model.CheckWait(now);
        results += model.Results();
    }
    return goesOn(results);
}

int64_t
TaskEngine::End() const
{
    int64_t end = 0;
    for (const JobModel& model : m_models)
    {
        end = std::max(end, model.End().value_or(INT64_MAX));
    }
    return end;
}

void
TaskEngine::Finish()
{
    for (std::size_t job = 0; job < m_models.size(); ++job)
    {
        const LoneTasks& lone = m_lone[job];
        m_pipeline.CountLone(lone.tasks,
                             m_setup.jobs[job].job->workers,
                             FromStep(lone.aggregatingSteps),
                             FromStep(lone.waitingSteps));
    }
    if (m_pipeline.Table().Occupied() > 0)
    {
        throw NotExact("the switch holds a sum when the last job ends");
    }
}

bool
TaskEngine::IsQuiet() const
{
    return std::all_of(m_servers.begin(),
                       m_servers.end(),
                       [](const ServerModel& server) { return server.IsQuiet(); }) &&
           std::all_of(m_models.begin(), m_models.end(), [this](const JobModel& model) {
               return !model.HasRepairFrom(End());
           });
}

uint64_t
TaskEngine::PacketHops() const
{
    uint64_t hops = m_serverHops + m_reminderHops;
    for (const ServerModel& server : m_servers)
    {
        hops += server.Received();
    }
    for (const JobModel& model : m_models)
    {
        const TrainingJob& job = *model.Setup().job;
        hops += 2 * job.workers * job.plan.Fragments() * job.iterations;
    }
    return hops;
}

namespace
{

/// @brief Collects the reminders of a job's workers. @param end up to this step, exclusive
void
CollectRepairs(JobModel& model,
               uint16_t job,
               PacketKind kind,
               int64_t end,
               std::vector<SwitchArrival>& out)
{
    auto& workers = model.Workers();
    for (uint16_t number = 0; number < workers.size(); ++number)
    {
        WorkerModel& worker = workers[number];
        const auto& reminders = worker.Reminders();
        for (std::size_t& place = worker.remindersTaken; place < reminders.size(); ++place)
        {
            const FrameArrival at = worker.Arrival(reminders[place]);
            if (StepOf(at) >= end)
            {
                break;
            }
            out.push_back({at, reminders[place].position, job, number, kind});
        }
    }
}

} // namespace

const std::vector<SwitchArrival>&
SwitchArrivals::Collect(std::deque<JobModel>& models,
                        const std::deque<ServerModel>& servers,
                        ContendedTasks& contended,
                        int64_t begin,
                        int64_t end)
{
    m_arrivals.clear();
    contended.CollectFragments(end, m_arrivals);
    for (uint16_t job = 0; job < servers.size(); ++job)
    {
        CollectRepairs(models[job], job, m_repairKind, end, m_arrivals);
        const TaskRing& rows = models[job].Rows();
        servers[job].ToSwitch().ForEachUntil([&, job](const TimedPacket& timed) {
            const bool isHere = StepOf(timed.at) < end;
            const InaPacket& fragment = timed.packet;
            // The result of a task that was alone frees an aggregator that no other task uses.
            if (isHere && !(m_isByServer && fragment.kind == PacketKind::Result &&
                            !rows.At(fragment.seq).isContended))
            {
                m_arrivals.push_back(
                    {timed.at, fragment.seq, job, SwitchArrival::kFromServer, fragment.kind});
            }
            return isHere;
        });
    }
    const int64_t beginPs = begin * kStepPs;
    SortArrivals(m_arrivals,
                 m_sorted,
                 m_buckets,
                 static_cast<uint64_t>(end * kStepPs - beginPs),
                 [beginPs](const SwitchArrival& arrival) {
                     return static_cast<uint64_t>(std::max(arrival.at.ps, beginPs) - beginPs);
                 });
    return m_arrivals;
}

} // namespace ns3::esa
