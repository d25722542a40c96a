// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ps-process.h"

#include "ns3/esa-serial-line.h"

#include <utility>

namespace ns3::esa
{

PsProcess::PsProcess(std::shared_ptr<const TrainingJob> job,
                     std::shared_ptr<const HostSettings> settings)
    : HostProcess(std::move(job)),
      m_settings(std::move(settings))
{
}

[[gnu::cold]] std::string
PsProcess::Describe() const
{
    return "the PS of job " + std::to_string(Job()->job);
}

void
PsProcess::Start(HostNode& host, Picoseconds /* now */)
{
    m_host = &host;
    host.Link().Add(*this, Job()->frameBytes);
    m_frameSizes = FrameSizes(Job()->frameBytes, m_settings->ps.reminderBytes);
    host.AddParameterServer(Job()->job, *this);
    m_timer.Bind(host.GetAgenda(), [this, &host] {
        if (m_hasFailed)
        {
            return; // the next packet after the restart sets the timer
        }
        const Picoseconds now = host.GetAgenda()->Now();
        m_server->OnTimer(now);
        Pump(now);
    });
    ParameterServerParameters parameters = m_settings->ServerParameters(*Job());
    if (m_settings->recovery)
    {
        parameters.answerTime = host.Rate().FrameTime(m_frameSizes.Bytes(PacketKind::Gradient));
    }
    m_server.emplace(Job()->system->Record(), parameters);
}

void
PsProcess::Release()
{
    HostProcess::Release();
    Stop();
    if (m_server)
    {
        m_host->Link().Remove(*this);
        m_server->Release();
    }
}

void
PsProcess::Fail()
{
    m_hasFailed = true;
}

void
PsProcess::Restart()
{
    m_hasFailed = false;
    if (m_server)
    {
        m_server->Restart();
    }
}

void
PsProcess::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    m_hooks.receive(fragment);
    if (m_hasFailed)
    {
        return; // the packet is lost
    }
    m_server->Receive(fragment, now);
    Pump(now);
}

void
PsProcess::Pump(Picoseconds now)
{
    HostLink& link = m_host->Link();
    if (link.IsAlone())
    {
        while (SendNext(now))
        {
        }
    }
    else
    {
        link.Wake(*this, now);
    }
    const Picoseconds check = m_server->NextCheck(now);
    if (!m_timer.IsSet() && check != kNoDeadline)
    {
        m_timer.Set(check);
    }
}

std::optional<uint32_t>
PsProcess::SendNext(Picoseconds now)
{
    InaPacket packet;
    if (m_hasFailed || !m_server->Poll(packet))
    {
        return std::nullopt;
    }
    const uint16_t bytes = m_frameSizes.Bytes(packet.kind);
    packet.frameBytes = bytes;
    m_hooks.send(packet);
    m_host->Port().Send(packet, now);
    return bytes;
}

} // namespace ns3::esa
