// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-driver.h"

#include "ns3/esa-line.h"
#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

EventDriver::~EventDriver()
{
    for (const NodeEvent& node : m_nodes)
    {
        node.event->Cancel();
    }
}

void
EventDriver::Add(const std::shared_ptr<Agenda>& agenda)
{
    const auto place = static_cast<uint32_t>(m_nodes.size());
    agenda->SetPlace(place);
    m_nodes.push_back(
        {agenda, Ptr<EventImpl>(MakeEvent(&EventDriver::OnNode, this, place), false)});
}

void
EventDriver::AfterThisRound(std::function<void()> what)
{
    if (Agenda::Running())
    {
        m_afterwards.push_back(std::move(what));
        return;
    }
    what();
}

void
EventDriver::CatchUp(int64_t now)
{
    for (std::size_t place = 0; place < m_nodes.size(); ++place)
    {
        Agenda& agenda = *m_nodes[place].agenda;
        while (agenda.Next() <= now)
        {
            Run(agenda, now);
        }
        if (agenda.Next() < m_nodes[place].step)
        {
            Schedule(m_nodes[place], agenda.Next());
        }
    }
}

void
EventDriver::Wake(Agenda& agenda, int64_t step)
{
    NodeEvent& node = m_nodes[agenda.Place()];
    if (step < node.step)
    {
        Schedule(node, step);
    }
}

void
EventDriver::OnSent(Line& line)
{
    line.Publish();
}

void
EventDriver::Schedule(NodeEvent& node, int64_t step)
{
    node.step = step;
    // The simulator gives up one reference when the event has run.
    node.event->Ref();
    Simulator::ScheduleWithContext(node.agenda->Node(),
                                   TimeStep(step) - Simulator::Now(),
                                   PeekPointer(node.event));
}

void
EventDriver::OnNode(uint32_t place)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_nodes[place].step != now)
    {
        return; // an earlier event has done what was due
    }
    Agenda& agenda = *m_nodes[place].agenda;
    Run(agenda, now);
    m_nodes[place].step = Agenda::kNoStep;
    if (agenda.Next() != Agenda::kNoStep)
    {
        Schedule(m_nodes[place], agenda.Next());
    }
}

void
EventDriver::Run(Agenda& agenda, int64_t step)
{
    agenda.Run(step + 1);
    for (const auto& what : std::exchange(m_afterwards, {}))
    {
        what();
    }
}

} // namespace ns3::esa
