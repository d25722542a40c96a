// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "p4/trace.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{

Frame
FrameOf(const std::string& text)
{
    Frame bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

namespace
{

std::string
Unzip(const std::string& path)
{
    const std::string command = "gzip -dc '" + path + "'";
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
    {
        throw std::runtime_error("cannot run " + command);
    }
    std::string text;
    std::array<char, 65536> buffer;
    while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
    {
        text.append(buffer.data(), n);
    }
    if (pclose(pipe) != 0)
    {
        throw std::runtime_error(command + " failed");
    }
    return text;
}

/// @return bytes written in hex, or 32-bit words as a line "start+slope*count"; "-": none
Frame
PartOf(const std::string& text)
{
    const std::size_t plus = text.find('+');
    if (plus == std::string::npos)
    {
        return text == "-" ? Frame{} : FrameOf(text);
    }
    const std::size_t star = text.find('*');
    auto value = static_cast<uint32_t>(std::stoul(text.substr(0, plus), nullptr, 16));
    const auto slope =
        static_cast<uint32_t>(std::stoul(text.substr(plus + 1, star - plus - 1), nullptr, 16));
    Frame bytes;
    for (auto left = std::stoul(text.substr(star + 1)); left > 0; --left, value += slope)
    {
        for (int shift = 24; shift >= 0; shift -= 8)
        {
            bytes.push_back(static_cast<uint8_t>(value >> shift));
        }
    }
    return bytes;
}

Frame
ReadFrame(std::istringstream& line)
{
    Frame frame;
    for (std::string part; line >> part;)
    {
        const Frame bytes = PartOf(part);
        frame.insert(frame.end(), bytes.begin(), bytes.end());
    }
    return frame;
}

/// @return the aggregator that comes next on a line
TracedAggregator
ReadAggregator(std::istringstream& line)
{
    TracedAggregator aggregator{};
    for (uint32_t& field : aggregator.fields)
    {
        line >> std::hex >> field;
    }
    std::string text;
    line >> text;
    const Frame values = PartOf(text);
    if (!line || values.size() != 4 * kValuesPerFragment)
    {
        throw std::runtime_error("an aggregator is incomplete");
    }
    for (std::size_t i = 0; i < kValuesPerFragment; ++i)
    {
        const auto* word = &values[4 * i];
        aggregator.values[i] = static_cast<int32_t>(
            uint32_t{word[0]} << 24 | uint32_t{word[1]} << 16 | uint32_t{word[2]} << 8 | word[3]);
    }
    return aggregator;
}

/// @brief Reads a line about the present sequence.
/// @param word first word of the line
/// @param line the rest
void
ReadStep(const std::string& word, std::istringstream& line, TracedSequence& sequence)
{
    if (word == ">")
    {
        sequence.steps.emplace_back(TracedPacket{ReadFrame(line), {}});
    }
    else if (word == "<")
    {
        uint32_t port = 0;
        line >> port;
        std::get<TracedPacket>(sequence.steps.back()).out.emplace_back(port, ReadFrame(line));
    }
    else if (word == "pause")
    {
        TracedPause pause{};
        line >> pause.us;
        sequence.steps.emplace_back(pause);
    }
    else if (word == "remove")
    {
        TracedRemoval removal{};
        line >> removal.job;
        sequence.steps.emplace_back(removal);
    }
    else if (word == "stale-age")
    {
        std::string age;
        line >> age;
        if (age != "never")
        {
            sequence.staleAgeUs = std::stoull(age);
        }
    }
    else if (word == "counts")
    {
        for (uint64_t count = 0; line >> count;)
        {
            sequence.counts.push_back(count);
        }
    }
    else if (word == "aggregator")
    {
        std::size_t index = 0;
        line >> index;
        if (index != sequence.aggregators.size())
        {
            throw std::runtime_error("an aggregator is missing");
        }
        sequence.aggregators.push_back(ReadAggregator(line));
    }
    else
    {
        throw std::runtime_error("unknown word");
    }
}

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

/// A switch with none above it that sums.
const TreeSwitch kTop{std::nullopt, 0, SwitchSums::All};

/// @return a row of a switch's table in the words of the traces
std::string
Describe(const AggregationPlan& racks, const GroupTable& table, uint16_t number)
{
    const GroupTable::Row& row = *table.Find(number, 0);
    const auto shiftTo = [&](const GroupTable::Row& other) {
        return racks.Indexes().Move(0, row.place, other.place);
    };
    std::ostringstream text;
    text << number << " " << +row.FanIn();
    if (const GroupTable::Row* const above = table.Above(row, 0))
    {
        text << " to " << row.parent << " " << (1U << row.bitInParent) << " " << +above->FanIn()
             << " " << shiftTo(*above) << " " << table.IsHere(*above);
    }
    else
    {
        text << (row.parent != 0 ? " to-server" : " root");
    }
    InaPacket result;
    result.group = number;
    std::ostringstream workers;
    std::ostringstream groups;
    table.ForEachMember(
        result,
        [&](uint16_t worker) { workers << " " << worker; },
        [&](const InaPacket& copy, const GroupTable::Row& below) {
            groups << " " << copy.group << " " << shiftTo(below) << " " << table.IsHere(below);
        });
    text << (groups.str().empty() ? " workers" : " groups") << workers.str() << groups.str();
    return text.str();
}

/**
 * @brief Reads a line about a job with groups.
 * @param word first word of the line
 * @param line the rest
 * @param trees gets the job, or more about its last one
 * @return false if it is another line
 */
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
        for (std::size_t i = 0; i + 1 < numbers.size(); ++i)
        {
            tree.rows[SwitchId{numbers[i]}] = {SwitchId{numbers[i + 1]}, 0, SwitchSums::All};
        }
        tree.rows.try_emplace(SwitchId{numbers.back()}, kTop);
    }
    else if (word == "forwards")
    {
        tree.rows.at(SwitchId{numbers.at(0)}).sums = SwitchSums::Nothing;
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

} // namespace

P4Trace
ReadP4Trace(const std::string& path)
{
    P4Trace trace;
    std::istringstream text(Unzip(path));
    std::string content;
    for (int number = 1; std::getline(text, content); ++number)
    {
        std::istringstream line(content);
        std::string word;
        line >> word;
        try
        {
            if (word == "aggregators")
            {
                line >> trace.aggregators;
            }
            else if (word == "job")
            {
                TracedJob job{};
                std::size_t workers = 0;
                line >> job.job >> workers >> job.psPort;
                job.ports.resize(workers);
                std::iota(job.ports.begin(), job.ports.end(), 1U);
                trace.jobs.push_back(job);
            }
            else if (word == "host")
            {
                std::string address;
                TracedHost host{};
                line >> address >> host.port;
                host.address = FrameOf(address);
                trace.hosts.push_back(host);
            }
            else if (word == "sequence")
            {
                auto& sequence = trace.sequences.emplace_back();
                line >> sequence.system >> sequence.name;
            }
            else if (trace.sequences.empty() && ReadTree(word, line, trace.trees))
            {
                continue;
            }
            else if (trace.sequences.empty())
            {
                throw std::runtime_error("no sequence yet");
            }
            else
            {
                ReadStep(word, line, trace.sequences.back());
            }
        }
        catch (const std::exception& error)
        {
            throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    return trace;
}

AggregationPlan
RacksOf(const TracedTree& tree, uint32_t aggregators)
{
    SwitchTree rows = tree.rows;
    for (const SwitchId rack : tree.rackOf)
    {
        rows.try_emplace(rack, kTop);
    }
    AggregationPlan racks(tree.rackOf,
                          tree.home,
                          {AggregationTree(tree.rackOf, tree.home, rows, tree.most)});
    racks.SetGroupIndexes({tree.stride, aggregators});
    return racks;
}

std::vector<std::string>
DescribeEntries(const AggregationPlan& racks, SwitchId rack)
{
    const GroupTable table(racks, rack);
    std::vector<std::string> entries;
    for (uint16_t number = 0; number <= racks.Tree().Root() + 1; ++number)
    {
        if (table.Find(number, 0))
        {
            entries.push_back(Describe(racks, table, number));
        }
    }
    return entries;
}

} // namespace ns3::esa
