// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs a scenario, and counts the frames of its links by itself.

#include "physics/pair.h"
#include "ways/apart.h"

#include "ns3/channel.h"
#include "ns3/esa-results.h"
#include "ns3/esa-run-counters.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kPatienceMs = 200;        ///< of a processor, for a run
constexpr int kLongPatienceMs = 3000;   ///< for one that may be long
constexpr double kLeastFrameBits = 512; ///< of Ethernet

/// Counts the frames that begin to leave a link's ends, and those that come.
class Frames
{
  public:
    /// @param network outlives this
    explicit Frames(const Network& network)
        : m_network(network),
          m_seen(network.helper.GetFabric().Links().size())
    {
        for (std::size_t i = 0; i < m_seen.size(); ++i)
        {
            const EsaLink& link = m_network.helper.GetFabric().Links()[i];
            for (const auto& device : {link.Lower(), link.Upper()})
            {
                device->TraceConnectWithoutContext("Sniffer",
                                                   MakeBoundCallback(&Frames::Count, this, i));
            }
        }
    }

    /// @return what is wrong: frames that left and were neither taken in, nor lost, nor are on the
    /// way; and shares above 1
    std::string Judge(double seconds) const
    {
        std::ostringstream wrong;
        uint64_t all = 0;
        for (std::size_t i = 0; i < m_seen.size(); ++i)
        {
            const EsaLink& link = m_network.helper.GetFabric().Links()[i];
            double underWay = static_cast<double>(m_seen[i]);
            double mostUnderWay = 4;
            for (const bool isUp : {true, false})
            {
                const auto sender = isUp ? link.Lower() : link.Upper();
                const auto receiver = isUp ? link.Upper() : link.Lower();
                const auto faults = FaultsAt(*receiver);
                const auto carried = static_cast<double>(sender->GetCounts().framesCarried);
                all += sender->GetCounts().framesCarried;
                const double taken = carried - static_cast<double>(faults.lost + faults.lostDown) +
                                     static_cast<double>(faults.duplicated);
                underWay -= carried + taken;
                const double used = LoadOf(*sender, seconds);
                if (used > 1 + 1e-6)
                {
                    wrong << "a link is used " << used << " of its time; ";
                }
                DataRateValue rate;
                sender->GetAttribute("DataRate", rate);
                TimeValue delay;
                sender->GetChannel()->GetAttribute("Delay", delay);
                TimeValue processing;
                receiver->GetAttribute("ProcessingDelay", processing);
                const double s = delay.Get().GetSeconds() + processing.Get().GetSeconds();
                mostUnderWay += 1 + s * rate.Get().GetBitRate() / kLeastFrameBits;
            }
            if (underWay < 0 || underWay > mostUnderWay)
            {
                wrong << underWay << " frames are under way at link " << i << ", where "
                      << mostUnderWay << " have room; ";
            }
        }
        m_carried = all;
        return wrong.str();
    }

    /// @return frames that the links have carried, after Judge()
    uint64_t Carried() const
    {
        return m_carried;
    }

  private:
    static void Count(Frames* frames, std::size_t link, Ptr<const Packet> /* packet */)
    {
        ++frames->m_seen[link];
    }

    const Network& m_network;
    std::vector<uint64_t> m_seen; ///< frames at both ends of each link
    mutable uint64_t m_carried{0};
};

/// @return the sum of two columns of a table of links: what was lost
uint64_t
LostIn(const std::string& csv)
{
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    uint64_t lost = 0;
    while (std::getline(lines, line))
    {
        std::istringstream cells(line);
        std::string cell;
        for (int column = 0; std::getline(cells, cell, ','); ++column)
        {
            lost += column == 6 || column == 7 ? std::stoull(cell) : 0;
        }
    }
    return lost;
}

RecordingFiles
AllFiles(const std::filesystem::path& folder)
{
    RecordingFiles files;
    files.replace = true;
    files.switches = folder / "switches.csv";
    files.links = folder / "links.csv";
    files.occupancy = folder / "occupancy.csv";
    files.sampleUs = 1000;
    return files;
}

} // namespace

Outcome
RunOnce(const json& config, const std::filesystem::path& folder, Wish wish)
{
    const ValidScenario scenario = ParseScenario(config.dump(), "pair", {}, folder).scenario;
    Outcome outcome;
    RunControl control;
    control.interrupted = Patience::Flag();
    control.stallAfter = Seconds(wish.isLong ? 10 : 100);
    if (wish.isRecorded)
    {
        control.recording = AllFiles(folder);
    }
    std::optional<Frames> frames;
    std::optional<std::string> lines;
    if (wish.isWatched)
    {
        control.built = [&frames](const Network& network) { frames.emplace(network); };
    }
    control.ended = [&](const RunResult& result) {
        if (frames)
        {
            // The links are counted until the end of the simulation.
            outcome.lines = frames->Judge(Simulator::Now().GetSeconds());
            if (frames->Carried() != result.packetHops)
            {
                outcome.lines += "packet_hops is " + std::to_string(result.packetHops) +
                                 ", the links carried " + std::to_string(frames->Carried());
            }
        }
    };
    const Patience patience(wish.isLong ? kLongPatienceMs : kPatienceMs);
    try
    {
        const auto result =
            RunScenario(scenario, scenario->systems[0], scenario->seeds[0], control);
        if (result)
        {
            outcome.row = json(JsonRow(*result));
            outcome.events = result->events;
            for (const char* const column : {"events", "wall_s"})
            {
                outcome.row.erase(column);
            }
            outcome.lost = result->packetsLost;
        }
    }
    catch (const std::exception& error)
    {
        outcome.error = error.what();
        if (wish.isRecorded)
        {
            outcome.lost = LostIn(ReadTextFile(control.recording.links));
        }
    }
    return outcome;
}

double
NumberAt(const json& from, const std::string& pointer)
{
    const json::json_pointer place(pointer);
    return from.contains(place) && from.at(place).is_number() ? from.at(place).get<double>() : 0;
}

double
LongestBytes(const nlohmann::json& config)
{
    constexpr double kEthernetBytes = 14; // in front of an MTU
    return kEthernetBytes + NumberAt(config, "/link/mtu_bytes") +
           NumberAt(config, "/link/overhead_bytes");
}

double
FastestGbps(const json& config)
{
    double gbps = NumberAt(config, "/link/rate_gbps");
    for (const json& link : config["topology"]["graph"]["links"])
    {
        gbps = std::max(gbps, link.value("rate_gbps", 0.0));
    }
    if (config["topology"]["kind"] == "servers")
    {
        gbps = std::max(gbps, NumberAt(config, "/topology/server_gbps"));
    }
    return gbps;
}

double
SlowestGbps(const nlohmann::json& config)
{
    double slowest = NumberAt(config, "/link/rate_gbps");
    const nlohmann::json::json_pointer links("/topology/graph/links");
    for (const auto& link : config.value(links, nlohmann::json::array()))
    {
        slowest = std::min(slowest, link.value("rate_gbps", slowest));
    }
    const json& topology = config.at("topology");
    for (const double gbps : topology.at("uplinks_gbps"))
    {
        slowest = std::min(slowest, gbps);
    }
    if (topology.at("uplinks_gbps").empty() && topology.at("kind") == "leaf_spine" &&
        NumberAt(config, "/topology/racks") > 1)
    {
        const double hosts =
            std::max(1.0,
                     NumberAt(config, "/topology/hosts") / NumberAt(config, "/topology/racks"));
        slowest = std::min(slowest,
                           NumberAt(config, "/link/rate_gbps") * hosts /
                               (NumberAt(config, "/topology/spines") *
                                NumberAt(config, "/topology/oversubscription")));
    }
    return slowest;
}

void
ForEachNumber(json& part,
              const std::function<void(const std::string&, json&)>& visit,
              const std::string& pointer)
{
    if (part.is_number())
    {
        visit(pointer, part);
    }
    else if (part.is_structured())
    {
        for (auto item = part.begin(); item != part.end(); ++item)
        {
            const std::string name =
                part.is_object() ? item.key() : std::to_string(item - part.begin());
            ForEachNumber(*item, visit, pointer + "/" + name);
        }
    }
}

bool
EndsWith(const std::string& text, const std::string& ending)
{
    return text.size() >= ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::string
Text(double number)
{
    return FormatNumber(number);
}

void
Calm(Draft& draft)
{
    json& config = draft.config;
    for (const char* const name : {"faults", "background", "engine"})
    {
        config.erase(name);
    }
    config["jitter"] = {{"mode", "none"}};
    if (config.contains("link"))
    {
        config["link"].erase("queue_bytes");
        config["link"].erase("queue_us");
        config["link"].erase("pfc");
    }
    const json::json_pointer links("/topology/graph/links");
    if (config.contains(links))
    {
        for (json& link : config[links])
        {
            link.erase("queue_bytes");
            link.erase("queue_us");
        }
    }
    config["jobs"]["start_max_us"] = 0;
    if (config.contains("systems"))
    {
        config["systems"] = json::array({config["systems"][0]});
    }
    config["seeds"] = json::array({1});
}

void
EnlargePartitions(Draft& draft)
{
    if (!draft.config.contains("dnns") || draft.random.Chance(0.5))
    {
        return;
    }
    for (json& dnn : draft.config["dnns"])
    {
        if (dnn.contains("partitions"))
        {
            ForEachNumber(dnn["partitions"], [](const std::string& pointer, json& number) {
                number = number.get<int64_t>() * (EndsWith(pointer, "/bytes") ? 8 : 1);
            });
        }
    }
}

void
DrawOneMessage(Draft& draft)
{
    Random& random = draft.random;
    const int64_t bytes = 4 * static_cast<int64_t>(random.Scaled(1000, 300000));
    const json layer{{"forward_us", random.Pick<double>({0, 1, 30})},
                     {"backward_us", random.Pick<double>({0, 1, 10, 100})}};
    draft.config["dnns"] = {{"S",
                             {{"layers", {layer}},
                              {"partitions", {{{"layer", 1}, {"bytes", bytes}}}},
                              {"comm_comp_ratio", 1}}}};
    draft.config["jobs"]["workload"] = "S";
}

double
LeastSendMs(const json& config, std::size_t workers, const json& dnn)
{
    double bytes = 0; // of the partitions in fp32
    for (const json& partition : dnn["partitions"])
    {
        bytes += partition["bytes"].get<double>();
    }
    const double ofValue = dnn.value("precision", "fp32") == "fp32" ? 1 : 0.5;
    const auto count = static_cast<double>(workers);
    const double sent = workers < 2 ? 0 : bytes * ofValue * (count - 1) / count;
    return sent * 8 / FastestGbps(config) / 1e6;
}

const std::vector<Relation>&
Relations()
{
    static const std::vector<Relation> relations{kScale,
                                                 kMonotone,
                                                 kStep,
                                                 kNeutral,
                                                 kSame,
                                                 kBounds,
                                                 kEnds,
                                                 kRepair,
                                                 kMeet,
                                                 kLate,
                                                 kOperations};
    return relations;
}

} // namespace ns3::esa::test
