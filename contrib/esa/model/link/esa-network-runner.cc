// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-runner.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-line.h"
#include "ns3/make-event.h"
#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
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

LogComponent NetworkRunner::g_log("EsaNetworkRunner", __FILE__);

/// A scheduler of events that says when the simulator has its next event.
class NetworkRunner::WatchedScheduler : public MapScheduler
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::esa::WatchedScheduler")
                                .SetParent<MapScheduler>()
                                .SetGroupName("Esa")
                                .AddConstructor<WatchedScheduler>();
        return tid;
    }

    WatchedScheduler()
    {
        s_latest = this;
    }

    ~WatchedScheduler() override
    {
        s_latest = s_latest == this ? nullptr : s_latest;
    }

    /// @param round the event of rounds, which does not count: where rounds were to begin earlier,
    /// it is left there and does nothing
    /// @return the time step of the simulator's next event; Agenda::kNoStep: it has none
    static int64_t NextEvent(const EventImpl* round)
    {
        NS_ABORT_MSG_IF(!s_latest,
                        "Simulator::SetScheduler() was called after NetworkRunner::UseRounds(), "
                        "which needs a scheduler of its own");
        std::vector<Event> ofRounds;
        while (!s_latest->IsEmpty() && s_latest->PeekNext().impl == round)
        {
            ofRounds.push_back(s_latest->RemoveNext());
        }
        const int64_t next = s_latest->IsEmpty()
                                 ? Agenda::kNoStep
                                 : static_cast<int64_t>(s_latest->PeekNext().key.m_ts);
        for (const Event& event : ofRounds)
        {
            s_latest->Insert(event);
        }
        return next;
    }

  private:
    static inline WatchedScheduler* s_latest{nullptr}; ///< that of the simulation under way
};

NetworkRunner&
NetworkRunner::Get()
{
    return *SimulationSingleton<RunnerHolder>::Get()->runner;
}

NetworkRunner::NetworkRunner()
    : m_roundEvent(MakeEvent(&NetworkRunner::OnRound, this), false)
{
}

NetworkRunner::~NetworkRunner()
{
    m_roundEvent->Cancel();
    for (const auto& event : m_nodeEvents)
    {
        if (event)
        {
            event->Cancel();
        }
    }
    for (const auto& agenda : m_rounds.Nodes())
    {
        agenda->Close();
    }
}

std::shared_ptr<Agenda>
NetworkRunner::AgendaOf(const Ptr<Node>& node)
{
    const uint32_t number = node->GetId();
    if (number >= m_byNode.size())
    {
        m_byNode.resize(number + 1);
        m_nodeEvents.resize(number + 1);
        m_nodeSteps.resize(number + 1, Agenda::kNoStep);
    }
    if (!m_byNode[number])
    {
        Agenda::Driver& driver = *this;
        m_byNode[number] = std::make_shared<Agenda>(driver, m_clock, number);
        m_nodeEvents[number] =
            Ptr<EventImpl>(MakeEvent(&NetworkRunner::OnNode, this, number), false);
        m_rounds.Add(m_byNode[number]);
    }
    return m_byNode[number];
}

void
NetworkRunner::UseRounds(uint32_t threads, uint64_t fewFrames)
{
    ObjectFactory factory;
    factory.SetTypeId(WatchedScheduler::GetTypeId());
    Simulator::SetScheduler(factory);
    m_hasRounds = true;
    m_rounds.SetThreads(threads, fewFrames);
}

void
NetworkRunner::AddLine(const Agenda& from, const Line& line, Picoseconds delay)
{
    // A frame takes time to be sent, too. So it arrives at least one step after the delay.
    const int64_t steps = delay / m_clock.FromSteps(1) + 1;
    m_rounds.AddLine(from, line, steps);
}

void
NetworkRunner::SetNotice(Picoseconds notice)
{
    m_notice = notice / m_clock.FromSteps(1);
}

void
NetworkRunner::Announce(Picoseconds at)
{
    m_announced.insert(m_clock.ToSteps(at));
}

void
NetworkRunner::AddJob(const std::vector<Ptr<Node>>& nodes, Picoseconds notice)
{
    std::vector<uint32_t> places;
    for (const auto& node : nodes)
    {
        places.push_back(AgendaOf(node)->Place());
    }
    m_rounds.AddJob(std::move(places), notice / m_clock.FromSteps(1));
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
    for (const auto& agenda : m_rounds.Nodes())
    {
        last = std::max(last, agenda->Now());
    }
    return last;
}

int64_t
NetworkRunner::EndOfRounds(int64_t first)
{
    if (m_rounds.HasJobs())
    {
        return Agenda::kNoStep;
    }
    m_announced.erase(m_announced.begin(), m_announced.lower_bound(first));
    const int64_t cause =
        m_announced.empty() ? first + m_notice : std::min(first + m_notice, *m_announced.begin());
    return cause + m_rounds.ShortestLine();
}

void
NetworkRunner::PlanForAll(Picoseconds at, std::function<void()> what)
{
    PlanForAllAfter(at, ShortestLine(), std::move(what));
}

void
NetworkRunner::PlanForAllAfter(Picoseconds at, Picoseconds delay, std::function<void()> what)
{
    const Agenda* const cause = Agenda::Running();
    PlanInOrder(at, delay, cause ? cause->Place() : 0, std::move(what));
}

void
NetworkRunner::PlanForAll(Picoseconds at, uint32_t job, std::function<void()> what)
{
    PlanForAll(at, ShortestLine(), job, std::move(what));
}

void
NetworkRunner::PlanForAll(Picoseconds at,
                          Picoseconds delay,
                          uint32_t job,
                          std::function<void()> what)
{
    constexpr uint64_t kBehindNodes = uint64_t{1} << 32;
    PlanInOrder(at, delay, kBehindNodes + job, std::move(what));
}

void
NetworkRunner::PlanInOrder(Picoseconds at,
                           Picoseconds delay,
                           uint64_t order,
                           std::function<void()> what)
{
    NS_ASSERT_MSG(delay >= ShortestLine(), "nodes may be as far as this");
    const int64_t step = m_clock.ToSteps(at) + m_clock.ToSteps(delay);
    auto plan = [this, step, order, what = std::move(what)]() mutable {
        std::vector<PlanForStep>& plans = m_plans[step];
        if (plans.empty())
        {
            Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                           TimeStep(step) - Simulator::Now(),
                                           [this, step] { RunPlans(step); });
        }
        plans.push_back({order, std::move(what)});
    };
    if (m_rounds.IsAtWork() && !Agenda::Running())
    {
        m_rounds.DeferToEnd(std::move(plan)); // groups are not as far
        return;
    }
    NS_ASSERT_MSG(!HasJobs() || !Agenda::Running(), "with jobs, nodes plan nothing for all");
    Tell(std::move(plan));
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
NetworkRunner::PlanForEach(Picoseconds at,
                           uint32_t job,
                           const std::vector<Ptr<Node>>& nodes,
                           std::function<void(const Ptr<Node>&)> what)
{
    if (!m_hasRounds)
    {
        PlanForAll(at, job, [nodes, what = std::move(what)] {
            std::for_each(nodes.begin(), nodes.end(), what);
        });
        return;
    }
    const Picoseconds step = m_clock.FromSteps(m_clock.ToSteps(at) + m_rounds.ShortestLine());
    Tell([this, step, nodes, what = std::move(what)] {
        for (const Ptr<Node>& node : nodes)
        {
            AgendaOf(node)->Plan(step, [node, what] { what(node); });
        }
    });
}

void
NetworkRunner::Tell(std::function<void()> what)
{
    if (m_hasRounds && Agenda::Running())
    {
        m_rounds.Defer(std::move(what));
    }
    else
    {
        what();
    }
}

void
NetworkRunner::CatchUp()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_hasRounds)
    {
        m_isInRound = true;
        while (m_rounds.Next() <= now)
        {
            m_rounds.Run(now + 1);
        }
        m_isInRound = false;
        if (m_rounds.Next() < m_roundStep)
        {
            ScheduleRound(m_rounds.Next());
        }
        return;
    }
    for (const auto& agenda : m_rounds.Nodes())
    {
        while (agenda->Next() <= now)
        {
            agenda->Run(now + 1);
        }
        if (agenda->Next() < m_nodeSteps[agenda->Node()])
        {
            ScheduleNode(agenda->Node(), agenda->Next());
        }
    }
}

void
NetworkRunner::OnSent(Line& line)
{
    if (m_hasRounds)
    {
        m_rounds.OnSent(line);
    }
    else
    {
        line.Publish();
    }
}

void
NetworkRunner::OnOpened()
{
    m_rounds.OnOpened();
}

void
NetworkRunner::Wake(Agenda& agenda, int64_t step)
{
    if (!m_hasRounds)
    {
        if (step < m_nodeSteps[agenda.Node()])
        {
            ScheduleNode(agenda.Node(), step);
        }
    }
    else
    {
        m_rounds.OnWake(agenda, step);
        if (!m_isInRound && step < m_roundStep)
        {
            ScheduleRound(step);
        }
    }
}

void
NetworkRunner::ScheduleNode(uint32_t node, int64_t step)
{
    m_nodeSteps[node] = step;
    // The simulator gives up one reference when the event has run.
    m_nodeEvents[node]->Ref();
    Simulator::ScheduleWithContext(node,
                                   TimeStep(step) - Simulator::Now(),
                                   PeekPointer(m_nodeEvents[node]));
}

void
NetworkRunner::OnNode(uint32_t node)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_nodeSteps[node] != now)
    {
        return; // an earlier event has done what was due
    }
    NS_LOG_FUNCTION(this << node);
    Agenda& agenda = *m_byNode[node];
    agenda.Run(now + 1);
    m_nodeSteps[node] = Agenda::kNoStep;
    if (agenda.Next() != Agenda::kNoStep)
    {
        ScheduleNode(node, agenda.Next());
    }
}

void
NetworkRunner::ScheduleRound(int64_t step)
{
    m_roundStep = step;
    m_roundEvent->Ref();
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   TimeStep(step) - Simulator::Now(),
                                   PeekPointer(m_roundEvent));
}

void
NetworkRunner::OnRound()
{
    if (m_roundStep != Simulator::Now().GetTimeStep())
    {
        return; // an earlier event has done what was due
    }
    m_isInRound = true;
    int64_t next = m_roundStep;
    int64_t event = 0;
    const EventImpl* const round = PeekPointer(m_roundEvent);
    do
    {
        // What nodes have planned for all is an event, too.
        event = std::max(WatchedScheduler::NextEvent(round), m_roundStep + 1);
        m_rounds.Run(std::min(EndOfRounds(next), event));
        next = m_rounds.Next();
        if (HasJobs() && m_follower && !m_follower())
        {
            break;
        }
    } while (next < std::min(event, WatchedScheduler::NextEvent(round)));
    m_isInRound = false;
    m_roundStep = Agenda::kNoStep;
    if (next != Agenda::kNoStep)
    {
        ScheduleRound(next);
    }
}

} // namespace ns3::esa
