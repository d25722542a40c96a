// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-frame-table.h"

#include "ns3/ethernet-header.h"

#include <utility>

namespace ns3::esa
{

LogComponent FrameTable::g_log("EsaFrameTable", __FILE__);

void
FrameTable::AddPort(Ptr<EsaNetDevice> port)
{
    m_ports.push_back(port);
}

void
FrameTable::Clear()
{
    m_ports.clear();
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
    m_learned[ethernet.GetSource()] = Ptr<EsaNetDevice>(&from);
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
    NS_LOG_LOGIC("every port sends the frame for " << to);
    for (const auto& port : m_ports)
    {
        if (PeekPointer(port) != &from)
        {
            port->SendFrame(frame->Copy());
        }
    }
}

} // namespace ns3::esa
