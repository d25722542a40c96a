/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-frame-table.h"

#include "ns3/esa-hash.h"
#include "ns3/ethernet-header.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/**
 * @param address a MAC address
 * @return it as a number
 */
uint64_t
NumberOf(Mac48Address address)
{
    uint8_t bytes[6];
    address.CopyTo(bytes);
    uint64_t number = 0;
    for (const uint8_t byte : bytes)
    {
        number = number << 8 | byte;
    }
    return number;
}

} // namespace

LogComponent FrameTable::g_log("EsaFrameTable", __FILE__);

void
FrameTable::AddPort(Ptr<EsaNetDevice> port)
{
    m_ports.push_back(port);
}

void
FrameTable::AddUplink(Ptr<EsaNetDevice> port)
{
    m_uplinks.push_back(port);
}

void
FrameTable::Know(Mac48Address host, Ptr<EsaNetDevice> port)
{
    m_learned[host] = port;
}

void
FrameTable::Clear()
{
    m_ports.clear();
    m_uplinks.clear();
    m_learned.clear();
    m_route = nullptr;
    m_tree.clear();
}

void
FrameTable::SetRoute(Route route, const std::vector<Ptr<EsaNetDevice>>& tree)
{
    m_route = std::move(route);
    m_tree = tree;
}

void
FrameTable::ForwardByRoute(Ptr<Packet> frame,
                           Mac48Address source,
                           Mac48Address to,
                           EsaNetDevice& from)
{
    const auto port = to.IsGroup() ? nullptr : m_route(source, to);
    if (port)
    {
        NS_LOG_LOGIC(to << " is reached by the port " << port->GetAddress());
        port->SendFrame(frame);
        return;
    }
    NS_LOG_LOGIC("every port of the tree sends the frame for " << to);
    for (const auto& next : m_tree)
    {
        if (PeekPointer(next) != &from)
        {
            next->SendFrame(frame->Copy());
        }
    }
}

bool
FrameTable::IsUplink(const EsaNetDevice& device) const
{
    return std::any_of(m_uplinks.begin(), m_uplinks.end(), [&](const Ptr<EsaNetDevice>& uplink) {
        return PeekPointer(uplink) == &device;
    });
}

void
FrameTable::Forward(Ptr<Packet> frame, EsaNetDevice& from)
{
    EthernetHeader ethernet(false);
    frame->PeekHeader(ethernet);
    NS_LOG_FUNCTION(this << ethernet.GetSource() << ethernet.GetDestination());
    if (m_route)
    {
        ForwardByRoute(frame, ethernet.GetSource(), ethernet.GetDestination(), from);
        return;
    }
    const bool comesDown = IsUplink(from);
    if (!comesDown)
    {
        m_learned[ethernet.GetSource()] = Ptr<EsaNetDevice>(&from);
    }
    const Mac48Address to = ethernet.GetDestination();
    const auto known = m_learned.find(to);
    if (!to.IsGroup() && known != m_learned.end())
    {
        if (PeekPointer(known->second) != &from)
        {
            known->second->SendFrame(frame);
            return;
        }
        NS_LOG_LOGIC(to << " is where the frame came from: dropped");
        return;
    }
    if (!comesDown && !m_uplinks.empty() && !to.IsGroup())
    {
        const uint64_t pair = Hash64(NumberOf(ethernet.GetSource()) ^ Hash64(NumberOf(to)));
        NS_LOG_LOGIC(to << " is not in this rack: up-link " << pair % m_uplinks.size());
        m_uplinks[pair % m_uplinks.size()]->SendFrame(frame);
        return;
    }
    NS_LOG_LOGIC("every port sends the frame for " << to);
    for (const auto& port : m_ports)
    {
        if (PeekPointer(port) != &from)
        {
            port->SendFrame(frame->Copy());
        }
    }
    if (!comesDown && !m_uplinks.empty())
    {
        m_uplinks.front()->SendFrame(frame->Copy());
    }
}

} // namespace ns3::esa
