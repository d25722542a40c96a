// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Draws trees and faults, which name hosts, links, switches and workers.

#include "ways/draft.h"

#include "ns3/esa-field-row.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <map>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// The network of a draft, by names.
class Names
{
  public:
    explicit Names(Draft& draft)
        : m_random(draft.random),
          m_routes(*(*draft.network)->routes)
    {
    }

    int64_t Host()
    {
        return m_random.Whole(0, static_cast<int64_t>(m_routes.Hosts().size()) - 1);
    }

    json SomeHosts()
    {
        json hosts{Host()};
        const int64_t other = Host();
        if (other != hosts[0] && m_random.Chance(0.3))
        {
            hosts.push_back(other);
        }
        return hosts;
    }

    std::string Switch()
    {
        return Of(m_random.Pick(m_routes.Switches()));
    }

    /// @return the ends of a link, one between switches if there are some and @p isUplink
    json Link(bool isUplink)
    {
        const auto& graph = m_routes.Graph();
        std::vector<std::size_t> links;
        for (std::size_t i = 0; i < graph.links.size(); ++i)
        {
            const bool isOfHost = graph.nodes[graph.links[i].a].role == NodeRole::Host ||
                                  graph.nodes[graph.links[i].b].role == NodeRole::Host;
            if (isOfHost != isUplink)
            {
                links.push_back(i);
            }
        }
        const auto& link = graph.links[links.empty() ? m_routes.LinkOf(0) : m_random.Pick(links)];
        return {Of(link.a), Of(link.b)};
    }

    /// A tree from racks to another one. Ways that have met do not part: a switch has one next one.
    json Tree(const std::vector<SwitchId>& racks, SwitchId home)
    {
        std::map<std::size_t, std::size_t> next;
        json tree{{"ways", json::array()}, {"sums", json::array()}};
        std::vector<std::string> passed;
        const std::size_t end = m_routes.Racks()[ToNumber(home)];
        for (const SwitchId rack : racks)
        {
            json way = json::array();
            for (std::size_t at = m_routes.Racks()[ToNumber(rack)]; at != end; at = next[at])
            {
                if (next.count(at) == 0)
                {
                    next[at] =
                        m_routes.OtherEnd(m_random.Pick(m_routes.LinksTowards(at, home)), at);
                }
                way.push_back(Of(at));
                passed.push_back(Of(at));
            }
            way.push_back(Of(end));
            tree["ways"].push_back(way);
        }
        // The PS's switch sums, as some systems have no PS that adds.
        std::sort(passed.begin(), passed.end());
        passed.erase(std::unique(passed.begin(), passed.end()), passed.end());
        tree["sums"].push_back(Of(end));
        const double part = m_random.Pick<double>({0, 0.3, 0.7, 1});
        for (const std::string& name : passed)
        {
            if (m_random.Chance(part))
            {
                tree["sums"].push_back(name);
            }
        }
        return tree;
    }

    const TopologyRoutes& Routes() const
    {
        return m_routes;
    }

  private:
    std::string Of(std::size_t node) const
    {
        return m_routes.Graph().nodes[node].name;
    }

    Random& m_random;               ///< of the draft
    const TopologyRoutes& m_routes; ///< of its network
};

/// The trees of jobs whose hosts are known.
json
DrawTrees(Draft& draft, Names& names)
{
    json jobs = json::array();
    const int64_t trees = draft.random.Pick<int64_t>({1, 1, 2, 3});
    for (const json& placed : draft.config["placement"]["jobs"])
    {
        const SwitchId home = names.Routes().RackOf(placed["ps"]);
        std::vector<SwitchId> racks;
        for (const json& host : placed["workers"])
        {
            const SwitchId rack = names.Routes().RackOf(host);
            if (!(rack == home) && std::count(racks.begin(), racks.end(), rack) == 0)
            {
                racks.push_back(rack);
            }
        }
        json job;
        for (int64_t tree = 0; tree < trees; ++tree)
        {
            job["trees"].push_back(names.Tree(racks, home));
        }
        jobs.push_back(job);
    }
    return jobs;
}

void
DrawAggregation(Draft& draft)
{
    if (!draft.network)
    {
        return;
    }
    Names names(draft);
    if (draft.Has("/placement/jobs") && draft.Wants(2))
    {
        const json jobs = DrawTrees(draft, names);
        if (draft.random.Chance(0.2))
        {
            draft.Put("/aggregation/file", draft.Write("trees.json", json{{"jobs", jobs}}.dump()));
        }
        else
        {
            draft.Put("/aggregation/jobs", jobs);
        }
        return;
    }
    if (draft.Wants())
    {
        json some = json::array();
        for (int64_t left = draft.random.Whole(1, 4); left > 0; --left)
        {
            const std::string name = names.Switch();
            if (std::find(some.begin(), some.end(), name) == some.end())
            {
                some.push_back(name);
            }
        }
        draft.Put("/aggregation/switches", some);
        draft.Put("/aggregation/levels", draft.random.Pick<std::string>({"one", "two", "all"}));
    }
}

double
DrawTime(Draft& draft)
{
    return draft.random.Pick<double>({0, 1, 10.25, 20, 60, 100, 400, 1000, 2000});
}

/// A run of positions, or positions apart from each other.
json
DrawPositions(Random& random)
{
    json positions = json::array();
    int64_t position = random.Pick<int64_t>({1, 2, 5, 40});
    for (int64_t left = random.Pick<int64_t>({1, 1, 3, 12}); left > 0; --left)
    {
        positions.push_back(position++);
    }
    return positions;
}

/// A value that names something, or follows another moment of the same entry.
json
DrawNamed(Draft& draft, Names& names, const FieldRow& row, const json& entry)
{
    Random& random = draft.random;
    switch (row.named)
    {
    case Named::Hosts:
        return names.SomeHosts();
    case Named::LinkEnds:
        return names.Link(random.Chance(0.55));
    case Named::Switch:
        return names.Switch();
    case Named::Job:
        return random.Whole(0, draft.Get("/jobs/count").get<int64_t>() - 1);
    case Named::Worker:
        return random.Whole(0, draft.Get("/jobs/workers").get<int64_t>() - 1);
    case Named::Duration:
        return random.Pick<double>({1, 30, 300, 3000});
    case Named::Positions:
        return DrawPositions(random);
    case Named::Moment:
        if (row.after == nullptr)
        {
            return DrawTime(draft);
        }
        return entry.at(row.after).get<double>() + (row.mayBeEqual
                                                        ? random.Pick<double>({0, 0, 10, 2000})
                                                        : random.Pick<double>({1, 100, 2000}));
    case Named::Nothing:
        break;
    }
    return nullptr;
}

/// An entry of a list of objects.
json
DrawEntry(Draft& draft, Names& names, const FieldRow& list, const std::string& pointer)
{
    const std::string chosen = list.oneOf.empty() ? "" : draft.random.Pick(list.oneOf);
    json entry = json::object();
    for (const FieldRow& row : list.fields)
    {
        const bool isOneOf =
            std::count(list.oneOf.begin(), list.oneOf.end(), row.name) > 0 && row.name != chosen;
        // What may be absent is there as often as other fields, and names and moments more often.
        const double chance = row.named == Named::Nothing ? draft.share : 0.85;
        if (isOneOf || (!row.isRequired && row.name != chosen && !draft.random.Chance(chance)))
        {
            continue;
        }
        const std::string place = pointer + "/" + row.name;
        if (!row.fields.empty())
        {
            entry[row.name] = {DrawEntry(draft, names, row, place)};
        }
        else if (row.named != Named::Nothing)
        {
            entry[row.name] = DrawNamed(draft, names, row, entry);
        }
        else
        {
            entry[row.name] = DrawValue(draft, PartOf(row, nullptr), place);
        }
    }
    return entry;
}

void
DrawFaults(Draft& draft)
{
    if (!draft.network)
    {
        return;
    }
    Random& random = draft.random;
    Names names(draft);
    for (const FieldRow& row : FaultRows().fields)
    {
        // Jobs of execution traces have no pauses and no failures.
        const bool isOfJobs =
            std::any_of(row.fields.begin(), row.fields.end(), [](const auto& one) {
                return one.isRequired && one.named == Named::Moment;
            });
        const bool isList = row.type != nullptr && !row.fields.empty();
        if (!isList || (isOfJobs && draft.Has("/execution/traces")) || !draft.Wants())
        {
            continue;
        }
        const std::string pointer = "/faults/" + row.name;
        json list = json::array();
        for (int64_t left = random.Pick<int64_t>({1, 1, 2, 3}); left > 0; --left)
        {
            list.push_back(DrawEntry(draft, names, row, pointer));
        }
        draft.Put(pointer, list);
    }
    if (draft.Has("/faults/worker_pauses") || draft.Has("/faults/failures"))
    {
        draft.Put("/faults/on_lost_worker",
                  random.Pick<std::string>({"stop", "continue", "continue"}));
        draft.Put("/faults/detection_us", random.Pick<double>({0, 10, 1000}));
    }
}

void
DrawLosses(Draft& draft)
{
    if (draft.Wants(2))
    {
        draft.Put("/faults/every_link/loss_probability",
                  draft.random.Pick<double>({0.0001, 0.001, 0.01, 0.05}));
    }
    if (draft.random.Chance(0.4))
    {
        draft.Put("/recovery/enabled", true);
    }
}

void
DrawBackground(Draft& draft)
{
    if (draft.random.Chance(0.01)) // no way but events of ns-3 has it
    {
        draft.Put("/background/load", draft.random.Pick<double>({0.001, 0.01}));
    }
}

} // namespace

std::vector<Drawer>
FaultDrawers()
{
    std::vector<std::string> lists;
    for (const StructuredField& field : StructuredFields())
    {
        if (PointerCovers("/faults", field.pointer))
        {
            lists.push_back(field.pointer);
        }
    }
    return {{{"/aggregation/jobs", "/aggregation/file", "/aggregation/switches"}, DrawAggregation},
            {lists, DrawFaults},
            {{"/faults/every_link/loss_probability", "/recovery/enabled"}, DrawLosses},
            {{"/background/load"}, DrawBackground}};
}

} // namespace ns3::esa::test
