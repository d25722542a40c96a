// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "p4/tree.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

std::vector<uint32_t>
NumbersOf(std::istringstream& line)
{
    std::vector<uint32_t> numbers;
    for (uint32_t number = 0; line >> number;)
    {
        numbers.push_back(number);
    }
    return numbers;
}

/// @return an entry in the words of the traces
std::string
Describe(uint16_t number, const GroupTable::Entry& entry)
{
    std::ostringstream text;
    text << number << " " << +entry.fanIn;
    if (entry.up.group != 0)
    {
        text << " to " << entry.up.group << " " << entry.bitAbove << " " << +entry.fanInAbove << " "
             << entry.up.shift << " " << entry.up.isHere;
    }
    else
    {
        text << (entry.isForServer ? " to-server" : " root");
    }
    text << (entry.down.empty() ? " workers" : " groups");
    for (const uint16_t worker : entry.workers)
    {
        text << " " << worker;
    }
    for (const GroupTable::Step& step : entry.down)
    {
        text << " " << step.group << " " << step.shift << " " << step.isHere;
    }
    return text.str();
}

} // namespace

bool
ReadTree(const std::string& word, std::istringstream& line, std::vector<TracedTree>& trees)
{
    uint16_t job = 0;
    line >> job;
    if (word == "tree")
    {
        const std::vector<uint32_t> n = NumbersOf(line);
        trees.push_back({job,
                         n.at(0),
                         SwitchId{n.at(1)},
                         SwitchId{n.at(2)},
                         n.at(3),
                         n.at(4),
                         {},
                         {},
                         {},
                         {},
                         {}});
        return true;
    }
    if (trees.empty() || trees.back().job != job)
    {
        return false;
    }
    TracedTree& tree = trees.back();
    if (word == "group")
    {
        std::string entry;
        std::getline(line >> std::ws, entry);
        tree.entries.push_back(entry);
        return true;
    }
    const std::vector<uint32_t> numbers = NumbersOf(line);
    if (word == "racks")
    {
        for (const uint32_t rack : numbers)
        {
            tree.rackOf.push_back(SwitchId{rack});
        }
    }
    else if (word == "ports")
    {
        tree.ports = numbers;
    }
    else if (word == "way")
    {
        SwitchPath way{SwitchId{numbers.at(0)}, {}};
        for (std::size_t i = 1; i < numbers.size(); ++i)
        {
            way.above.push_back(SwitchId{numbers[i]});
        }
        tree.ways.push_back(way);
    }
    else if (word == "forwards")
    {
        const auto forwards = [&](const SwitchPath& way) {
            return way.from == SwitchId{numbers.at(0)};
        };
        std::find_if(tree.ways.begin(), tree.ways.end(), forwards)->sumsInRack = false;
    }
    else if (word == "below")
    {
        tree.below[static_cast<uint16_t>(numbers.at(0))] = static_cast<uint16_t>(numbers.at(1));
    }
    else
    {
        return false;
    }
    return true;
}

JobRacks
RacksOf(const TracedTree& tree, uint32_t aggregators)
{
    JobRacks racks(tree.rackOf,
                   tree.home,
                   {AggregationTree(tree.rackOf, tree.home, tree.ways, tree.most)});
    racks.SetGroupIndexes({tree.stride, aggregators});
    return racks;
}

std::vector<std::string>
DescribeEntries(const JobRacks& racks, SwitchId rack)
{
    const GroupTable table(racks, rack);
    std::vector<std::string> entries;
    for (uint16_t number = 0; number <= racks.Tree().Root() + 1; ++number)
    {
        if (const GroupTable::Entry* entry = table.Find(number, 0))
        {
            entries.push_back(Describe(number, *entry));
        }
    }
    return entries;
}

} // namespace ns3::esa
