/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-taps.h"

#include "ns3/esa-host.h"
#include "ns3/esa-switch.h"

#include <set>
#include <utility>

namespace esabench
{

using namespace ns3;

class LinkTaps::Tap : public esa::FragmentSink
{
  public:
    /**
     * @param callback is told of packets
     * @param receiver who they are for
     */
    Tap(ArrivalCallback callback, esa::FragmentSink& receiver)
        : m_callback(std::move(callback)),
          m_receiver(receiver)
    {
    }

    void ReceiveFragment(esa::Fragment& fragment, esa::Picoseconds now) override
    {
        m_callback(fragment, now.count());
        m_receiver.ReceiveFragment(fragment, now);
    }

    void PrefetchFor(const esa::Fragment& fragment, uint32_t stage) const override
    {
        m_receiver.PrefetchFor(fragment, stage);
    }

  private:
    ArrivalCallback m_callback;    ///< is told of packets
    esa::FragmentSink& m_receiver; ///< who they are for
};

LinkTaps::LinkTaps(const esa::Network& network,
                   const std::function<ArrivalCallback(const LinkDirection&)>& makeCallback)
{
    std::set<uint32_t> servers;
    for (const auto& server : network.parameterServers)
    {
        servers.insert(server->GetNode()->GetId());
    }
    for (uint32_t host = 0; host < network.hosts.GetN(); ++host)
    {
        const Ptr<Node> node = network.hosts.Get(host);
        const esa::EsaLink& link = network.helper.GetFabric().LinkOf(node);
        LinkDirection direction{host, servers.count(node->GetId()) > 0, true};
        m_taps.push_back(
            std::make_unique<Tap>(makeCallback(direction), *node->GetObject<esa::EsaHost>()));
        link.AtHost()->SetFragmentSink(m_taps.back().get());
        direction.isTowardsHost = false;
        m_taps.push_back(std::make_unique<Tap>(makeCallback(direction),
                                               *link.UpperNode()->GetObject<esa::EsaSwitch>()));
        link.AtSwitch()->SetFragmentSink(m_taps.back().get());
    }
}

LinkTaps::~LinkTaps() = default;

} // namespace esabench
