// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "property/server-reference.h"

#include <ostream>

namespace ns3::esa::server_property
{

void
showValue(const Step& step, std::ostream& out)
{
    out << "{kind " << static_cast<int>(step.kind) << ", task " << step.task << ", workers "
        << step.workers << ", gradient " << step.gradient << (step.ecn ? ", ECN" : "")
        << (step.isForeign ? ", foreign" : "") << ", after " << step.microseconds << " us}";
}

std::vector<ReferenceServer::Sent>
ReferenceServer::Receive(const Step& step, Picoseconds now)
{
    if (step.isForeign || step.workers >> kFanIn != 0 ||
        (step.workers == 0 &&
         (step.kind == PacketKind::Gradient || step.kind == PacketKind::Partial)))
    {
        ++malformed;
        return {};
    }
    switch (step.kind)
    {
    case PacketKind::WorkerReminder:
        return OnReminder(step, now);
    case PacketKind::Resend:
        if (step.workers != 0 && entries[step.task].isDone)
        {
            return SendAgain(step.task, now);
        }
        return step.workers == 0 ? std::vector<Sent>{} : OnFragment(step, now);
    default:
        return OnFragment(step, now);
    }
}

uint64_t
ReferenceServer::Open() const
{
    uint64_t open = 0;
    for (const auto& [task, entry] : entries)
    {
        open += !entry.isDone && !entry.workers.empty() ? 1 : 0;
    }
    return open;
}

std::vector<ReferenceServer::Sent>
ReferenceServer::OnFragment(const Step& step, Picoseconds now)
{
    ++fragments;
    Entry& entry = entries[step.task];
    std::set<int> newcomers;
    std::size_t known = 0;
    for (int worker = 0; worker < kFanIn; ++worker)
    {
        if ((step.workers & (1U << worker)) != 0)
        {
            newcomers.insert(worker);
            known += entry.workers.count(worker);
        }
    }
    if (entry.isDone || known > 0)
    {
        ++overlaps;
        if (entry.isDone || known < entry.workers.size() || newcomers.size() == known)
        {
            return {};
        }
        entry.workers.clear();
        entry.sum = 0;
    }
    entry.workers.merge(newcomers);
    entry.sum += step.gradient;
    entry.ecn = entry.ecn || step.ecn;
    entry.isDone = entry.workers.size() == kFanIn;
    std::vector<Sent> sent = Overtake(step.task, now);
    entry.larger = 0;
    entry.rests = false;
    if (entry.isDone)
    {
        entry.sentAt = now;
        sent.push_back({PacketKind::Result, step.task});
    }
    return sent;
}

std::vector<ReferenceServer::Sent>
ReferenceServer::SendAgain(uint32_t task, Picoseconds now)
{
    Entry& entry = entries[task];
    if (now < entry.sentAt + kReminderHoldoff)
    {
        return {{PacketKind::Forward, task}};
    }
    entry.sentAt = now;
    return {{PacketKind::Result, task}};
}

std::vector<ReferenceServer::Sent>
ReferenceServer::Overtake(uint32_t task, Picoseconds now)
{
    std::vector<Sent> sent;
    for (auto& [smaller, entry] : entries)
    {
        if (!m_reminds || smaller >= task || entry.isDone || entry.rests ||
            ++entry.larger < kOvertakes)
        {
            continue;
        }
        entry.rests = true; // one reminder per change
        entry.remindedAt = now;
        sent.push_back({PacketKind::Reminder, smaller});
    }
    return sent;
}

std::vector<ReferenceServer::Sent>
ReferenceServer::OnReminder(const Step& step, Picoseconds now)
{
    Entry& entry = entries[step.task];
    if (entry.isDone || (entry.remindedAt != kNever && now < entry.remindedAt + kReminderHoldoff))
    {
        return {};
    }
    entry.remindedAt = now;
    return {{PacketKind::Reminder, step.task}};
}

} // namespace ns3::esa::server_property
