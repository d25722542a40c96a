// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Draws hosts, switches and links.

#include "ways/draft.h"

#include "ns3/esa-wire-format.h"

#include <algorithm>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

json
LinkBetween(Draft& draft, const std::string& a, const std::string& b)
{
    json link{{"between", {a, b}}};
    DrawRest(draft, "/topology/graph/links", link);
    return link;
}

/// A graph of a few racks, and of switches between them, which are a chain.
json
DrawGraph(Draft& draft)
{
    Random& random = draft.random;
    const int64_t racks = random.Whole(1, 4);
    const int64_t spines = racks == 1 ? 0 : random.Whole(1, 3);
    std::vector<json> nodes;
    json links = json::array();
    for (int64_t spine = 0; spine < spines; ++spine)
    {
        const std::string name = "top" + std::to_string(spine);
        nodes.push_back({{"name", name}, {"role", "switch"}});
        DrawRest(draft, "/topology/graph/nodes", nodes.back());
        if (spine > 0)
        {
            links.push_back(LinkBetween(draft, "top" + std::to_string(spine - 1), name));
        }
    }
    int64_t host = 0;
    for (int64_t rack = 0; rack < racks; ++rack)
    {
        const std::string name = "tor" + std::to_string(rack);
        nodes.push_back({{"name", name}, {"role", "switch"}});
        DrawRest(draft, "/topology/graph/nodes", nodes.back());
        for (int64_t left = random.Whole(1, 4); left > 0; --left, ++host)
        {
            const std::string server = "server." + std::to_string(host);
            nodes.push_back({{"name", server}, {"role", "host"}});
            links.push_back(LinkBetween(draft, server, name));
        }
        const int64_t first = spines > 0 ? random.Whole(0, spines - 1) : 0;
        for (int64_t spine = 0; spine < spines; ++spine)
        {
            if (spine == first || random.Chance(0.4))
            {
                links.push_back(LinkBetween(draft, name, "top" + std::to_string(spine)));
            }
        }
    }
    return {{"nodes", random.Shuffled(nodes)}, {"links", links}};
}

void
DrawTopology(Draft& draft)
{
    Random& random = draft.random;
    std::vector<std::string> kinds{"one", "one", "racks"};
    if (!draft.isForTasks)
    {
        kinds.insert(kinds.end(), {"fat_tree", "graph", "servers"});
    }
    const std::string kind = random.Pick(kinds);
    if (kind == "one")
    {
        draft.Put("/topology/hosts", random.Whole(1, 12));
    }
    else if (kind == "racks")
    {
        const int64_t racks = random.Whole(2, 4);
        draft.Put("/topology/racks", racks);
        draft.Put("/topology/hosts", racks * random.Whole(1, 4));
        draft.Put("/topology/spines", random.Whole(1, 3));
    }
    else if (kind == "fat_tree")
    {
        draft.Put("/topology/kind", kind);
        draft.Put("/topology/k", random.Pick<int64_t>({2, 4, 4}));
    }
    else if (kind == "servers")
    {
        const int64_t racks = random.Whole(1, 2);
        const int64_t accelerators = random.Whole(1, 4);
        draft.Put("/topology/kind", kind);
        draft.Put("/topology/racks", racks);
        draft.Put("/topology/servers", racks * random.Whole(1, 3));
        draft.Put("/topology/accelerators", accelerators);
        draft.Put("/topology/cards", random.Whole(1, accelerators));
        draft.Put("/topology/rails", random.Chance(0.7));
        draft.Put("/topology/spines", random.Whole(1, 3));
    }
    else
    {
        const json graph = DrawGraph(draft);
        draft.Put("/topology/kind", kind);
        if (random.Chance(0.2))
        {
            draft.Put("/topology/file", draft.Write("topology.json", graph.dump()));
        }
        else
        {
            draft.Put("/topology/graph", graph);
        }
    }
}

void
DrawLevels(Draft& draft)
{
    const std::string kind = draft.Get("/topology/kind");
    const auto draw = [&](const std::string& pointer, std::size_t levels, auto value) {
        json list = json::array();
        while (list.size() < levels)
        {
            list.push_back(value());
        }
        draft.Put(pointer, list);
    };
    if (draft.Wants() && kind != "graph")
    {
        draw("/topology/uplinks_gbps", kind == "fat_tree" ? 2 : 1, [&draft] {
            return draft.random.Pick<double>({1, 10, 40, 100, 400});
        });
    }
    if (draft.Wants() && kind != "graph")
    {
        draw("/switch/level_memory_bytes", kind == "leaf_spine" ? 2 : 3, [&draft] {
            return draft.random.Pick<uint64_t>({600, 3000, 20000, 100000});
        });
    }
}

/// Small memory, mostly: tasks meet at its aggregators, and it is quickly set up.
void
DrawMemory(Draft& draft)
{
    if (draft.random.Chance(0.95))
    {
        draft.Put("/switch/memory_bytes",
                  draft.random.Whole(1, 8) *
                      draft.random.Pick<int64_t>({1, 300, 300, 3000, 3000, 30000, 200000}));
    }
}

/// Delays and rates of links, which decide all times.
void
DrawLinks(Draft& draft)
{
    Random& random = draft.random;
    if (random.Chance(0.7))
    {
        const double us =
            random.Pick<double>({0, 0.001, 0.01, 0.1, 0.5, 0.6, 1, 1, 2.5, 2.5004, 12, 100});
        draft.Put("/link/delay_us", draft.isForTasks ? us + 0.5 : us);
    }
    if (random.Chance(0.5))
    {
        draft.Put("/link/rate_gbps",
                  random.Pick<double>({0.1, 1, 10, 25, 40, 100, 333, 400, 800, 1440, 2448, 10000}));
    }
    if (random.Chance(0.5))
    {
        draft.Put("/topology/uplink_delay_us", random.Pick<double>({0, 0.002, 0.3, 1, 3, 50}));
    }
    int64_t overhead = kEthernetOverheadBytes;
    if (random.Chance(0.4))
    {
        overhead = random.Pick<int64_t>({0, 0, 12, 20, 100, 1000});
        draft.Put("/link/overhead_bytes", overhead);
    }
    if (draft.Wants(2))
    {
        const int64_t frame = random.Pick<int64_t>({306, 1514, 9000}) + overhead;
        const int64_t room = random.Whole(1, 20) * frame;
        draft.Put("/link/queue_bytes", room);
    }
    if (draft.Wants(2))
    {
        const int64_t most = random.Whole(1, 10) * random.Pick<int64_t>({200, 1514, 9000});
        draft.Put("/link/pfc/enabled", true);
        draft.Put("/link/pfc/xoff_bytes", most);
        draft.Put("/link/pfc/xon_bytes", random.Whole(0, most));
    }
}

} // namespace

std::vector<Drawer>
NetworkDrawers()
{
    return {{{"/topology/hosts",
              "/topology/racks",
              "/topology/spines",
              "/topology/kind",
              "/topology/servers",
              "/topology/accelerators",
              "/topology/cards",
              "/topology/rails",
              "/topology/k",
              "/topology/file",
              "/topology/graph/nodes",
              "/topology/graph/links"},
             DrawTopology},
            {{"/topology/uplinks_gbps", "/switch/level_memory_bytes"}, DrawLevels},
            {{"/switch/memory_bytes"}, DrawMemory},
            {{"/link/delay_us",
              "/link/rate_gbps",
              "/link/overhead_bytes",
              "/link/queue_bytes",
              "/link/pfc/enabled",
              "/link/pfc/xoff_bytes",
              "/link/pfc/xon_bytes",
              "/topology/uplink_delay_us"},
             DrawLinks}};
}

} // namespace ns3::esa::test
