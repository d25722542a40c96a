// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr double kMuchMoved = 1e11;   ///< bytes of gradients in a run, of all workers
constexpr uint32_t kManyLinks = 1024; ///< no more are counted
constexpr double kMuchPadding = 0.1;  ///< of what the worker of a ring sends

/// Collects notes on a scenario.
class Notes
{
  public:
    explicit Notes(const ParsedScenario& parsed)
        : m_scenario(parsed.scenario),
          m_dnns(parsed.toChange.at("dnns")),
          m_trips(RoundTripsOf(*parsed.scenario))
    {
        NoteTimer();
        NoteWindows();
        NotePauses();
        NoteLinks();
        NoteCards();
        NoteWorkerAlone();
        NoteLargeModels();
        NotePadding();
        NoteFixedFrames();
        NoteJitter();
        NoteEqualTimes();
        NoteSwitches();
    }

    const std::vector<FieldNote>& All() const
    {
        return m_notes;
    }

  private:
    void Add(const std::string& field, const std::string& text)
    {
        m_notes.push_back({field, text});
    }

    /// @return whether one of the systems, or the one that it falls back to, is of a kind
    bool IsAny(const std::function<bool(const SystemRecord&)>& isOf) const
    {
        const auto& systems = m_scenario->systems;
        return std::any_of(systems.begin(), systems.end(), [&isOf](const std::string& name) {
            const SystemRecord& record = *FindSystem(name);
            const SystemRecord* const fallback = FallbackOf(record);
            return isOf(record) || (fallback && isOf(*fallback));
        });
    }

    /// @return the systems that run and are of a kind
    std::vector<std::string> SystemsThat(const std::function<bool(const SystemRecord&)>& isOf) const
    {
        std::vector<std::string> names;
        std::copy_if(m_scenario->systems.begin(),
                     m_scenario->systems.end(),
                     std::back_inserter(names),
                     [&isOf](const std::string& name) { return isOf(*FindSystem(name)); });
        return names;
    }

    /// @return the DNNs that jobs train, by letter; none where traces bring the jobs
    std::vector<std::pair<std::string, const DnnSpec*>> TrainedDnns() const
    {
        std::vector<std::pair<std::string, const DnnSpec*>> trained;
        const bool hasTraces =
            !m_scenario->execution.loaded.empty() || !m_scenario->trace.jobs.empty();
        for (const auto& [letter, dnn] : m_scenario->dnns)
        {
            if (!hasTraces && m_scenario->jobs.workload.find(letter) != std::string::npos)
            {
                trained.emplace_back(letter, &dnn);
            }
        }
        return trained;
    }

    void NoteTimer()
    {
        const double us = m_scenario->rto.minUs;
        const double trip =
            m_trips.Longest(m_scenario->WireBytes(m_scenario->LongestFrameBytes())).us;
        const auto usual = AutoValueOf(*m_scenario, "/rto/min_us");
        if (m_scenario->recovery.enabled && us > 1.01 * usual.get<double>()) // auto is rounded
        {
            Add("rto.min_us",
                "is " + ShortNumber(us) + ", " + ShortNumber(us / trip) + " round trips of " +
                    ShortNumber(trip) + " us, for which jobs wait after a loss; auto would be " +
                    usual.dump());
        }
    }

    /// Notes a window that is too small for the path. Where little memory makes auto as small, it
    /// is right.
    void NoteWindow(const std::string& field, double packets, double frameBytes)
    {
        const double wireBytes = m_scenario->WireBytes(frameBytes);
        const RoundTrip trip = m_trips.Longest(wireBytes);
        const double needed = std::ceil(trip.bytes / wireBytes);
        const auto usual = AutoValueOf(*m_scenario, PointerOfPath(field));
        if (packets > 0 && packets < std::min(needed, usual.get<double>()))
        {
            Add(field,
                "is " + ShortNumber(packets) + ", and a round trip of " + ShortNumber(trip.us) +
                    " us holds " + ShortNumber(needed) + " packets; auto would be " + usual.dump());
        }
    }

    void NoteWindows()
    {
        const double window = m_scenario->window.maxPackets;
        if (IsAny([&](const SystemRecord& system) {
                return system.SumsInSwitches() &&
                       system.onSwitch.memory != MemoryLayout::StaticSlots &&
                       LargestWindow(*m_scenario, system) == window;
            }))
        {
            NoteWindow("window.max_packets", window, kInaFrameBytes);
        }
        if (IsAny(&SystemRecord::SumsInHosts))
        {
            NoteWindow("flow.window_packets",
                       m_scenario->flow.windowPackets,
                       m_scenario->LongestFrameBytes());
        }
        for (const std::string& name : m_scenario->systems)
        {
            const SystemRecord& record = *FindSystem(name);
            const SystemParameter* const cap = record.onHost.windowCap;
            const bool isNew =
                cap && std::none_of(m_notes.begin(), m_notes.end(), [cap](const FieldNote& note) {
                    return note.field == cap->field;
                });
            if (isNew)
            {
                const System system = SystemWith(record, m_scenario->systemParameters);
                NoteWindow(cap->field, system.Value(*cap), system.DataFrameBytes());
            }
        }
    }

    void NotePauses()
    {
        const auto& link = m_scenario->link;
        if (!link.pfc.enabled || link.queueBytes == 0)
        {
            return;
        }
        // The link that lacks most: with times, the room depends on the rate.
        double least = 0;
        double needed = 0;
        double headroom = 0;
        double xoff = 0;
        double gbps = 0;
        for (const auto& [rate, bytes] : PauseHeadrooms(m_trips, *m_scenario))
        {
            const auto room =
                static_cast<double>(QueueBytesAt(link.queueBytes, link.queueUs, rate));
            const auto most =
                static_cast<double>(QueueBytesAt(link.pfc.xoffBytes, link.pfc.xoffUs, rate));
            if (room < most + bytes && most + bytes - room > needed - least)
            {
                least = room;
                needed = most + bytes;
                headroom = bytes;
                xoff = most;
                gbps = rate;
            }
        }
        if (gbps > 0)
        {
            Add("link.queue_bytes",
                "is " + ShortNumber(least) +
                    ", and frames are lost although links pause: " + ShortNumber(headroom) +
                    " bytes can arrive after link.pfc.xoff_bytes = " + ShortNumber(xoff) +
                    (link.queueUs > 0 || link.pfc.xoffUs > 0
                         ? " at ports of " + ShortNumber(gbps) + " Gb/s"
                         : "") +
                    "; at least " + ShortNumber(needed) + " would be safe");
        }
    }

    /// Servers of several accelerators are racks with several links to other racks, which are
    /// slower than those inside. Each path uses one of them.
    void NoteLinks()
    {
        const Scenario& scenario = *m_scenario;
        const bool isListed = !scenario.aggregation.jobs.empty();
        if (scenario.Racks() == 1 || SlowestGbps(scenario) >= SlowestHostLinkGbps(scenario))
        {
            return;
        }
        const uint32_t links = scenario.routes->MaxTrees(kManyLinks);
        const auto add = [&](const char* field, const std::string& better) {
            Add(field,
                "leaves a job one of " + std::to_string(links) + " links of a rack, of " +
                    ShortNumber(SlowestGbps(scenario)) + " Gb/s, where its hosts have " +
                    ShortNumber(SlowestHostLinkGbps(scenario)) + "; with " + better +
                    ", a job uses all of them");
        };
        const std::string all = std::to_string(links);
        if (links > 1 && scenario.aggregation.trees == 1 && !isListed &&
            IsAny(&SystemRecord::SumsInSwitches))
        {
            add("aggregation.trees", all);
        }
        if (links > 1 && scenario.PathsOfFlows() == FlowPaths::Job &&
            IsAny(&SystemRecord::SumsInHosts))
        {
            add("flow.paths", "\"rail\"");
        }
        if (links > 1 && scenario.AreRacksServers() && scenario.flow.channels == 1 &&
            IsAny([](const SystemRecord& system) { return system.onHost.chunkBytes; }))
        {
            add("flow.channels", all);
        }
        const std::vector<std::string> servers = SystemsThat([](const SystemRecord& system) {
            return system.SumsInHosts() && system.onHost.sum->HasDedicatedServer();
        });
        if (links > 1 && scenario.PathsOfFlows() == FlowPaths::Rail && !servers.empty())
        {
            Add("flow.paths",
                "leaves the PS of a job one of " + all + " cards for its results with " +
                    JoinWords(servers, ", ") +
                    "; with a PS on the host of each worker (byteps_nton), a job uses all");
        }
        if (links > 1 && scenario.PathsOfFlows() == FlowPaths::Rail &&
            scenario.jobs.collective == CollectiveKind::Scatter)
        {
            Add("flow.paths", "leaves the root of a scatter one of " + all + " cards");
        }
        uint32_t hosts = 0; // of the largest server
        for (uint32_t host = 0; host < scenario.Hosts(); ++host)
        {
            hosts = std::max(hosts, scenario.routes->PlaceInRack(host) + 1);
        }
        if (scenario.PathsOfFlows() == FlowPaths::Rail && links > hosts &&
            IsAny(&SystemRecord::SumsInHosts))
        {
            Add("flow.paths",
                "leaves each host of a server one card, so " + std::to_string(hosts) + " of " +
                    all + "; with \"spray\" and flow.repair = selective_repeat, it uses all");
        }
    }

    /// Schedules name the network cards of a rank, and each rank has one path.
    void NoteCards()
    {
        uint32_t cards = 1;
        for (const auto& trace : m_scenario->execution.loaded)
        {
            cards = std::max(cards, trace->cards);
        }
        if (cards > 1)
        {
            Add("execution.traces",
                "names " + std::to_string(cards) +
                    " network cards of a rank (nic): all messages of a rank take one card" +
                    (m_scenario->AreRacksServers() ? ", by its place in its server" : ""));
        }
    }

    /// A worker alone has nothing to sum.
    void NoteWorkerAlone()
    {
        if (m_scenario->jobs.workers == 1 && m_scenario->execution.loaded.empty())
        {
            Add("jobs.workers",
                "is 1, so jobs exchange nothing, and take as long as they compute, with every "
                "system");
        }
    }

    /// A model that moves much takes long.
    void NoteLargeModels()
    {
        const auto& jobs = m_scenario->jobs;
        if (jobs.workers == 1)
        {
            return;
        }
        for (const auto& [letter, dnn] : TrainedDnns())
        {
            const auto bytes = static_cast<double>(dnn->GradientBytes());
            const uint32_t iterations = dnn->iterations ? dnn->iterations : m_scenario->iterations;
            const double moved = bytes * iterations * jobs.count * jobs.workers;
            if (moved > kMuchMoved && !m_dnns.at(letter).contains("model"))
            {
                Add("dnns." + letter + ".partitions",
                    "are such that workers send up to " + ShortNumber(moved / 1e9) +
                        " GB, so runs take long");
            }
            else if (dnn->slice == 1 && moved > kMuchMoved)
            {
                Add("dnns." + letter + ".slice",
                    "is 1, and workers send up to " + ShortNumber(moved / 1e9) +
                        " GB, so runs take long (--estimate); of a model, \"slice\": " +
                        ShortNumber(kMuchMoved / 10 / moved) +
                        " is faster, and \"buckets\": \"ddp\" has fewer, larger partitions");
            }
        }
    }

    /// A worker of a ring sends its part of a partition in whole packets, so small parts are
    /// padded.
    void NotePadding()
    {
        const auto cuts = [](const SystemRecord& system) {
            const HostSum* const sum = system.onHost.sum;
            return sum == &kRingSum || sum == &kHalvingDoublingSum;
        };
        const auto& jobs = m_scenario->jobs;
        if (!IsAny(cuts) || jobs.workers < 2)
        {
            return;
        }
        const uint64_t payload = MtuPayloadBytes(m_scenario->MtuBytes());
        const auto parts = [&jobs](uint64_t all) {
            return (all + jobs.workers - 1) / jobs.workers;
        };
        for (const auto& [letter, dnn] : TrainedDnns())
        {
            uint64_t bytes = 0;
            uint64_t sent = 0;
            uint64_t longest = 0;
            for (const Dnn::Partition& partition : dnn->partitions)
            {
                bytes += parts(partition.bytes);
                sent += parts((partition.bytes + payload - 1) / payload) * payload;
                longest = std::max(longest, parts(partition.bytes));
            }
            const double more = static_cast<double>(sent) / static_cast<double>(bytes) - 1;
            if (more > kMuchPadding)
            {
                const uint64_t packets = (longest + payload - 1) / payload;
                const uint64_t values = ((longest + packets - 1) / packets + 3) / 4;
                const uint64_t mtu =
                    std::max<uint64_t>(kLeastMtuBytes, kIpv4Bytes + kInaHeaderBytes + 4 * values);
                Add(kMtuBytes.field,
                    "has " + std::to_string(payload) + " bytes of data in a packet, and of DNN " +
                        letter + " a worker of a ring sends at most " + std::to_string(longest) +
                        " in a message: padding makes all messages together " +
                        ShortNumber(100 * more) + " % longer" +
                        (mtu < m_scenario->MtuBytes()
                             ? "; an MTU of " + std::to_string(mtu) + " pads less"
                             : ""));
                return;
            }
        }
    }

    /// An MTU has no effect on systems whose frames have a length of their own.
    void NoteFixedFrames()
    {
        std::string fixed;
        std::string longer; // what makes them longer
        for (const std::string& name : m_scenario->systems)
        {
            const System system = SystemWith(*FindSystem(name), m_scenario->systemParameters);
            const HostPart& hosts = system.Record().onHost;
            if (hosts.frame != FrameFormat::Mtu)
            {
                fixed += (fixed.empty() ? "" : ", ") + name + " (" +
                         std::to_string(system.DataFrameBytes()) + " bytes)";
                longer = hosts.values ? std::string("; ") + hosts.values->field +
                                            " changes the frames of " + name
                                      : longer;
            }
        }
        if (m_scenario->MtuBytes() != kUsualMtuBytes && !fixed.empty())
        {
            Add(kMtuBytes.field, "does not change the frames of " + fixed + longer);
        }
    }

    /// Where jitter is longer than what an iteration computes and sends, it hides the systems.
    void NoteJitter()
    {
        const auto& jitter = m_scenario->jitter;
        if (jitter.mode == JitterMode::None)
        {
            return;
        }
        for (const auto& [letter, dnn] : TrainedDnns())
        {
            double us = dnn->ComputeUs();
            for (const Dnn::Partition& partition : dnn->partitions)
            {
                us += static_cast<double>(partition.bytes) * 8e-3 / m_scenario->link.rateGbps;
            }
            if (jitter.maxUs > us)
            {
                Add("jitter.max_us",
                    "is " + ShortNumber(jitter.maxUs) + ", and workers compute and send DNN " +
                        letter + " in " + ShortNumber(us) +
                        " us, so times follow from jitter; jitter.mode=none has none");
                return;
            }
        }
    }

    /// Without jitter, the packets of a task come at the same time, and are summed in an instant.
    void NoteEqualTimes()
    {
        const Scenario& scenario = *m_scenario;
        const double pool = std::floor(static_cast<double>(scenario.switchNode.RackMemoryBytes()) /
                                       scenario.systemParameters.at("switch.aggregator_bytes"));
        const std::vector<std::string> sharing = SystemsThat([](const SystemRecord& system) {
            return system.SumsInSwitches() && system.onSwitch.memory != MemoryLayout::StaticSlots;
        });
        double window = 0;
        for (const std::string& name : sharing)
        {
            window = std::max(window, LargestWindow(scenario, *FindSystem(name)));
        }
        const double tasks = scenario.jobs.count * window;
        const bool isShared =
            !sharing.empty() && scenario.jobs.count > 1 && scenario.jobs.workers > 1;
        const bool isNone = scenario.jitter.mode == JitterMode::None;
        if ((isNone || scenario.jitter.maxUs == 0) && isShared && pool < tasks)
        {
            Add(isNone ? "jitter.mode" : "jitter.max_us",
                (isNone ? "is none" : "is 0") +
                    std::string(", so the packets of a task arrive together, and a task needs "
                                "memory for an instant: times with ") +
                    ShortNumber(pool) + " aggregators for up to " + ShortNumber(tasks) +
                    " tasks are shorter than in a cluster");
        }
    }

    /// Switches that can sum may all be where a job has one packet of each task, or may not be
    /// among those that aggregation.levels chooses.
    void NoteSwitches()
    {
        const Scenario& scenario = *m_scenario;
        const std::vector<JobPlacement>& jobs = scenario.placement.jobs;
        if (scenario.aggregation.switches.empty() || !IsAny(&SystemRecord::SumsInSwitches))
        {
            return;
        }
        uint32_t unsummed = 0;
        for (uint16_t job = 0; job < jobs.size(); ++job)
        {
            const bool isSummed = !SummingSwitches(RacksOfJob(scenario, jobs[job], job)).empty();
            unsummed += jobs[job].workerHosts.size() > 1 && !isSummed ? 1 : 0;
        }
        if (unsummed > 0)
        {
            Add("aggregation.switches",
                "has no switch that sums for " + std::to_string(unsummed) + " of " +
                    std::to_string(jobs.size()) + " jobs" +
                    (scenario.aggregation.levels == AggregationLevels::All
                         ? ""
                         : ", where aggregation.levels chooses switches of racks only"));
        }
    }

    const ValidScenario& m_scenario; ///< what is looked at
    const nlohmann::json& m_dnns;    ///< the DNNs as the user wrote them
    RoundTrips m_trips;              ///< between a job's hosts
    std::vector<FieldNote> m_notes;  ///< what was found
};

} // namespace

std::vector<FieldNote>
NotesOnFields(const ParsedScenario& parsed)
{
    std::vector<FieldNote> notes = NotesOnUnusedFields(parsed);
    const std::vector<FieldNote> further = Notes(parsed).All();
    notes.insert(notes.end(), further.begin(), further.end());
    return notes;
}

} // namespace ns3::esa
