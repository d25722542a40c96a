/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/switch-systems.h"
#include "property/property.h"

#include "ns3/esa-parameter-server.h"
#include "ns3/esa-system-registry.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kJob = 3;                               ///< the PS's job
constexpr int kFanIn = 4;                                  ///< its workers
constexpr uint64_t kFirst = (uint64_t{1} << 32) - 3;       ///< first position: numbers wrap soon
constexpr Picoseconds kReminderGap = FromMicroseconds(10); ///< between words to the switch
constexpr int kOvertakes = 3;                              ///< larger fragments that tell

/// A packet, and when it comes.
struct Step
{
    PacketKind kind;       ///< what it is
    uint32_t task;         ///< position from kFirst on
    uint32_t workers;      ///< bitmap
    uint64_t gradient;     ///< what it carries
    bool ecn;              ///< whether it is marked
    bool isForeign;        ///< another job's
    uint32_t microseconds; ///< time since the step before
};

/// How RapidCheck shows a step.
void
showValue(const Step& step, std::ostream& out)
{
    out << "{kind " << static_cast<int>(step.kind) << ", task " << step.task << ", workers "
        << step.workers << ", gradient " << step.gradient << (step.ecn ? ", ECN" : "")
        << (step.isForeign ? ", foreign" : "") << ", after " << step.microseconds << " us}";
}

/// @return steps that a PS may meet
rc::Gen<Step>
Steps(const SystemRecord& system)
{
    using Kind = PacketKind;
    using rc::gen::set;
    using rc::gen::weightedElement;
    const Kind word = system.onHost.psReminds ? Kind::WorkerReminder : Kind::Resend;
    return rc::gen::build<Step>(
        set(&Step::kind,
            weightedElement<Kind>({{8, Kind::Gradient}, {4, Kind::Partial}, {3, word}})),
        set(&Step::task, rc::gen::inRange(0U, 8U)),
        set(&Step::workers,
            weightedElement<uint32_t>({{9, 1},
                                       {9, 2},
                                       {9, 4},
                                       {9, 8},
                                       {4, 3},
                                       {4, 6},
                                       {4, 12},
                                       {2, 15},
                                       {2, 0},
                                       {1, 16}})),
        set(&Step::gradient),
        set(&Step::ecn, weightedElement<bool>({{5, false}, {1, true}})),
        set(&Step::isForeign, weightedElement<bool>({{30, false}, {1, true}})),
        set(&Step::microseconds, rc::gen::inRange(0U, 6U)));
}

/// What the manual says of a PS's dictionary, as simply as it can be said.
class ReferenceServer
{
  public:
    /// What is known of a task.
    struct Entry
    {
        std::set<int> workers;          ///< whose fragments are here
        uint64_t sum{0};                ///< of them
        bool ecn{false};                ///< one was marked
        bool isDone{false};             ///< its result was sent
        int larger{0};                  ///< larger ones since the last change
        bool rests{true};               ///< they do not count
        Picoseconds remindedAt{kNever}; ///< the switch was told last
    };

    /// A packet that the PS is to send.
    struct Sent
    {
        bool isResult; ///< rather than a reminder
        uint32_t task; ///< of which task
    };

    /// @param system its system
    explicit ReferenceServer(const SystemRecord& system)
        : m_reminds(system.onHost.psReminds)
    {
    }

    /// A packet comes; @return what the PS is to send
    std::vector<Sent> Receive(const Step& step, Picoseconds now)
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
                return {{true, step.task}};
            }
            return step.workers == 0 ? std::vector<Sent>{} : OnFragment(step, now);
        default:
            return OnFragment(step, now);
        }
    }

    /// @return tasks of which something, but not all is here
    uint64_t Open() const
    {
        uint64_t open = 0;
        for (const auto& [task, entry] : entries)
        {
            open += !entry.isDone && !entry.workers.empty() ? 1 : 0;
        }
        return open;
    }

    std::map<uint32_t, Entry> entries; ///< by task
    uint64_t fragments{0};             ///< that came
    uint64_t overlaps{0};              ///< of these, dropped
    uint64_t malformed{0};             ///< packets that cannot be

  private:
    /// Fragments of some workers.
    std::vector<Sent> OnFragment(const Step& step, Picoseconds now)
    {
        ++fragments;
        Entry& entry = entries[step.task];
        std::set<int> newcomers;
        bool overlap = entry.isDone;
        for (int worker = 0; worker < kFanIn; ++worker)
        {
            if ((step.workers & (1U << worker)) != 0)
            {
                newcomers.insert(worker);
                overlap = overlap || entry.workers.count(worker) > 0;
            }
        }
        if (overlap)
        {
            ++overlaps;
            return {};
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
            sent.push_back({true, step.task});
        }
        return sent;
    }

    /// A fragment of a task has come: smaller ones are overtaken by one more.
    std::vector<Sent> Overtake(uint32_t task, Picoseconds now)
    {
        std::vector<Sent> sent;
        for (auto& [smaller, entry] : entries)
        {
            if (!m_reminds || smaller >= task || entry.isDone || entry.rests ||
                ++entry.larger < kOvertakes)
            {
                continue;
            }
            entry.rests = true; // one reminder a change
            entry.remindedAt = now;
            sent.push_back({false, smaller});
        }
        return sent;
    }

    /// A worker asks.
    std::vector<Sent> OnReminder(const Step& step, Picoseconds now)
    {
        Entry& entry = entries[step.task];
        if (entry.isDone || (entry.remindedAt != kNever && now < entry.remindedAt + kReminderGap))
        {
            return {};
        }
        entry.remindedAt = now;
        return {{false, step.task}};
    }

    bool m_reminds; ///< whether the PS reminds
};

/// @return the packet of a step
Fragment
PacketOf(const Step& step)
{
    Fragment packet;
    packet.kind = step.kind;
    packet.job = step.isForeign ? kJob + 1 : kJob;
    packet.seq = static_cast<uint32_t>(kFirst + step.task);
    packet.aggregator = 7 * step.task + 3;
    packet.bitmap0 = step.workers;
    packet.fanIn0 = kFanIn;
    packet.ecn = step.ecn;
    packet.sum.digest = step.gradient;
    return packet;
}

/// Compares a packet that the PS sends with what it is to send.
void
CompareSent(const Fragment& packet,
            const ReferenceServer::Sent& wanted,
            const ReferenceServer::Entry& entry)
{
    RC_ASSERT((packet.kind == PacketKind::Result) == wanted.isResult);
    RC_ASSERT((packet.kind == PacketKind::Reminder) == !wanted.isResult);
    RC_ASSERT(packet.worker == kAllWorkers);
    RC_ASSERT(packet.job == kJob);
    RC_ASSERT(packet.seq == static_cast<uint32_t>(kFirst + wanted.task));
    RC_ASSERT(packet.aggregator == 7 * wanted.task + 3);
    if (wanted.isResult)
    {
        RC_ASSERT(packet.bitmap0 == (1U << kFanIn) - 1);
        RC_ASSERT(packet.sum.digest == entry.sum);
        RC_ASSERT(packet.ecn == entry.ecn);
    }
}

/// @return the systems of the registry whose workers tell a PS of late results
std::vector<std::string>
SystemsWithServer()
{
    std::vector<std::string> names;
    for (const std::string& name : test::SwitchSystems())
    {
        if (FindSystem(name)->onHost.repair != RepairRule::RetransmitToSwitch)
        {
            names.push_back(name);
        }
    }
    return names;
}

/// Random packets to the PS of one system.
class ServerProperty : public testing::TestWithParam<std::string>
{
};

TEST_P(ServerProperty, SumsAndRemindsAsTheManualSays)
{
    const SystemRecord& system = *FindSystem(GetParam());
    const auto sequences = rc::gen::container<std::vector<Step>>(Steps(system));
    CheckProperty([&] {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.fanIn = kFanIn;
        parameters.firstPosition = kFirst;
        parameters.overtakes = kOvertakes;
        parameters.reminderHoldoff = kReminderGap;
        parameters.recovery = true;
        ParameterServer server(system, parameters);
        ReferenceServer reference(system);
        Picoseconds now(0);
        for (const Step& step : *sequences)
        {
            now += FromMicroseconds(step.microseconds);
            server.Receive(PacketOf(step), now);
            Fragment packet;
            for (const auto& wanted : reference.Receive(step, now))
            {
                RC_ASSERT(server.Poll(packet));
                CompareSent(packet, wanted, reference.entries[wanted.task]);
            }
            RC_ASSERT(!server.Poll(packet));
            RC_ASSERT(server.GetCounts().fragments == reference.fragments);
            RC_ASSERT(server.GetCounts().overlaps == reference.overlaps);
            RC_ASSERT(server.GetCounts().malformed == reference.malformed);
            RC_ASSERT(server.OpenEntries() == reference.Open());
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         ServerProperty,
                         testing::ValuesIn(SystemsWithServer()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
