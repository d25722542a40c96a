// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-runner.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-line.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Holds the runner until Simulator::Destroy().
struct RunnerHolder
{
    Ptr<NetworkRunner> runner{Create<NetworkRunner>()}; ///< the runner
};

} // namespace

NetworkRunner&
NetworkRunner::Get()
{
    return *SimulationSingleton<RunnerHolder>::Get()->runner;
}

NetworkRunner::NetworkRunner()
    : m_driver(std::make_unique<EventDriver>())
{
}

NetworkRunner::~NetworkRunner()
{
    for (const auto& agenda : m_byNode)
    {
        if (agenda)
        {
            agenda->Close();
        }
    }
}

std::shared_ptr<Agenda>
NetworkRunner::AgendaOf(const Ptr<Node>& node)
{
    const uint32_t number = node->GetId();
    if (number >= m_byNode.size())
    {
        m_byNode.resize(number + 1);
    }
    if (!m_byNode[number])
    {
        m_byNode[number] = std::make_shared<Agenda>(m_driver->ForAgendas(), m_clock, number);
        if (m_followsPaths)
        {
            m_byNode[number]->FollowPaths();
        }
        m_driver->Add(m_byNode[number]);
    }
    return m_byNode[number];
}

void
NetworkRunner::UseRounds(uint32_t threads, uint64_t fewFrames)
{
    NS_ABORT_MSG_IF(!m_byNode.empty(),
                    "NetworkRunner::UseRounds() is to be called before the network is built");
    auto driver = std::make_unique<RoundDriver>(threads, fewFrames);
    m_inRounds = driver.get();
    m_driver = std::move(driver);
}

void
NetworkRunner::AddLine(const Agenda& from, const Line& line, Picoseconds delay)
{
    // A frame takes time to be sent, too. So it arrives at least one step after the delay.
    const int64_t steps = delay / m_clock.FromSteps(1) + 1;
    m_shortest = std::min(m_shortest, steps);
    m_driver->AddLine(from, line, steps);
}

void
NetworkRunner::SetLookahead(Picoseconds lookahead)
{
    if (m_inRounds)
    {
        m_inRounds->SetLookahead(lookahead / m_clock.FromSteps(1));
    }
}

void
NetworkRunner::AddCause(Picoseconds at)
{
    if (m_inRounds)
    {
        m_inRounds->AddCause(m_clock.ToSteps(at));
    }
}

void
NetworkRunner::AddJob(const std::vector<Ptr<Node>>& nodes, Picoseconds lookahead)
{
    std::vector<uint32_t> places;
    for (const auto& node : nodes)
    {
        places.push_back(AgendaOf(node)->Place());
    }
    m_inRounds->Get().AddJob(std::move(places), lookahead / m_clock.FromSteps(1));
}

void
NetworkRunner::EndJob(uint32_t job, Picoseconds end)
{
    m_inRounds->Get().EndJob(job, m_clock.ToSteps(end) + m_shortest);
}

Picoseconds
NetworkRunner::LastWork() const
{
    Picoseconds last(0);
    for (const auto& agenda : m_byNode)
    {
        last = agenda ? std::max(last, agenda->Now()) : last;
    }
    return last;
}

int64_t
NetworkRunner::StepOf(const Cause& cause) const
{
    const int64_t delay = cause.delay.count() == 0 ? m_shortest : m_clock.ToSteps(cause.delay);
    NS_ASSERT_MSG(delay >= m_shortest, "nodes may be as far as this");
    return m_clock.ToSteps(cause.at) + delay;
}

void
NetworkRunner::AtStep(const Cause& cause, std::function<void()> what)
{
    constexpr uint64_t kBehindNodes = uint64_t{1} << 32;
    const Agenda* const node = Agenda::Running();
    const uint64_t order = cause.job != kThisNode ? kBehindNodes + cause.job
                           : node                 ? node->Place()
                                                  : 0;
    auto plan = [this, step = StepOf(cause), order, what = std::move(what)]() mutable {
        std::vector<PlanForStep>& plans = m_plans[step];
        if (plans.empty())
        {
            Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                           TimeStep(step) - Simulator::Now(),
                                           [this, step] { RunPlans(step); });
        }
        plans.push_back({order, std::move(what)});
    };
    if (m_inRounds && m_inRounds->Get().IsAtWork() && !node)
    {
        m_inRounds->Get().AtEnd(std::move(plan)); // groups are not as far
        return;
    }
    NS_ASSERT_MSG(!HasJobs() || !node, "with jobs, nodes plan nothing for all");
    AfterThisRound(std::move(plan));
}

void
NetworkRunner::RunPlans(int64_t step)
{
    CatchUp();
    std::vector<PlanForStep> plans = std::move(m_plans.at(step));
    m_plans.erase(step);
    std::stable_sort(plans.begin(), plans.end(), [](const PlanForStep& a, const PlanForStep& b) {
        return a.order < b.order;
    });
    for (const PlanForStep& plan : plans)
    {
        plan.what();
    }
}

void
NetworkRunner::AtStep(const Cause& cause,
                      const std::vector<Ptr<Node>>& nodes,
                      std::function<void(const Ptr<Node>&)> what)
{
    const Picoseconds at = m_clock.FromSteps(StepOf(cause));
    AfterThisRound([this, at, nodes, what = std::move(what)] {
        for (const Ptr<Node>& node : nodes)
        {
            AgendaOf(node)->Plan(at, [node, what] { what(node); });
        }
    });
}

void
NetworkRunner::CatchUp()
{
    m_driver->CatchUp(Simulator::Now().GetTimeStep());
}

} // namespace ns3::esa
