// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-recording.h"

#include "esa-execution-run.h"
#include "esa-run-counters.h"
#include "esa-scenario-attributes.h"
#include "esa-scenario-build.h"
#include "esa-scenario-failures.h"

#include "ns3/esa-results.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ns3::esa
{

namespace
{

/// The files in the order of kRecordingOptions.
enum RecordingFile : std::size_t
{
    kTimeline,
    kReport,
    kOccupancy,
    kLinks,
    kSwitches,
};

/// When the first worker starts, or the first job of a trace is submitted. No aggregator is in use
/// before.
Time
FirstStart(const ValidScenario& scenario, const Network& network, const ExecutionRun* execution)
{
    if (execution != nullptr)
    {
        return execution->FirstStart();
    }
    if (!scenario->trace.jobs.empty())
    {
        return Us(scenario->trace.jobs.front().submitUs);
    }
    Time first = Time::Max();
    for (const InstalledJob& job : network.jobs)
    {
        for (uint32_t worker = 0; worker < job.setup.workers.GetN(); ++worker)
        {
            TimeValue start;
            job.apps.Get(worker)->GetAttribute("StartTime", start);
            first = std::min(first, start.Get());
        }
    }
    return first;
}

namespace fs = std::filesystem;

/// The file of one run. path: what the user named, or empty
std::string
PathOfRun(const std::string& path, const std::string& system, uint32_t seed)
{
    if (path.empty())
    {
        return path;
    }
    const fs::path named(path);
    const std::string run = "-" + system + "-" + std::to_string(seed);
    return (named.parent_path() / (named.stem().string() + run + named.extension().string()))
        .string();
}

/// Throws if there would be more samples than a run can take in seconds. Idle times of a trace have
/// their samples, too.
void
CheckSamples(const RecordingFiles& files, const Scenario& scenario)
{
    constexpr double kMaxSamples = 1e7;
    const double lastStartUs = scenario.trace.jobs.empty() ? scenario.jobs.startMaxUs
                                                           : scenario.trace.jobs.back().submitUs;
    if (files.IsSampled() && lastStartUs / files.sampleUs > kMaxSamples)
    {
        throw ScenarioError({"--sample-us " + ShortText(files.sampleUs) +
                             ": is not allowed: the last job starts at " + ShortText(lastStartUs) +
                             " us, so it must be at least " + ShortText(lastStartUs / kMaxSamples) +
                             " (10000000 samples)"});
    }
}

constexpr std::size_t kMaxParts = 200;       ///< of the time
constexpr std::size_t kMaxLoads = 1'200'000; ///< of all ends in all parts, for the size of files

/// Parts of the time, an even number.
std::size_t
MaxParts(std::size_t ends)
{
    return std::clamp<std::size_t>(kMaxLoads / ends / 2 * 2, 2, kMaxParts);
}

} // namespace

LoadRecording::LoadRecording(const ValidScenario& scenario,
                             const Network& network,
                             Picoseconds begin,
                             Picoseconds period)
    : m_ends(LinkEnds(scenario)),
      m_devices(DevicesAt(network.helper.GetFabric(), m_ends)),
      m_period(period),
      m_origin(begin.count() / period.count() * period),
      m_parts(begin, m_ends.size() + 2, MaxParts(m_ends.size()))
{
    for (const auto& device : m_devices)
    {
        m_bytesPerUs.push_back(static_cast<double>(device->Rate().bitsPerS) / 8e6);
    }
}

void
LoadRecording::Read(std::vector<double>& values) const
{
    for (std::size_t end = 0; end < m_devices.size(); ++end)
    {
        const EsaNetDevice& device = *m_devices[end];
        values[end] = static_cast<double>(device.GetSentBytes());
    }
    values[m_ends.size()] = m_aggregatingUs;
    values[m_ends.size() + 1] = m_waitingUs;
}

void
LoadRecording::Sample(const OccupancySample& sample)
{
    const double spanUs = ToMicroseconds(sample.end - sample.begin);
    m_aggregatingUs += static_cast<double>(sample.aggregating.count) / 1000 * spanUs;
    m_waitingUs += static_cast<double>(sample.waiting.count) / 1000 * spanUs;
    m_parts.Sample(sample.end, [this](std::vector<double>& values) { Read(values); });
}

void
LoadRecording::Finish(Picoseconds now)
{
    m_parts.Finish(now, [this](std::vector<double>& values) { Read(values); });
}

double
LoadRecording::MeanOf(std::size_t part, std::size_t number) const
{
    return m_parts.Growth(part, number) /
           ToMicroseconds(m_parts.Border(part + 1) - m_parts.Border(part));
}

std::vector<double>
LoadRecording::LoadsOf(std::size_t end) const
{
    std::vector<double> loads;
    for (std::size_t part = 0; part < m_parts.Count(); ++part)
    {
        loads.push_back(std::clamp(MeanOf(part, end) / m_bytesPerUs[end], 0.0, 1.0));
    }
    return loads;
}

RunRecording::RunRecording(const RecordingFiles& files,
                           const ValidScenario& scenario,
                           const Network& network,
                           ExecutionRun* execution)
    : m_scenario(scenario),
      m_network(network),
      m_begin(FirstStart(scenario, network, execution))
{
    for (std::size_t i = 0; i < m_files.size(); ++i)
    {
        if (const std::string& path = files.*kRecordingOptions[i].path; !path.empty())
        {
            m_files[i].emplace(path, files.replace);
        }
    }
    if (m_files[kTimeline] || m_files[kReport] || (scenario->parts && execution != nullptr))
    {
        BeginTimeline(execution);
    }
    if (m_files[kOccupancy])
    {
        WriteOccupancyHeader(m_files[kOccupancy]->Stream());
    }
    if (!files.IsSampled())
    {
        return;
    }
    OccupancyMeter::Tables tables;
    for (const auto& node : network.helper.GetSwitches())
    {
        tables.push_back(&node->GetPipeline().Table());
        if (m_files[kReport])
        {
            m_fates.emplace_back(node, [this](uint16_t job) -> const AggregationPlan& {
                return RacksOf(job);
            });
        }
    }
    if (m_files[kReport] || m_files[kLinks])
    {
        const SimClock clock;
        m_loads.emplace(scenario,
                        network,
                        clock.FromTime(m_begin),
                        clock.FromTime(Us(files.sampleUs)));
    }
    m_sampler.emplace(tables, m_begin, Us(files.sampleUs), [this](const OccupancySample& sample) {
        OnSample(sample);
    });
}

void
RunRecording::BeginTimeline(ExecutionRun* execution)
{
    std::vector<TimelineSink*> sinks;
    if (m_files[kTimeline])
    {
        sinks.push_back(&m_trackEvents.emplace(m_files[kTimeline]->Stream()));
    }
    if (m_files[kReport] || (m_scenario->parts && execution != nullptr))
    {
        sinks.push_back(&m_exposed);
    }
    m_timeline.emplace(std::move(sinks));
    if (execution != nullptr)
    {
        execution->AddTo(*m_timeline, m_scenario);
    }
    else if (m_scenario->trace.jobs.empty() && !DoJobsShrink(m_scenario))
    {
        AddJobs();
    }
    const std::vector<ScenarioSwitch> names = ScenarioSwitches(*m_scenario);
    const auto& switches = m_network.helper.GetSwitches();
    for (std::size_t i = 0; m_trackEvents && i < switches.size(); ++i)
    {
        m_timeline->AddSwitch(switches[i], names[i].name);
    }
}

std::optional<double>
RunRecording::ExposedShare() const
{
    Picoseconds exposed{0};
    Picoseconds all{0};
    for (const ExposedTime& time : m_exposed.Get())
    {
        exposed += time.exposed;
        all += time.exposed + time.hidden;
    }
    return all > Picoseconds(0) ? std::optional(ToSeconds(exposed) / ToSeconds(all)) : std::nullopt;
}

void
RunRecording::AddJobs()
{
    for (const InstalledJob& job : m_network.jobs)
    {
        m_timeline->AddJob(
            job.apps,
            m_network.helper.GetFabric().LinkOf(job.setup.parameterServer).AtSwitch());
    }
}

const AggregationPlan&
RunRecording::RacksOf(uint16_t job)
{
    auto& known = m_jobs[job];
    for (auto worker = m_network.workers.rbegin(); !known; ++worker) // traces add jobs at the end
    {
        NS_ASSERT_MSG(worker != m_network.workers.rend(), "every job that is summed has workers");
        if ((*worker)->Job()->job == job)
        {
            known = (*worker)->Job();
        }
    }
    return known->aggregation;
}

void
RunRecording::OnSample(const OccupancySample& sample)
{
    if (m_timeline)
    {
        m_timeline->Sample(sample);
    }
    if (m_loads)
    {
        m_loads->Sample(sample);
    }
    if (m_files[kOccupancy])
    {
        WriteOccupancyRow(m_files[kOccupancy]->Stream(), sample);
    }
}

Time
RunRecording::Span() const
{
    return SimClock().ToTime(m_end) - m_begin;
}

void
RunRecording::WriteLinks(std::ostream& out) const
{
    out << "sender,frames,bytes,mean_load,largest_queue_bytes,ecn_marks,dropped,lost,duplicated,"
           "reordered"
        << (m_scenario->link.pfc.enabled ? ",pauses,paused_us,longest_pause_us" : "")
        << ",load_from_us,load_us,load\n";
    const std::vector<LinkEnd>& ends = m_loads->Ends();
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const EsaNetDevice& device = m_loads->DeviceAt(i);
        const EsaNetDevice& receiver = m_loads->DeviceAt(i ^ 1); // both stand together
        const DeviceCounts counts = device.GetCounts();
        const EsaLinkFaults::Counts faults = FaultsAt(receiver);
        out << ends[i].name << ',' << counts.framesCarried << ',' << device.GetSentBytes() << ','
            << FormatNumber(LoadOf(device, Span().GetSeconds())) << ','
            << device.GetLargestQueueBytes() << ',' << counts.ecnMarks << ','
            << counts.drops + receiver.GetCounts().incomingDrops << ','
            << faults.lost + faults.lostDown << ',' << faults.duplicated << ',' << faults.reordered;
        if (const PausePort* port = device.GetPort().Pauses())
        {
            const auto inUs = [](Picoseconds time) {
                return SimClock().ToTime(time).ToDouble(Time::US);
            };
            const Picoseconds now = SimClock().Now();
            out << ',' << port->Pauses(now) << ',' << inUs(port->PausedTime(now)) << ','
                << inUs(port->LongestPause(now));
        }
        out << ',' << FixedMilli::Microseconds(m_loads->Origin()) << ','
            << FixedMilli::Microseconds(m_loads->PartLength());
        char separator = ',';
        for (const double load : m_loads->LoadsOf(i))
        {
            out << separator << FixedMilli{std::lround(load * 1000)};
            separator = ';';
        }
        out << '\n';
    }
}

void
RunRecording::WriteSwitches(std::ostream& out) const
{
    out << "switch,level,aggregators,mean_occupied,added,completed,preempted,passed_through,"
           "fetched,passed_by\n";
    const std::vector<ScenarioSwitch> names = ScenarioSwitches(*m_scenario);
    const auto& switches = m_network.helper.GetSwitches();
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        const SwitchPipeline& pipeline = switches[i]->GetPipeline();
        const double occupiedS = pipeline.Table().OccupiedSeconds(m_end);
        const uint64_t added = pipeline.Count(Outcome::Allocated) +
                               pipeline.Count(Outcome::Aggregated) +
                               pipeline.Count(Outcome::Completed);
        out << names[i].name << ',' << names[i].level << ',' << switches[i]->GetAggregators() << ','
            << FormatNumber(Span() > Time(0) ? occupiedS / Span().GetSeconds() : 0) << ',' << added;
        for (const Outcome outcome : {Outcome::Completed,
                                      Outcome::Preempted,
                                      Outcome::PassedThrough,
                                      Outcome::Fetched,
                                      Outcome::PassedBy})
        {
            out << ',' << pipeline.Count(outcome);
        }
        out << '\n';
    }
}

void
RunRecording::End(bool isComplete, Picoseconds end, std::vector<std::string> notes)
{
    m_end = end;
    if (m_sampler)
    {
        m_sampler->Finish(m_end);
    }
    if (m_loads)
    {
        m_loads->Finish(m_end);
    }
    if (m_files[kSwitches])
    {
        WriteSwitches(m_files[kSwitches]->Stream());
    }
    if (m_files[kLinks])
    {
        WriteLinks(m_files[kLinks]->Stream());
    }
    if (m_timeline)
    {
        m_timeline->Close(m_end);
    }
    if (m_trackEvents)
    {
        m_trackEvents->Close(m_end, isComplete);
    }
    if (m_files[kReport])
    {
        RunReport report =
            MakeRunReport(m_scenario, m_network, *m_loads, m_exposed.Get(), m_fates, isComplete);
        report.notes = std::move(notes);
        WriteRunReport(m_files[kReport]->Stream(), report);
    }
    // A file that could not be written frees its space here, before the run's row is written.
    for (std::optional<AtomicFile>& file : m_files)
    {
        if (file)
        {
            file->Stream().flush();
        }
    }
}

void
RunRecording::Commit(bool isInterrupted)
{
    for (std::optional<AtomicFile>& file : m_files)
    {
        if (file)
        {
            if (isInterrupted)
            {
                file->MarkInterrupted();
            }
            file->Commit();
        }
    }
}

RecordingFiles
FilesOfRun(const RecordingFiles& files,
           const ValidScenario& scenario,
           const std::string& system,
           uint32_t seed)
{
    RecordingFiles ofRun = files;
    if (scenario->systems.size() * scenario->seeds.size() > 1)
    {
        for (const RecordingOption& file : kRecordingOptions)
        {
            ofRun.*file.path = PathOfRun(files.*file.path, system, seed);
        }
    }
    return ofRun;
}

void
CheckRecordingFiles(const RecordingFiles& files, const ValidScenario& scenario)
{
    if (!files.timeline.empty() && !scenario->trace.jobs.empty())
    {
        throw ScenarioError(
            {"--timeline " + files.timeline +
             ": is not allowed with a trace, whose workers come and go; use --occupancy"});
    }
    if (!files.timeline.empty() && DoJobsShrink(scenario))
    {
        throw ScenarioError({"--timeline " + files.timeline +
                             ": is not allowed with faults.on_lost_worker = \"continue\" and lost "
                             "workers, as jobs change their workers; use --occupancy"});
    }
    CheckSamples(files, *scenario);
    for (const RecordingOption& file : kRecordingOptions)
    {
        const std::string& path = files.*file.path;
        if (std::error_code ignored; fs::is_directory(path, ignored)) // with several runs, too
        {
            throw ScenarioError(
                {std::string(file.option) + " " + path + ": is a directory; name a file"});
        }
    }
}

} // namespace ns3::esa
