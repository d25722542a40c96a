// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-channels.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace ns3::esa
{

uint32_t
Channels::PerServer() const
{
    const std::size_t size = servers.front().size();
    const bool areEqual = std::all_of(servers.begin(), servers.end(), [size](const auto& server) {
        return server.size() == size;
    });
    return areEqual ? static_cast<uint32_t>(size) : 0;
}

Channels
MakeChannels(const std::vector<WorkerPlace>& places, uint32_t most)
{
    Channels channels;
    std::map<SwitchId, std::size_t> indexOf;
    for (std::size_t worker = 0; worker < places.size(); ++worker)
    {
        const auto [found, isNew] =
            indexOf.try_emplace(places[worker].server, channels.servers.size());
        if (isNew)
        {
            channels.servers.emplace_back();
        }
        channels.servers[found->second].push_back(static_cast<uint16_t>(worker));
    }
    std::size_t fewest = channels.servers.size() > 1 ? most : 1;
    channels.members.resize(places.size());
    for (std::size_t server = 0; server < channels.servers.size(); ++server)
    {
        std::vector<uint16_t>& workers = channels.servers[server];
        std::stable_sort(workers.begin(), workers.end(), [&places](uint16_t a, uint16_t b) {
            return places[a].card < places[b].card;
        });
        fewest = std::min(fewest, workers.size());
        for (std::size_t number = 0; number < workers.size(); ++number)
        {
            channels.members[workers[number]] = {static_cast<uint16_t>(server),
                                                 static_cast<uint16_t>(number)};
        }
    }
    for (std::size_t channel = 0; channel < fewest; ++channel)
    {
        Channels::Ring& ring = channels.rings.emplace_back();
        ring.placeOf.resize(places.size());
        for (const std::vector<uint16_t>& workers : channels.servers)
        {
            for (std::size_t i = 1; i <= workers.size(); ++i) // the last one is at the card
            {
                const uint16_t worker = workers[(channel + i) % workers.size()];
                ring.placeOf[worker] = static_cast<uint32_t>(ring.order.size());
                ring.order.push_back(worker);
            }
        }
    }
    return channels;
}

} // namespace ns3::esa
