// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What does nothing changes nothing: the same bytes.

#include "physics/pair.h"

#include "ns3/esa-text.h"

#include <algorithm>
#include <map>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// A time after which no run is at work.
constexpr double kNeverUs = 5e8;
constexpr double kHuge = 1e12; ///< bytes, or packets; more than there is

bool
IsGraph(const Base& base)
{
    return base.config["topology"]["kind"] == "graph" &&
           !base.config["topology"]["graph"]["nodes"].empty();
}

bool
IsOneRack(const Base& base)
{
    return base.config["topology"]["kind"] == "leaf_spine" && base.config["topology"]["racks"] == 1;
}

/// Gives a host of one rack, or a graph, nothing to do. Where hosts are drawn, another number of
/// hosts gives jobs other ones. @return whether it could
bool
AddIdleHosts(Base& base, Pair& pair)
{
    const json& placement = base.config["placement"];
    if (IsOneRack(base) && placement["jobs"].empty() && placement["file"] == "" &&
        placement["policy"] != "random")
    {
        const json& jobs = base.config["jobs"];
        const auto members = jobs["count"].get<int64_t>() * (jobs["workers"].get<int64_t>() + 1);
        if (members > base.config["topology"]["hosts"].get<int64_t>())
        {
            return false; // two PSes share a host until there are more
        }
        pair.b["topology"]["hosts"] =
            base.config["topology"]["hosts"].get<int64_t>() + base.random.Whole(1, 40);
        return true;
    }
    if (!IsGraph(base))
    {
        return false;
    }
    const auto& nodes = base.config["topology"]["graph"]["nodes"];
    for (const json& node : nodes)
    {
        if (node["role"] == "switch")
        {
            pair.b["topology"]["graph"]["nodes"].push_back({{"name", "idle"}, {"role", "host"}});
            pair.b["topology"]["graph"]["links"].push_back(
                {{"between", {"idle", node["name"]}},
                 {"delay_us", base.random.Pick<double>({0, 0.001, 3, 300})},
                 {"rate_gbps", base.random.Pick<double>({1, 9000})}});
            return true;
        }
    }
    return false;
}

/// Adds a rack without jobs. @return whether it could
bool
AddIdleRack(Base& base, Pair& pair)
{
    const auto& topology = base.config["topology"];
    const int64_t racks = topology["racks"];
    const int64_t hosts = topology["hosts"];
    if (topology["kind"] != "leaf_spine" || racks < 2 || base.config["placement"]["file"] != "" ||
        base.config["placement"]["jobs"].empty())
    {
        return false;
    }
    for (const json& job : base.config["placement"]["jobs"])
    {
        const auto& workers = job["workers"];
        const bool isBehind =
            job["ps"].get<int64_t>() >= hosts ||
            std::any_of(workers.begin(), workers.end(), [hosts](const json& host) {
                return host.get<int64_t>() >= hosts;
            });
        if (isBehind)
        {
            return false; // numbers of hosts for PSes follow those of all racks
        }
    }
    pair.b["topology"]["racks"] = racks + 1;
    pair.b["topology"]["hosts"] = hosts + hosts / racks;
    return true;
}

/// Adds a fault that never strikes. Both have what faults need.
bool
AddFault(Base& base, Pair& pair)
{
    Random& random = base.random;
    pair.a["recovery"]["enabled"] = true;
    pair.b["recovery"]["enabled"] = true;
    switch (random.Whole(0, 3))
    {
    case 0:
        pair.b["faults"]["links"] = {{{"hosts", {0}}, {"lost_packets", {1000000000}}}};
        break;
    case 1:
        pair.b["faults"]["links"] = {
            {{"hosts", {0}}, {"down", {{{"from_us", kNeverUs}, {"until_us", kNeverUs + 1}}}}}};
        break;
    case 2:
        pair.b["faults"]["slow"] = {{{"hosts", {0}}, {"slowdown", 1}}};
        break;
    default:
        if (!base.config["execution"]["traces"].empty())
        {
            return false;
        }
        pair.b["faults"]["worker_pauses"] = {
            {{"job", 0}, {"worker", 0}, {"at_us", kNeverUs}, {"duration_us", 1}}};
    }
    return true;
}

/// Gives everything that has a name another one.
bool
Rename(Base& base, Pair& pair)
{
    std::map<std::string, std::string> names;
    if (base.config["placement"]["file"] != "" || base.config["aggregation"]["file"] != "" ||
        base.config["topology"]["file"] != "")
    {
        return false; // they have names, too
    }
    for (const json& node : base.config["topology"]["graph"]["nodes"])
    {
        names[node["name"]] = "other-" + node["name"].get<std::string>();
    }
    const std::function<void(json&)> change = [&](json& part) {
        if (part.is_string() && names.count(part) > 0)
        {
            part = names[part];
        }
        else if (part.is_structured())
        {
            std::for_each(part.begin(), part.end(), change);
        }
    };
    change(pair.b["topology"]["graph"]);
    change(pair.b["aggregation"]);
    change(pair.b["faults"]);
    pair.b["name"] = "another name";
    pair.b["description"] = "other words";
    return true;
}

/// Writes the links of a graph in another order, and their ends.
bool
OrderLinks(Base& base, Pair& pair)
{
    if (!IsGraph(base))
    {
        return false;
    }
    json& links = pair.b["topology"]["graph"]["links"];
    links = base.random.Shuffled(links.get<std::vector<json>>());
    for (json& link : links)
    {
        if (base.random.Chance(0.5))
        {
            std::swap(link["between"][0], link["between"][1]);
        }
    }
    return true;
}

/// Lists equal jobs in another order.
bool
OrderJobs(Base& base, Pair& pair)
{
    json& jobs = pair.b["placement"]["jobs"];
    const bool areAlike = base.config["jobs"]["rings"] == 0; // the last jobs are rings
    if (!areAlike || jobs.size() < 2 ||
        base.config["jobs"]["workload"].get<std::string>().size() > 1 ||
        !base.config["aggregation"]["jobs"].empty() || base.config["aggregation"]["file"] != "")
    {
        return false;
    }
    std::reverse(jobs.begin(), jobs.end());
    return true;
}

bool
Record(Base& /* base */, Pair& pair)
{
    pair.wishB.isRecorded = true;
    return true;
}

bool
SendFull(Base& base, Pair& pair)
{
    pair.a["payload"] = "digest";
    pair.b["payload"] = "full";
    return base.config["execution"]["traces"].empty();
}

/// PFC whose limits no queue reaches.
bool
AddPauses(Base& /* base */, Pair& pair)
{
    for (json* const config : {&pair.a, &pair.b})
    {
        (*config)["ecn"]["threshold_bytes"] = 0;
        (*config)["link"]["pfc"]["xoff_bytes"] = static_cast<int64_t>(kHuge);
        (*config)["link"]["pfc"]["xon_bytes"] = static_cast<int64_t>(kHuge);
    }
    pair.b["link"]["pfc"]["enabled"] = true;
    return true;
}

/// A queue that is never full.
bool
LimitQueue(Base& /* base */, Pair& pair)
{
    for (json* const config : {&pair.a, &pair.b})
    {
        (*config)["ecn"]["threshold_bytes"] = 0;
    }
    pair.b["link"]["queue_bytes"] = static_cast<int64_t>(kHuge);
    return true;
}

/// Something that changes nothing.
struct Nothing
{
    const char* name;
    bool (*add)(Base& base, Pair& pair);
    bool needsCalm;                ///< whether it is for scenarios without faults and full queues
    std::set<std::string> columns; ///< that may differ all the same
};

const std::vector<Nothing>&
Nothings()
{
    static const std::set<std::string> memory{"aggregators",
                                              "occupied_share",
                                              "waiting_share",
                                              "additions_per_aggregator_s"};
    static const std::vector<Nothing> all{
        {"idle hosts", AddIdleHosts, true, {}},
        {"idle hosts", AddIdleHosts, true, {}},
        {"an idle rack", AddIdleRack, true, memory},
        {"a fault that never strikes", AddFault, true, {}},
        {"names", Rename, false, {}},
        {"order of links", OrderLinks, true, {}},
        {"order of links", OrderLinks, true, {}},
        {"order of jobs",
         OrderJobs,
         true,
         {"jct_ms_per_job",
          "iteration_ms",
          "job_jct_ms",
          "mean_occupied",
          "occupied_share",
          "waiting_share",
          "additions_per_aggregator_s"}},
        {"recordings", Record, false, {}},
        {"whole payloads", SendFull, false, {}},
        {"PFC that never pauses", AddPauses, true, {}},
        {"a queue that is never full", LimitQueue, true, {}},
    };
    return all;
}

void
TameNeutral(Draft& draft)
{
    json& config = draft.config;
    config.erase("background");
    config.erase("engine");
    config["systems"] = json::array({config["systems"][0]});
    if (draft.random.Chance(0.7))
    {
        Calm(draft);
    }
}

std::optional<Pair>
DeriveNothing(Base& base)
{
    const Nothing& nothing = Nothings()[base.choice % Nothings().size()];
    Pair pair;
    pair.field = nothing.name;
    pair.values = "without and with";
    pair.a = base.config;
    pair.b = base.config;
    const bool isFaulty = base.config["faults"]["links"].size() > 0 ||
                          base.config["faults"]["slow"].size() > 0 ||
                          base.config["faults"]["worker_pauses"].size() > 0;
    const bool isCalm = base.config["jitter"]["mode"] == "none" && !isFaulty &&
                        base.config["link"]["queue_bytes"] == 0 &&
                        base.config["link"]["pfc"]["enabled"] == false;
    if ((nothing.needsCalm && !isCalm) || !nothing.add(base, pair))
    {
        return std::nullopt;
    }
    return pair;
}

/// @return a row without some columns; numbers have as many digits as the order of a sum keeps
json
Without(json row, const std::set<std::string>& columns, bool rounds)
{
    for (const std::string& column : columns)
    {
        row.erase(column);
    }
    if (rounds)
    {
        ForEachNumber(row, [](const std::string&, json& number) {
            number = Text(std::stod(Text(static_cast<float>(number.get<double>()))));
        });
    }
    return row;
}

std::string
JudgeNothing(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    const auto nothing = std::find_if(Nothings().begin(), Nothings().end(), [&](const Nothing& n) {
        return pair.field == n.name;
    });
    const bool isSum = !nothing->columns.empty();
    const json first = Without(a.row, nothing->columns, isSum);
    const json second = Without(b.row, nothing->columns, isSum);
    std::string wrong;
    for (const auto& [name, value] : first.items())
    {
        if (!second.contains(name) || second[name] != value)
        {
            wrong += name + " " + value.dump().substr(0, 80) + " and " +
                     second.value(name, json()).dump().substr(0, 80) + "; ";
        }
    }
    return wrong;
}

} // namespace

const Relation kNeutral{"neutral", 4, TameNeutral, DeriveNothing, JudgeNothing};

} // namespace ns3::esa::test
