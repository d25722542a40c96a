// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-runner.h"

#include "esa-watched-scheduler.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-line.h"
#include "ns3/make-event.h"
#include "ns3/object-factory.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

NetworkRunner&
NetworkRunner::Get()
{
    return *SimulationSingleton<NetworkRunner>::Get();
}

NetworkRunner::NetworkRunner()
{
    m_rounds.SetWaker([this](const Agenda& node, int64_t step) { Schedule(EventOf(node), step); });
}

NetworkRunner::~NetworkRunner()
{
    for (const RoundEvent& event : m_events)
    {
        event.event->Cancel();
    }
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
        m_byNode[number] = std::make_shared<Agenda>(m_rounds, m_clock, number);
        if (m_followsPaths)
        {
            m_byNode[number]->FollowPaths();
        }
        m_rounds.Add(m_byNode[number]);
        if (!m_hasRounds)
        {
            AddEvent(number);
        }
    }
    return m_byNode[number];
}

void
NetworkRunner::UseRounds(uint32_t threads, uint64_t fewFrames)
{
    NS_ABORT_MSG_IF(!m_byNode.empty(),
                    "NetworkRunner::UseRounds() is to be called before the network is built");
    ObjectFactory factory;
    factory.SetTypeId(WatchedScheduler::GetTypeId());
    Simulator::SetScheduler(factory);
    m_rounds.SetThreads(threads, fewFrames);
    m_rounds.SetLookahead(0);
    m_hasRounds = true;
    AddEvent(Simulator::NO_CONTEXT);
}

void
NetworkRunner::AddLine(const Agenda& from, const Line& line, Picoseconds delay)
{
    // A frame takes time to be sent, too. So it arrives at least one step after the delay.
    m_rounds.AddLine(from, line, delay / m_clock.FromSteps(1) + 1);
}

void
NetworkRunner::AddJob(const std::vector<Ptr<Node>>& nodes, Picoseconds lookahead)
{
    std::vector<uint32_t> places;
    for (const auto& node : nodes)
    {
        places.push_back(AgendaOf(node)->Place());
    }
    m_rounds.AddJob(std::move(places), lookahead / m_clock.FromSteps(1));
}

void
NetworkRunner::EndJob(uint32_t job, Picoseconds end)
{
    m_rounds.EndJob(job, m_clock.ToSteps(end) + m_rounds.ShortestLine());
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
    const int64_t shortest = m_rounds.ShortestLine();
    const int64_t delay = cause.delay.count() == 0 ? shortest : m_clock.ToSteps(cause.delay);
    NS_ASSERT_MSG(delay >= shortest, "nodes may be as far as this");
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
    if (m_rounds.IsAtWork() && !node)
    {
        m_rounds.AtEnd(std::move(plan)); // groups are not as far
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
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_hasRounds)
    {
        const WatchedScheduler::InRound inRound;
        RoundEvent& event = m_events.front();
        const int64_t planned = std::exchange(event.step, now); // meanwhile nothing is scheduled
        while (m_rounds.Next() <= now)
        {
            m_rounds.Run(now + 1);
        }
        event.step = planned;
        Schedule(event, m_rounds.Next());
        return;
    }
    for (std::size_t place = 0; place < m_rounds.Nodes().size(); ++place) // which may add others
    {
        const std::shared_ptr<Agenda> node = m_rounds.Nodes()[place];
        while (node->Next() <= now)
        {
            m_rounds.RunNode(*node, now);
        }
        Schedule(EventOf(*node), node->Next());
    }
}

void
NetworkRunner::AddEvent(uint32_t context)
{
    const std::size_t number = m_events.size();
    m_events.push_back(
        {Ptr<EventImpl>(MakeEvent(&NetworkRunner::OnRound, this, number), false), context});
}

void
NetworkRunner::Schedule(RoundEvent& event, int64_t step)
{
    if (step < event.step)
    {
        event.step = step;
        event.event->Ref(); // the simulator gives it up when the event has run
        Simulator::ScheduleWithContext(event.context,
                                       TimeStep(step) - Simulator::Now(),
                                       PeekPointer(event.event));
    }
}

void
NetworkRunner::OnRound(std::size_t number)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_events[number].step != now)
    {
        return; // an earlier event has done what was due
    }
    int64_t next = Agenda::kNoStep;
    if (m_hasRounds)
    {
        next = RunRounds(now);
    }
    else
    {
        Agenda& node = *m_rounds.Nodes()[number];
        m_rounds.RunNode(node, now);
        next = node.Next();
    }
    m_events[number].step = Agenda::kNoStep;
    Schedule(m_events[number], next);
}

int64_t
NetworkRunner::RunRounds(int64_t now)
{
    const WatchedScheduler::InRound inRound;
    const EventImpl* const round = PeekPointer(m_events.front().event);
    int64_t event = 0;
    do
    {
        // What nodes have planned for all is an event, too.
        event = std::max(WatchedScheduler::NextEvent(round), now + 1);
        m_rounds.Run(event);
        if (HasJobs() && m_follower && !m_follower())
        {
            break;
        }
    } while (m_rounds.Next() < std::min(event, WatchedScheduler::NextEvent(round)) &&
             !Simulator::IsFinished());
    return m_rounds.Next();
}

} // namespace ns3::esa
