/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The switch between its ports. The attributes, and what is made from them, are in
// esa-switch-attributes.cc.

#include "esa-switch.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Each Egress in words, for logs.
constexpr std::array<const char*, 6> kWays{"stays here",
                                           "goes to the PS",
                                           "goes to all workers",
                                           "goes to its worker",
                                           "goes to the receiver of its flow",
                                           "goes to the group above, which is here"};

} // namespace

LogComponent EsaSwitch::g_log("EsaSwitch", __FILE__);

void
EsaSwitch::DoInitialize()
{
    Prepare();
    Object::DoInitialize();
}

void
EsaSwitch::DoDispose()
{
    m_ports.clear();
    m_node.Clear();
    m_frames.Clear();
    Object::DoDispose();
}

void
EsaSwitch::AddPort(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(&m_node);
    port->SetForwarder(this);
    m_ports.push_back(port);
    m_frames.AddPort(port);
}

void
EsaSwitch::AddJob(uint16_t job, const JobPorts& ports)
{
    NS_LOG_FUNCTION(this << job);
    NS_ABORT_MSG_IF(ports.workers.empty(), "EsaSwitch: job " << job << " has no workers");
    NS_LOG_INFO("job " << job << " has " << ports.workers.size() << " workers");
    Prepare();
    m_node.AddJob(job, ports);
}

void
EsaSwitch::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    m_node.ReceiveFragment(fragment, now);
}

void
EsaSwitch::WatchNode()
{
    const bool isTraced = std::any_of(kTraces.begin(), kTraces.end(), [this](const auto trace) {
        return !(this->*trace).IsEmpty();
    });
    m_node.SetWatcher(isTraced || !g_log.IsNoneEnabled() ? this : nullptr);
}

void
EsaSwitch::OnArrived([[maybe_unused]] const InaPacket& fragment)
{
    NS_LOG_LOGIC("a " << fragment << " arrives");
}

void
EsaSwitch::OnDecided(const Decision& decision, const InaPacket& fragment)
{
    NS_LOG_DEBUG(OutcomeName(decision.outcome) << ": the " << fragment << " "
                                               << kWays[static_cast<std::size_t>(decision.egress)]);
    (this->*kTraces[static_cast<std::size_t>(decision.outcome)])(fragment);
}

void
EsaSwitch::OnNoWay([[maybe_unused]] const InaPacket& fragment)
{
    NS_LOG_WARN("no port leads to the receiver of the " << fragment << ", which is dropped");
}

void
EsaSwitch::RemoveJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    [[maybe_unused]] const uint32_t freed = m_node.RemoveJob(job, m_clock.Now());
    NS_LOG_INFO("job " << job << " leaves, " << freed << " aggregators are freed");
}

void
EsaSwitch::Forget()
{
    NS_LOG_FUNCTION(this);
    Prepare();
    m_node.Forget(m_clock.Now());
}

void
EsaSwitch::CloseJob(uint16_t job)
{
    NS_ASSERT_MSG(m_node.HasJob(job), "a job that leaves was added before");
    RemoveJob(job);
    m_node.CloseJob(job);
}

void
EsaSwitch::ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from)
{
    m_frames.Forward(frame, from);
}

} // namespace ns3::esa
