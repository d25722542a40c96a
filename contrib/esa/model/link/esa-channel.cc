// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-channel.h"

#include "esa-net-device.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaChannel);

LogComponent EsaChannel::g_log("EsaChannel", __FILE__);

TypeId
EsaChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaChannel>()
                            .AddAttribute("Delay",
                                          "Propagation delay of the link, one way.",
                                          TimeValue(MicroSeconds(5)),
                                          BeforeUse(MakeTimeAccessor(&EsaChannel::m_delay)),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

EsaChannel::EsaChannel() = default;
EsaChannel::~EsaChannel() = default;

void
EsaChannel::Connect(Ptr<EsaNetDevice> a, Ptr<EsaNetDevice> b)
{
    NS_LOG_FUNCTION(this << a << b);
    NS_ASSERT_MSG(a && b && a != b, "a cable has two ends");
    NS_ABORT_MSG_IF(m_devices[0] || m_devices[1], "EsaChannel: already connected");
    m_devices = {a, b};
    NS_LOG_INFO("a link of " << m_delay.As(Time::US) << " between " << a->GetAddress() << " and "
                             << b->GetAddress());
    a->Attach(this, b);
    b->Attach(this, a);
}

std::size_t
EsaChannel::GetNDevices() const
{
    return m_devices[0] ? m_devices.size() : 0;
}

Ptr<NetDevice>
EsaChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

void
EsaChannel::DoDispose()
{
    m_devices = {};
    Channel::DoDispose();
}

} // namespace ns3::esa
