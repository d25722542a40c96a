// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "property/property.h"
#include "property/server-reference.h"

#include "ns3/esa-parameter-server.h"

namespace ns3::esa::server_property
{

namespace
{

rc::Gen<Step>
Steps(const SystemRecord& system)
{
    using Kind = PacketKind;
    using rc::gen::set;
    using rc::gen::weightedElement;
    const Kind request = system.onHost.psReminds ? Kind::WorkerReminder : Kind::Resend;
    return rc::gen::build<Step>(
        set(&Step::kind,
            weightedElement<Kind>({{8, Kind::Gradient}, {4, Kind::Partial}, {3, request}})),
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

InaPacket
PacketOf(const Step& step)
{
    InaPacket packet;
    packet.kind = step.kind;
    packet.job = step.isForeign ? kJob + 1 : kJob;
    packet.seq = static_cast<uint32_t>(kFirst + step.task);
    packet.aggregator = 7 * step.task + 3;
    packet.bitmap = step.workers;
    packet.fanIn = kFanIn;
    packet.ecn = step.ecn;
    packet.sum.digest = step.gradient;
    return packet;
}

/// Compares a packet that the PS sends with the expected one.
void
CompareSent(const InaPacket& packet,
            const ReferenceServer::Sent& wanted,
            const ReferenceServer::Entry& entry)
{
    RC_ASSERT(packet.kind == wanted.kind);
    RC_ASSERT((packet.worker == kAllWorkers) == (packet.kind != PacketKind::Forward));
    RC_ASSERT(packet.job == kJob);
    RC_ASSERT(packet.seq == static_cast<uint32_t>(kFirst + wanted.task));
    RC_ASSERT(packet.aggregator == 7 * wanted.task + 3);
    if (wanted.kind != PacketKind::Reminder)
    {
        RC_ASSERT(packet.bitmap == (1U << kFanIn) - 1);
        RC_ASSERT(packet.sum.digest == entry.sum);
        RC_ASSERT(packet.ecn == entry.ecn);
    }
}

/// @return the systems of the registry whose workers report late results to a PS
std::vector<std::string>
SystemsWithServer()
{
    std::vector<std::string> names;
    for (const std::string& name : test::SwitchSystems())
    {
        if (FindSystem(name)->onHost.hasSummingServer)
        {
            names.push_back(name);
        }
    }
    return names;
}

/// Random packets to the PS of one system.
using ServerProperty = testing::TestWithParam<std::string>;

TEST_P(ServerProperty, SumsAndRemindsAsTheManualSays)
{
    const SystemRecord& system = *FindSystem(GetParam());
    const auto sequences = rc::gen::container<std::vector<Step>>(Steps(system));
    CheckProperty([&] {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.aggregation = AggregationPlan(kFanIn);
        parameters.firstPosition = kFirst;
        parameters.reorderingThreshold = kOvertakes;
        parameters.reminderHoldoff = kReminderHoldoff;
        parameters.recovery = !system.onHost.psReminds; // else see server-recovery-test.cc
        ParameterServer server(system, parameters);
        ReferenceServer reference(system);
        Picoseconds now(0);
        for (const Step& step : *sequences)
        {
            now += FromMicroseconds(step.microseconds);
            server.Receive(PacketOf(step), now);
            InaPacket packet;
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
} // namespace ns3::esa::server_property
