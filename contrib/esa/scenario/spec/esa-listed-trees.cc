// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"
#include "esa-scenario-schema.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// The names of switches.
using SwitchNumbers = std::map<std::string, SwitchId>;

/// Finds one tree of a job in the network.
class TreeFinder
{
  public:
    /// @param switches the switches of the network
    /// @param place where the members of the job are
    TreeFinder(const Scenario& scenario, const SwitchNumbers& switches, const JobPlacement& place)
        : m_scenario(scenario),
          m_switches(switches),
          m_home(SwitchId{scenario.RackOf(place.psHost)})
    {
        for (const uint32_t host : place.workerHosts)
        {
            m_racks.insert(SwitchId{scenario.RackOf(host)});
        }
    }

    /// Finds the tree at a place of the configuration; what is wrong is appended to the errors.
    SwitchTree Find(const TreeSpec& spec,
                    const json& config,
                    const std::string& pointer,
                    ConfigErrors& errors)
    {
        std::set<SwitchId> left = m_racks;
        left.erase(m_home);
        std::size_t found = 0;
        for (std::size_t i = 0; i < spec.ways.size(); ++i)
        {
            const std::string place = pointer + "/ways/" + std::to_string(i);
            m_allowed.clear();
            const std::vector<SwitchId> numbers = NumbersOf(spec.ways[i]);
            AddPath(numbers, left);
            if (!m_allowed.empty())
            {
                Refuse(errors, config, place, m_allowed);
                continue;
            }
            left.erase(numbers.front());
            ++found;
        }
        if (found == spec.ways.size() && !left.empty())
        {
            Refuse(errors,
                   config,
                   pointer + "/ways",
                   "a list with a way of each rack with workers of the job; " +
                       NameOf(*left.begin()) + " has none");
        }
        for (const SwitchId rack : m_racks) // those without a path are refused
        {
            m_tree[rack];
        }
        m_tree[m_home];
        for (std::size_t i = 0; i < spec.sums.size(); ++i)
        {
            const auto found = m_switches.find(spec.sums[i]);
            const auto row = found != m_switches.end() ? m_tree.find(found->second) : m_tree.end();
            if (row == m_tree.end())
            {
                Refuse(errors,
                       config,
                       pointer + "/sums/" + std::to_string(i),
                       "the name of a switch on a way of this tree, or of a rack with members of "
                       "the job");
                continue;
            }
            row->second.sums = SwitchSums::All;
        }
        return m_tree;
    }

  private:
    std::string NameOf(SwitchId number) const
    {
        const TopologyRoutes& routes = *m_scenario.routes;
        return routes.Graph().nodes[routes.Switches()[ToNumber(number)]].name;
    }

    /// The switches of a way; if one is unknown, m_allowed is set.
    std::vector<SwitchId> NumbersOf(const std::vector<std::string>& names)
    {
        std::vector<SwitchId> numbers;
        for (const std::string& name : names)
        {
            const auto found = m_switches.find(name);
            if (found == m_switches.end())
            {
                m_allowed = "a list of names of switches of the topology; there is no switch " +
                            ShortText(json(name));
                return {};
            }
            numbers.push_back(found->second);
        }
        return numbers;
    }

    /// Adds the rows of a way; if there is no such path, m_allowed has the reason.
    void AddPath(const std::vector<SwitchId>& numbers, const std::set<SwitchId>& left)
    {
        if (numbers.empty())
        {
            return;
        }
        if (left.count(numbers.front()) == 0)
        {
            m_allowed = "a way from a rack that has workers of the job, but not the PS, and no "
                        "other way; " +
                        NameOf(numbers.front()) + " is none";
            return;
        }
        if (numbers.back() != m_home)
        {
            m_allowed = "a way to the rack of the PS, " + NameOf(m_home);
            return;
        }
        const TopologyRoutes& routes = *m_scenario.routes;
        SwitchTree tree = m_tree;
        for (std::size_t i = 0; i + 1 < numbers.size(); ++i)
        {
            const std::size_t at = routes.Switches()[ToNumber(numbers[i])];
            if (i > 0 && ToNumber(numbers[i]) < routes.Racks().size())
            {
                m_allowed =
                    "a way that avoids the switches of other racks, such as " + NameOf(numbers[i]);
                return;
            }
            const auto link = LinkBetween(at, routes.Switches()[ToNumber(numbers[i + 1])]);
            if (!link)
            {
                m_allowed = "a way over links of the topology; none connects " +
                            NameOf(numbers[i]) + " and " + NameOf(numbers[i + 1]);
                return;
            }
            const auto known = tree.emplace(numbers[i], TreeSwitch{numbers[i + 1], *link}).first;
            if (known->second.parent != numbers[i + 1])
            {
                m_allowed = "a way that leads from " + NameOf(numbers[i]) + " to " +
                            NameOf(*known->second.parent) + ", as before";
                return;
            }
        }
        m_tree = std::move(tree);
    }

    /// The first link between two switches.
    std::optional<std::size_t> LinkBetween(std::size_t a, std::size_t b) const
    {
        const std::vector<TopologyLink>& links = m_scenario.routes->Graph().links;
        const auto found = std::find_if(links.begin(), links.end(), [a, b](const auto& link) {
            return (link.a == a && link.b == b) || (link.a == b && link.b == a);
        });
        return found != links.end() ? std::optional(found - links.begin()) : std::nullopt;
    }

    const Scenario& m_scenario;      ///< the network
    const SwitchNumbers& m_switches; ///< by name
    SwitchId m_home;                 ///< the PS's rack
    std::set<SwitchId> m_racks;      ///< racks with workers
    SwitchTree m_tree;               ///< the rows of the paths so far
    std::string m_allowed;           ///< what is allowed in place of a path; empty: it is
};

/// Checks what would leave the plan without effect, and the number of jobs.
void
CheckBesideTrees(ScenarioDraft& draft)
{
    const AggregationSpec& aggregation = draft->aggregation;
    if (aggregation.jobs.empty())
    {
        return;
    }
    const std::string with = " where " + draft.PointerOf(aggregation.jobs) + " lists the trees";
    draft.Require(aggregation.levels == AggregationLevels::Two,
                  aggregation.levels,
                  Only("two") + " (the default)" + with);
    draft.Require(aggregation.trees == 0, aggregation.trees, Only(0) + " (the default)" + with);
    draft.Require(aggregation.switches.empty(),
                  aggregation.switches,
                  NoElements() + " (the default)" + with);
    const bool areNumbered = draft->trace.jobs.empty() && draft->execution.traces.empty();
    draft.Require(areNumbered,
                  aggregation.jobs,
                  NoElements() + " with a trace, whose jobs are not known before they run");
    draft.Require(!areNumbered || aggregation.jobs.size() == draft->jobs.count,
                  aggregation.jobs,
                  "a list with an entry for each job (" + draft.Quote(draft->jobs.count) + ")");
    for (const JobTreesSpec& job : aggregation.jobs)
    {
        const std::size_t trees = aggregation.jobs.front().trees.size();
        draft.Require(job.trees.size() == trees,
                      job.trees,
                      "a list of " + std::to_string(trees) + ", as many trees as job 0 has");
    }
}

/// The names of the switches of a network.
SwitchNumbers
NumbersOfSwitches(const TopologyRoutes& routes)
{
    SwitchNumbers switches;
    for (const std::size_t node : routes.Switches())
    {
        switches.emplace(routes.Graph().nodes[node].name, routes.NumberOf(node));
    }
    return switches;
}

/// Finds the trees that are listed, by job; what is wrong is appended to the errors. Empty if none
/// are listed, or something is wrong.
std::vector<std::vector<SwitchTree>>
ListedTrees(const Scenario& scenario, const json& config, ConfigErrors& errors)
{
    const std::size_t before = errors.size();
    const std::vector<JobTreesSpec>& jobs = scenario.aggregation.jobs;
    std::vector<std::vector<SwitchTree>> listed;
    if (jobs.empty())
    {
        return listed;
    }
    const SwitchNumbers switches = NumbersOfSwitches(*scenario.routes);
    const std::vector<JobPlacement> places = PlacesOfJobs(scenario);
    for (std::size_t job = 0; job < jobs.size(); ++job)
    {
        std::vector<SwitchTree>& trees = listed.emplace_back();
        for (std::size_t tree = 0; tree < jobs[job].trees.size(); ++tree)
        {
            const std::string pointer =
                "/aggregation/jobs/" + std::to_string(job) + "/trees/" + std::to_string(tree);
            trees.push_back(TreeFinder(scenario, switches, places.at(job))
                                .Find(jobs[job].trees[tree], config, pointer, errors));
        }
    }
    return errors.size() == before ? listed : std::vector<std::vector<SwitchTree>>{};
}

/// Finds the switches that can sum; what is wrong is appended to the errors.
std::set<SwitchId>
SwitchesThatCanSum(const Scenario& scenario, const json& config, ConfigErrors& errors)
{
    const std::vector<std::string>& names = scenario.aggregation.switches;
    std::set<SwitchId> only;
    if (names.empty())
    {
        return only;
    }
    const SwitchNumbers numbers = NumbersOfSwitches(*scenario.routes);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto found = numbers.find(names[i]);
        if (found == numbers.end())
        {
            Refuse(errors,
                   config,
                   "/aggregation/switches/" + std::to_string(i),
                   "the name of a switch of the topology");
            continue;
        }
        only.insert(found->second);
    }
    return only;
}

/// Checks the switches that can sum, and that every system can do with some.
void
CheckSwitches(ScenarioDraft& draft)
{
    const std::vector<std::string>& switches = draft->aggregation.switches;
    if (switches.empty())
    {
        return;
    }
    ConfigErrors errors;
    SwitchesThatCanSum(*draft, draft.Written(), errors);
    draft.Add(errors);
    const std::string systems = SystemsWithoutSummingServer(draft.Written());
    draft.Require(systems.empty(),
                  switches,
                  NoElements() + " with " + systems +
                      " (no PS adds what workers send whose switch does not sum)");
}

/// Checks that what is listed are trees in the network, which every system can use.
void
CheckListedTrees(ScenarioDraft& draft)
{
    CheckBesideTrees(draft);
    if (draft->aggregation.jobs.empty() || !draft.Errors().empty())
    {
        return;
    }
    ConfigErrors errors;
    const auto listed = ListedTrees(*draft, draft.Written(), errors);
    draft.Add(errors);
    const std::string systems = SystemsWithoutSummingServer(draft.Written());
    if (listed.empty() || systems.empty())
    {
        return;
    }
    Scenario scenario = *draft;
    scenario.aggregation.listed = listed;
    const std::vector<JobPlacement> places = PlacesOfJobs(scenario);
    for (std::size_t job = 0; job < listed.size(); ++job)
    {
        const AggregationPlan racks = RacksOfJob(scenario, places[job], static_cast<uint16_t>(job));
        for (uint32_t tree = 0; tree < racks.Trees(); ++tree)
        {
            draft.Require(!racks.Tree(tree).SumsAtServer(),
                          draft->aggregation.jobs[job].trees[tree].sums,
                          "a list with a switch that all ways lead to, with " + systems +
                              " (no PS adds what several switches send)");
        }
    }
}

} // namespace

void
FindSummingSwitches(Scenario& scenario, const json& config)
{
    ConfigErrors errors; // the rules have passed
    scenario.aggregation.listed = ListedTrees(scenario, config, errors);
    scenario.aggregation.only = SwitchesThatCanSum(scenario, config, errors);
}

void
ExpandTrees(json& config, const std::filesystem::path& folder)
{
    ExpandJobs(config, "aggregation", folder, [](const std::string& path) {
        return ReadBySchema(path, ScenarioSchema::OfTrees(), "the trees").at("jobs");
    });
}

void
ApplyTreeRules(ScenarioDraft& draft)
{
    CheckListedTrees(draft);
    CheckSwitches(draft);
}

} // namespace ns3::esa
