/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/network-rig.h"

#include "core/worker/default-parts.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return the first packet of a queue, which is removed
InaPacket
Take(std::deque<InaPacket>& queue)
{
    InaPacket packet = std::move(queue.front());
    queue.pop_front();
    return packet;
}

} // namespace

NetworkRig::NetworkRig(const NetworkOptions& options)
    : m_options(options),
      m_system(*FindSystem(options.system)),
      m_random(options.seed),
      m_ruleRandom(options.seed + 1),
      m_switch(m_system, TableSize(), m_ruleRandom)
{
    for (uint16_t job = 0; job < options.jobs; ++job)
    {
        AddJob(job);
    }
}

uint32_t
NetworkRig::TableSize() const
{
    switch (m_system.Record().onSwitch.memory)
    {
    case MemoryLayout::SharedPool:
        break;
    case MemoryLayout::StaticShare:
        return m_options.aggregators * m_options.jobs;
    case MemoryLayout::StaticSlots:
        return 2 * m_options.aggregators * m_options.jobs;
    }
    return m_options.aggregators;
}

void
NetworkRig::AddJob(uint16_t job)
{
    const SystemRecord& system = m_system.Record();
    const GradientOracle oracle(job, m_options.workers, m_options.fullPayload);
    WorkerTransportParameters worker;
    worker.job = job;
    worker.racks = JobRacks(m_options.workers);
    worker.firstPosition = m_options.firstPosition;
    worker.window = m_options.window;
    worker.pool = SharedPoolIndex{m_options.rule, m_options.aggregators, m_options.jobs};
    worker.slots = SlotIndex{job * m_options.aggregators, m_options.aggregators};
    worker.share = ShareIndex{job * m_options.aggregators, m_options.aggregators};
    for (uint16_t number = 0; number < m_options.workers; ++number)
    {
        worker.worker = number;
        m_workers.push_back({OracleGradients(oracle, job, number),
                             WorkerTransport(DefaultParts(system, worker), worker),
                             job,
                             number,
                             m_options.fragments});
    }
    ParameterServerParameters server;
    server.job = job;
    server.racks = JobRacks(m_options.workers);
    server.firstPosition = m_options.firstPosition;
    m_servers.push_back({ParameterServer(system, server), oracle});
}

bool
NetworkRig::Run()
{
    constexpr Picoseconds kPatience = FromMicroseconds(1e7);
    while (!Done() && m_now < kPatience)
    {
        if (!Step())
        {
            m_now = m_nextTick; // everybody waits for a timer
        }
        if (m_now >= m_nextTick)
        {
            Tick();
        }
    }
    return Done();
}

bool
NetworkRig::Done() const
{
    const bool workersDone =
        std::all_of(m_workers.begin(), m_workers.end(), [](const Worker& worker) {
            return worker.toOffer == 0 && worker.transport.Idle() && worker.up.empty() &&
                   worker.down.empty();
        });
    const bool serversDone =
        std::all_of(m_servers.begin(), m_servers.end(), [](const Server& server) {
            return server.up.empty() && server.down.empty();
        });
    return workersDone && serversDone;
}

bool
NetworkRig::Step()
{
    std::vector<std::function<void()>> choices;
    for (auto& worker : m_workers)
    {
        if (worker.toOffer > 0)
        {
            choices.emplace_back([&] { Offer(worker); });
        }
        if (!worker.up.empty())
        {
            choices.emplace_back([&] { AtSwitch(Take(worker.up)); });
        }
        if (!worker.down.empty())
        {
            choices.emplace_back([&] { AtWorker(worker, Take(worker.down)); });
        }
    }
    for (auto& server : m_servers)
    {
        if (!server.up.empty())
        {
            choices.emplace_back([&] { AtSwitch(Take(server.up)); });
        }
        if (!server.down.empty())
        {
            choices.emplace_back([&] { AtServer(server, Take(server.down)); });
        }
    }
    if (choices.empty())
    {
        return false;
    }
    constexpr Picoseconds kStep{24480}; // one frame on one link
    m_now += kStep;
    choices[m_random() % choices.size()]();
    return true;
}

void
NetworkRig::Tick()
{
    m_nextTick = m_now + FromMicroseconds(50);
    for (auto& worker : m_workers)
    {
        worker.transport.OnTimer(m_now);
        Pump(worker);
    }
    for (auto& server : m_servers)
    {
        server.server.OnTimer(m_now);
        Pump(server);
    }
}

void
NetworkRig::Offer(Worker& worker)
{
    const uint64_t fragments = std::min<uint64_t>(worker.toOffer, 1 + m_random() % 20);
    worker.toOffer -= fragments;
    worker.transport.Offer(fragments);
    Pump(worker);
}

void
NetworkRig::AtSwitch(InaPacket packet)
{
    switch (m_switch.Process(packet, m_now).egress)
    {
    case Egress::ToParameterServer:
        m_servers[packet.job].down.push_back(packet);
        break;
    case Egress::ToWorkers:
        for (auto& worker : m_workers)
        {
            if (worker.job == packet.job)
            {
                worker.down.push_back(packet);
            }
        }
        break;
    case Egress::ToWorker: // only a repeated fragment gets a result of its own; nothing is repeated
        ADD_FAILURE() << "a packet for one worker";
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        ADD_FAILURE() << "a packet of a flow";
        break;
    case Egress::Recirculate: // of groups, which these small jobs do not have
        ADD_FAILURE() << "a packet of a group";
        break;
    case Egress::Nowhere:
        break;
    }
}

void
NetworkRig::AtWorker(Worker& worker, const InaPacket& packet)
{
    const auto status = worker.transport.OnResult(packet, m_now);
    if (!status.isNew)
    {
        ++worker.copies;
        return;
    }
    worker.results.insert(status.position);
    if (packet.kind == PacketKind::Result && m_servers[worker.job].oracle.IsExact(packet))
    {
        ++worker.exact;
    }
    Pump(worker);
}

void
NetworkRig::AtServer(Server& server, const InaPacket& packet)
{
    server.server.Receive(packet, m_now);
    Pump(server);
}

void
NetworkRig::Pump(Worker& worker)
{
    WorkerTransport::OutgoingPacket out;
    while (worker.transport.Poll(m_now, out))
    {
        worker.gradients.Fill(out);
        worker.up.push_back(out.packet);
    }
}

void
NetworkRig::Pump(Server& server)
{
    InaPacket packet;
    while (server.server.Poll(packet))
    {
        server.up.push_back(packet);
    }
}

} // namespace ns3::esa
