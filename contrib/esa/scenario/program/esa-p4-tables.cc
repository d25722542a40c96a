// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-p4-tables.h"

#include "esa-scenario-options.h"
#include "esa-scenario-program.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-link-ends.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-switch-node.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-text.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr const char* kP4Systems[] = {"esa", "atp", "switchml", "straw1"};
constexpr uint64_t kNeverUs = (uint64_t{1} << 48) - 1; ///< an age in the P4 program
constexpr uint32_t kMaxPorts = 510;                    ///< 9 bits; 0 is the loop, 511 drops
constexpr uint32_t kFirstGroupCopy = 0x8000;           ///< numbers of copies for groups
constexpr uint32_t kLoopPort = 0;                      ///< of packets that enter again
constexpr uint64_t kMaxDepth = (1U << 19) - 1;         ///< of a queue in the P4 program

/// Throws if the P4 program lacks what the scenario needs.
void
CheckScenario(const ValidScenario& scenario, const std::string& system)
{
    std::vector<std::string> errors;
    if (std::find(std::begin(kP4Systems), std::end(kP4Systems), system) == std::end(kP4Systems))
    {
        errors.push_back("systems: \"" + PrintableAscii(system) +
                         "\" is not allowed: the P4 program has esa, atp, switchml and straw1");
    }
    if (!scenario->trace.jobs.empty())
    {
        errors.emplace_back("trace: a trace of jobs is not allowed: entries are of jobs that run "
                            "from the beginning");
    }
    if (!scenario->execution.loaded.empty())
    {
        errors.emplace_back("execution.traces: an execution trace is not allowed: the P4 program "
                            "has all-reduces only");
    }
    if (scenario->jobs.rings > 0)
    {
        errors.push_back("jobs.rings: " + std::to_string(scenario->jobs.rings) +
                         " is not allowed: must be 0, as the P4 program has no flows of jobs");
    }
    if (!errors.empty())
    {
        throw ScenarioError(errors);
    }
}

/// Throws if the P4 program cannot sum a job so.
void
CheckJob(const P4Job& job, const P4Switch& node)
{
    const AggregationPlan& plan = job.groups->Plan();
    const std::string name = "job " + std::to_string(job.job);
    if (plan.Trees() > 1)
    {
        throw ScenarioError({"aggregation: " + name + " has " + std::to_string(plan.Trees()) +
                             " trees: must be 1 in the P4 program"});
    }
    if (node.system == "switchml" && plan.Tree().Groups() > 1)
    {
        throw ScenarioError({"systems: " + name + " has " + std::to_string(plan.Tree().Groups()) +
                             " groups: must be 1 in the P4 program with switchml"});
    }
}

/// The ports of all switches, by number of the switch.
struct Wiring
{
    std::map<SwitchId, std::vector<P4Port>> ports;
    std::map<const Port*, uint32_t> numberOf; ///< of a port at its switch
};

/// @return packets in the queue of a port from which on it marks; 0: never
uint64_t
ThresholdOf(const EsaNetDevice& device, uint16_t frameBytes)
{
    UintegerValue threshold;
    UintegerValue queue;
    device.GetAttribute("EcnThresholdBytes", threshold);
    device.GetAttribute("QueueBytes", queue);
    const uint64_t bytes =
        queue.Get() > 0 ? std::min(threshold.Get(), queue.Get() / 2) : threshold.Get();
    return std::min((bytes + frameBytes - 1) / frameBytes, kMaxDepth);
}

/// @return all ports of switches, in the order of links
Wiring
WiringOf(const ValidScenario& scenario, const EsaFabric& fabric, uint16_t frameBytes)
{
    const TopologyRoutes& routes = fabric.Routes();
    Wiring wiring;
    for (const LinkEnd& end : LinkEnds(scenario))
    {
        const std::size_t upper = routes.UpperEnd(end.link);
        const std::size_t node = end.isUpper ? upper : routes.OtherEnd(end.link, upper);
        if (routes.Graph().nodes[node].role == NodeRole::Host)
        {
            continue;
        }
        const EsaLink& link = fabric.LinkAt(end.link);
        const Ptr<EsaNetDevice> here = end.isUpper ? link.Upper() : link.Lower();
        const Ptr<EsaNetDevice> there = end.isUpper ? link.Lower() : link.Upper();
        auto& ports = wiring.ports[routes.NumberOf(node)];
        ports.push_back({end.name,
                         Mac48Address::ConvertFrom(here->GetAddress()),
                         Mac48Address::ConvertFrom(there->GetAddress()),
                         ThresholdOf(*here, frameBytes),
                         here->MarksResults()});
        wiring.numberOf[&here->GetPort()] = static_cast<uint32_t>(ports.size());
    }
    return wiring;
}

/// @return the number of a port; 0: there is none
uint32_t
NumberOf(const Wiring& wiring, const Port* port)
{
    return port ? wiring.numberOf.at(port) : 0;
}

/// @return all hosts, with the port of a switch that leads to each
std::vector<P4Host>
HostsOf(const Wiring& wiring, const EsaFabric& fabric, std::size_t node)
{
    const TopologyRoutes& routes = fabric.Routes();
    std::vector<P4Host> hosts;
    for (std::size_t host = 0; host < routes.Hosts().size(); ++host)
    {
        const SwitchId rack = routes.RackOf(host);
        const bool isHere = routes.Racks()[ToNumber(rack)] == node;
        if (!isHere && routes.HopsTo(node, rack) == kNotReached)
        {
            continue;
        }
        const std::size_t link =
            isHere ? routes.LinkOf(host) : routes.LinkTowards(node, rack, PathChoice(host));
        const EsaLink& ends = fabric.LinkAt(link);
        const auto device = routes.UpperEnd(link) == node ? ends.Upper() : ends.Lower();
        const auto own = fabric.LinkAt(routes.LinkOf(host)).AtHost();
        hosts.push_back(
            {Mac48Address::ConvertFrom(own->GetAddress()), NumberOf(wiring, &device->GetPort())});
    }
    return hosts;
}

/// @return the jobs of a switch
std::vector<P4Job>
JobsOf(const Wiring& wiring, const Network& network, const EsaSwitch& node)
{
    std::vector<P4Job> jobs;
    for (const InstalledJob& installed : network.jobs)
    {
        const uint16_t number = installed.identity.number;
        const JobPorts* const ports = node.PortsOf(number);
        if (!ports || !ports->groups)
        {
            continue;
        }
        P4Job job{number, ports->groups, {}, 0};
        const TreePorts& tree = ports->trees.front();
        for (const Port* const port : tree.workers)
        {
            job.ports.push_back(NumberOf(wiring, port));
        }
        job.psPort = NumberOf(wiring, tree.parameterServer);
        jobs.push_back(job);
    }
    return jobs;
}

std::string
Text(Mac48Address address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

/// Writes the entries of a switch.
class EntryWriter
{
  public:
    explicit EntryWriter(const P4Switch& node)
        : m_switch(node)
    {
    }

    std::vector<std::string> Write()
    {
        Add("# ", m_switch.system, " at the switch ", m_switch.name);
        Add("# esa-v1model.p4, compiled with -DESA_AGGREGATORS=", m_switch.aggregators);
        for (std::size_t port = 0; port < m_switch.ports.size(); ++port)
        {
            Add("# port ", port + 1, " ", m_switch.ports[port].name);
        }
        std::string age;
        if (m_switch.system == "atp")
        {
            age = " " + std::to_string(m_switch.staleAgeUs.value_or(kNeverUs));
        }
        Add("table_set_default registry ", m_switch.system, age);
        for (std::size_t port = 0; port < m_switch.ports.size(); ++port)
        {
            Add("table_add ports Link ",
                port + 1,
                " => ",
                Text(m_switch.ports[port].here),
                " ",
                Text(m_switch.ports[port].there));
        }
        for (std::size_t port = 0; port < m_switch.ports.size(); ++port)
        {
            if (const uint64_t markFrom = m_switch.ports[port].markFrom; markFrom > 0)
            {
                Add("table_add marking MarkFrom ",
                    port + 1,
                    " => ",
                    markFrom,
                    " ",
                    m_switch.ports[port].marksResults);
            }
        }
        for (const P4Host& host : m_switch.hosts)
        {
            Add("table_add hosts forwardFrame.ToPort ", Text(host.address), " => ", host.port);
        }
        for (const P4Job& job : m_switch.jobs)
        {
            AddJob(job);
        }
        return std::move(m_lines);
    }

  private:
    /// Copies of a result: the number of each, and its port.
    using Copies = std::vector<std::pair<uint32_t, uint32_t>>;

    template <typename... Parts>
    void Add(const Parts&... parts)
    {
        std::ostringstream line;
        (line << ... << parts);
        m_lines.push_back(line.str());
    }

    /// @return number of a new multicast group
    uint32_t AddMulticast(const Copies& copies)
    {
        const uint32_t group = ++m_groups;
        Add("mc_mgrp_create ", group);
        for (const auto& [copy, port] : copies)
        {
            Add("mc_node_create ", copy, " ", port);
            Add("mc_node_associate ", group, " ", m_nodes++);
        }
        return group;
    }

    void AddJob(const P4Job& job)
    {
        if (job.psPort != 0)
        {
            Add("table_add parameterServers sendFragment.ToPort ", job.job, " => ", job.psPort);
        }
        Copies copies;
        for (std::size_t worker = 0; worker < job.ports.size(); ++worker)
        {
            if (const uint32_t port = job.ports[worker]; port != 0)
            {
                Add("table_add workers sendFragment.ToPort ", job.job, " ", worker, " => ", port);
                copies.emplace_back(worker, port);
            }
        }
        if (job.IsWhole())
        {
            Add("table_add groups sendFragment.ToGroup ", job.job, " => ", AddMulticast(copies));
            Add("table_add jobs findJob.OneGroup ", job.job, " => ", job.ports.size());
            return;
        }
        Add("table_add jobs findJob.SeveralGroups ", job.job, " =>");
        const AggregationTree& tree = job.groups->Plan().Tree();
        for (uint16_t group = tree.First(); group <= tree.Root(); ++group)
        {
            AddGroup(job, group);
        }
    }

    void AddGroup(const P4Job& job, uint16_t number)
    {
        const GroupTable::Row* const row = job.groups->Find(number, 0);
        if (!row)
        {
            if (const auto worker = job.WorkerTowards(number))
            {
                Add("table_add groupTable findGroup.Below ", job.job, " ", number, " => ", *worker);
            }
            return;
        }
        const uint32_t multicast = AddMulticast(CopiesFor(job, number));
        std::ostringstream entry;
        entry << job.job << " " << number << " => " << +row->FanIn() << " " << multicast;
        if (const GroupTable::Row* const above = job.groups->Above(*row, 0))
        {
            Add("table_add groupTable findGroup.Member ",
                entry.str(),
                " ",
                row->parent,
                " ",
                uint32_t{1} << row->bitInParent,
                " ",
                +above->FanIn(),
                " ",
                Shift(job, *row, *above),
                " ",
                job.groups->IsHere(*above));
        }
        else
        {
            Add("table_add groupTable findGroup.",
                row->parent != 0 ? "ForServer " : "Root ",
                entry.str());
        }
    }

    /// @return what is added to the index of an aggregator between two groups
    static uint32_t Shift(const P4Job& job, const GroupTable::Row& from, const GroupTable::Row& to)
    {
        return job.groups->Plan().Indexes().Move(0, from.place, to.place);
    }

    /// Adds the entries for members that are groups.
    /// @return the copies of a result of the group
    Copies CopiesFor(const P4Job& job, uint16_t number)
    {
        Copies copies;
        const GroupTable::Row& row = *job.groups->Find(number, 0);
        InaPacket result;
        result.group = number;
        job.groups->ForEachMember(
            result,
            [&](uint16_t worker) {
                if (job.ports[worker] != 0)
                {
                    copies.emplace_back(worker, job.ports[worker]);
                }
            },
            [&](const InaPacket& packet, const GroupTable::Row& below) {
                const uint32_t copy = kFirstGroupCopy + packet.group;
                std::ostringstream entry;
                entry << job.job << " " << copy << " => " << packet.group << " "
                      << Shift(job, row, below);
                if (job.groups->IsHere(below))
                {
                    copies.emplace_back(copy, kLoopPort);
                    Add("table_add members setAddresses.ToGroupHere ", entry.str());
                }
                else if (below.wireName < job.ports.size() && job.ports[below.wireName] != 0)
                {
                    copies.emplace_back(copy, job.ports[below.wireName]);
                    Add("table_add members setAddresses.ToGroup ",
                        entry.str(),
                        " ",
                        below.wireName);
                }
            });
        return copies;
    }

    const P4Switch& m_switch;         ///< the switch
    std::vector<std::string> m_lines; ///< its entries
    uint32_t m_groups{0};             ///< multicast groups so far
    uint32_t m_nodes{0};              ///< their copies so far
};

constexpr const char* kHelp =
    "usage: esa-p4-entries --config FILE --out DIR [--set FIELD=VALUE]... [--system NAME]\n"
    "\n"
    "Writes DIR/SYSTEM-SWITCH.txt for each system and switch of a scenario: the entries of all\n"
    "tables and the multicast groups of contrib/esa/p4/esa-v1model.p4, as simple_switch_CLI\n"
    "takes them. The systems are esa, atp, switchml and straw1. All options of esa-scenario that\n"
    "set fields are allowed.\n";

/// Writes the entries of each switch. @return how many files
std::size_t
WriteEntries(const ValidScenario& scenario, const std::string& directory)
{
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    std::size_t files = 0;
    for (const std::string& system : scenario->systems)
    {
        for (const P4Switch& node : P4SwitchesOf(scenario, system))
        {
            AtomicFile file(directory + "/" + system + "-" + node.name + ".txt");
            for (const std::string& line : P4EntriesOf(node))
            {
                file.Stream() << line << "\n";
            }
            file.Commit();
            ++files;
        }
    }
    return files;
}

} // namespace

bool
P4Job::IsWhole() const
{
    const AggregationTree& tree = groups->Plan().Tree();
    return tree.Groups() == 1 && groups->Find(tree.Root(), 0) != nullptr;
}

std::optional<uint16_t>
P4Job::WorkerTowards(uint16_t group) const
{
    const AggregationTree& tree = groups->Plan().Tree();
    const AggregationTree::Group& row = tree.At(group);
    // The group of a switch above has workers that this switch does not lead down to.
    for (std::size_t word = row.firstWord; word < row.endWord; ++word)
    {
        for (const uint16_t worker : tree.At(tree.LeafOfWord(word)).members)
        {
            if (ports[worker] == 0 || ports[worker] == psPort)
            {
                return std::nullopt;
            }
        }
    }
    return row.wireName < ports.size() ? std::optional(row.wireName) : std::nullopt;
}

std::vector<P4Switch>
P4SwitchesOf(const ValidScenario& scenario, const std::string& system)
{
    CheckScenario(scenario, system);
    const SimulationGuard guard;
    const Network network = BuildNetwork(scenario, system, scenario->seeds.front());
    const EsaFabric& fabric = network.helper.GetFabric();
    fabric.FreezeAttributes();
    const uint32_t indexes = fabric.Aggregators();
    if (indexes == EsaFabric::kScaledIndexes)
    {
        throw ScenarioError({"switch.level_memory_bytes: switches with different memory are not "
                             "allowed: the P4 program cannot scale indexes"});
    }
    const Wiring wiring =
        WiringOf(scenario, fabric, network.helper.GetSwitch()->GetSystem().DataFrameBytes());
    const TopologyRoutes& routes = fabric.Routes();
    std::vector<P4Switch> switches;
    for (const auto& [number, ports] : wiring.ports)
    {
        const Ptr<EsaSwitch> made = fabric.SwitchAt(number);
        const std::size_t node = routes.Switches()[ToNumber(number)];
        P4Switch one{routes.Graph().nodes[node].name,
                     system,
                     indexes * made->EntriesPerAggregator(),
                     std::nullopt,
                     ports,
                     HostsOf(wiring, fabric, node),
                     JobsOf(wiring, network, *made)};
        if (scenario->recovery.staleUs > 0)
        {
            one.staleAgeUs = static_cast<uint64_t>(scenario->recovery.staleUs);
        }
        if (ports.size() > kMaxPorts)
        {
            throw ScenarioError({"topology: the switch " + one.name + " has " +
                                 std::to_string(ports.size()) + " ports: must be at most " +
                                 std::to_string(kMaxPorts) + " in the P4 program"});
        }
        for (const P4Job& job : one.jobs)
        {
            CheckJob(job, one);
        }
        switches.push_back(std::move(one));
    }
    return switches;
}

std::vector<std::string>
P4EntriesOf(const P4Switch& node)
{
    return EntryWriter(node).Write();
}

int
P4EntriesMain(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    return RunProgram("esa-p4-entries", [&] {
        EsaSystem::GetTypeId(); // makes the attributes of systems
        const ScenarioOptions options = ParseScenarioOptions(arguments);
        if (options.action == ScenarioAction::Help)
        {
            std::cout << kHelp;
            return 0;
        }
        if (options.configPath.empty() || options.outDirectory.empty())
        {
            throw ScenarioError({"needs --config and --out; --help explains them"});
        }
        const ParsedScenario parsed = ReadScenario(options.configPath, options.overrides);
        std::cout << WriteEntries(parsed.scenario, options.outDirectory) << " files in "
                  << Shown(options.outDirectory) << "\n";
        return 0;
    });
}

} // namespace ns3::esa
