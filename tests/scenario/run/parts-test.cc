// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What the time of an iteration is made of: worked out by hand, and always the whole time.

#include "scenario/run/level-jobs.h"
#include "wire-time.h"

#include "ns3/esa-critical-path.h"
#include "ns3/esa-results.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kPartsBytes = 1'000'000; ///< gradients of an iteration
constexpr double kPartsDelayUs = 1;         ///< of each link, at 100 Gb/s
constexpr uint32_t kPartsWorkers = 8;       ///< of a job

/// A job alone at one switch, which computes nothing.
json
AloneAtASwitch()
{
    return {{"iterations", 1},
            {"jitter", {{"mode", "none"}}},
            {"topology", {{"hosts", kPartsWorkers}, {"ps_hosts", 1}}},
            {"link", {{"rate_gbps", 100}, {"delay_us", kPartsDelayUs}}},
            {"dnns", DnnOf(0, {kPartsBytes})},
            {"jobs", {{"count", 1}, {"workers", kPartsWorkers}, {"start_max_us", 0}}}};
}

/// @return the result with parts
RunResult
WithParts(const json& scenario, const std::string& system, const std::string& engine = "auto")
{
    return SimulateWithDefaults(scenario.dump(), system, {"parts=true", "engine=" + engine});
}

/// @return a part of a result, in us
double
PartUs(const RunResult& result, TimePart part)
{
    return 1000 * result.jctPartsMs.at(static_cast<std::size_t>(part));
}

/// Expects parts in us, to within a few steps of the time or as stated; the parts that are not
/// named are 0.
void
ExpectParts(const RunResult& result,
            const std::map<TimePart, double>& expected,
            double withinUs = 0.03)
{
    for (std::size_t number = 0; number < kTimeParts; ++number)
    {
        const auto part = static_cast<TimePart>(number);
        const auto found = expected.find(part);
        EXPECT_NEAR(PartUs(result, part), found == expected.end() ? 0 : found->second, withinUs)
            << "part " << number << " of " << result.jctMs << " ms";
    }
}

/// Expects that the parts add up to the time, and that none is negative.
void
ExpectAllParts(const RunResult& result)
{
    ASSERT_EQ(result.jctPartsMs.size(), kTimeParts);
    double sum = 0;
    for (const double part : result.jctPartsMs)
    {
        EXPECT_GE(part, 0);
        sum += part;
    }
    EXPECT_NEAR(sum, result.jctMs, 1e-9 * result.jctMs);
}

/// @return frames of an iteration
double
Frames(const std::string& system)
{
    const double payload = PayloadBytes(FindSystem(system)->onHost.frame);
    return std::ceil(kPartsBytes / payload);
}

/// @return time of the gradients of some frames at 100 Gb/s, in us
double
PayloadUs(const std::string& system, double frames)
{
    return frames * PayloadBytes(FindSystem(system)->onHost.frame) * 8 / 100e3;
}

/// @return time of all else that these frames have, in us
double
HeadersUs(const std::string& system, double frames)
{
    const double bytes = System(*FindSystem(system)).DataFrameBytes();
    return frames * FrameUs(bytes) - PayloadUs(system, frames);
}

TEST(Parts, OfAJobAloneAreItsBytesOverTheRateAndTwoDelays)
{
    for (const std::string system : {"esa", "switchml", "panama"})
    {
        SCOPED_TRACE(system);
        // All frames follow each other on the first link; the last one goes over a second link.
        const double frames = Frames(system) + 1;
        ExpectParts(WithParts(AloneAtASwitch(), system),
                    {{TimePart::Payload, PayloadUs(system, frames)},
                     {TimePart::Headers, HeadersUs(system, frames)},
                     {TimePart::Latency, 2 * kPartsDelayUs}});
    }
}

TEST(Parts, OfARingAreTwoShareOfItsBytesAndItsSteps)
{
    const double chunk = std::ceil(Frames("ring") / kPartsWorkers);
    const double steps = 2 * (kPartsWorkers - 1);
    json scenario = AloneAtASwitch();
    // On a long link each step waits for the end of the one before. An acknowledgement of it goes
    // first.
    scenario["link"]["delay_us"] = 100;
    ExpectParts(WithParts(scenario, "ring"),
                {{TimePart::Payload, PayloadUs("ring", steps * (chunk + 1))},
                 {TimePart::Headers,
                  HeadersUs("ring", steps * (chunk + 1)) + steps * FrameUs(kAckFrameBytes)},
                 {TimePart::Latency, steps * 200}});
}

TEST(Parts, OfASmallWindowAreTheRoundTripsThatItWaitsFor)
{
    constexpr double kWindow = 10;
    json scenario = AloneAtASwitch();
    scenario["link"]["delay_us"] = 10;
    scenario["window"] = {{"initial_packets", kWindow}, {"max_packets", kWindow}};
    const RunResult result = WithParts(scenario, "esa");
    const double trips = std::ceil(Frames("esa") / kWindow);
    EXPECT_NEAR(PartUs(result, TimePart::Window), (trips - 1) * 20, 0.02 * trips);
    EXPECT_NEAR(PartUs(result, TimePart::Latency), 20, 0.02);
    EXPECT_EQ(PartUs(result, TimePart::Queue), 0);
}

TEST(Parts, OfComputationAreThoseThatCommunicationDoesNotHide)
{
    // The gradients of layer 2 are ready after its backward part; layer 1's hide nothing.
    json scenario = AloneAtASwitch();
    scenario["dnns"]["A"] = {
        {"layers",
         {{{"forward_us", 30}, {"backward_us", 50}}, {{"forward_us", 30}, {"backward_us", 50}}}},
        {"partitions", {{{"layer", 2}, {"bytes", 248}}, {{"layer", 1}, {"bytes", 248}}}},
        {"comm_comp_ratio", 1}};
    const RunResult result = WithParts(scenario, "esa");
    // Both backward parts, one fragment over two links, and both forward parts.
    ExpectParts(result,
                {{TimePart::Compute, 160},
                 {TimePart::Payload, PayloadUs("esa", 2)},
                 {TimePart::Headers, HeadersUs("esa", 2)},
                 {TimePart::Latency, 2}});
}

TEST(Parts, OfAPauseAreThePause)
{
    json scenario = AloneAtASwitch();
    scenario["faults"]["worker_pauses"] = {
        {{"job", 0}, {"worker", 3}, {"at_us", 0}, {"duration_us", 200}}};
    const double frames = Frames("esa") + 1;
    // A worker that is paused when it begins sends everything later. The others have asked for the
    // first results meanwhile.
    ExpectParts(WithParts(scenario, "esa"),
                {{TimePart::Late, 200},
                 {TimePart::Payload, PayloadUs("esa", frames)},
                 {TimePart::Headers, HeadersUs("esa", frames)},
                 {TimePart::Latency, 2}},
                4 * FrameUs(306));
}

TEST(Parts, OfTwoJobsOnTheSameHostsAreOneTimeTheOther)
{
    json scenario = AloneAtASwitch();
    json hosts = json::array();
    for (uint32_t worker = 0; worker < kPartsWorkers; ++worker)
    {
        hosts.push_back(worker);
    }
    scenario["topology"]["ps_hosts"] = 2;
    scenario["jobs"]["count"] = 2;
    scenario["placement"]["jobs"] = {{{"workers", hosts}, {"ps", kPartsWorkers}},
                                     {{"workers", hosts}, {"ps", kPartsWorkers + 1}}};
    const double frames = Frames("switchml") + 1;
    const RunResult result = WithParts(scenario, "switchml");
    ExpectAllParts(result);
    EXPECT_NEAR(PartUs(result, TimePart::Payload) / PayloadUs("switchml", frames), 1, 0.01);
    // The other job's bytes are behind, but for those after the end of the first job.
    const double other = frames * FrameUs(System(*FindSystem("switchml")).DataFrameBytes());
    EXPECT_NEAR(PartUs(result, TimePart::Queue) / other, 1, 0.01);
}

TEST(Parts, OfALossAtTheEndAreItsTimeout)
{
    // The last fragment of one worker is lost: nothing else happens until a timer runs out.
    json scenario = AloneAtASwitch();
    const auto last = static_cast<uint32_t>(Frames("switchml")) - 1;
    scenario["faults"]["links"] = {
        {{"hosts", {0}}, {"direction", "to_switch"}, {"lost_packets", {last}}}};
    const RunResult lossless = WithParts(AloneAtASwitch(), "switchml");
    const RunResult result = WithParts(scenario, "switchml");
    ExpectAllParts(result);
    EXPECT_GT(PartUs(result, TimePart::Repair), 2 * kPartsDelayUs);
    EXPECT_NEAR(PartUs(result, TimePart::Repair),
                1000 * (result.jctMs - lossless.jctMs),
                0.1 + 2 * kPartsDelayUs);
}

/// Networks and what disturbs a job in them.
std::map<std::string, json>
Disturbances()
{
    std::map<std::string, json> all;
    for (const double loss : {0., 0.001})
    {
        json scenario = AloneAtASwitch();
        scenario["iterations"] = 2;
        scenario["jobs"] = {{"count", 2}, {"workers", 7}, {"start_max_us", 50}};
        scenario["jitter"] = {{"mode", "partition"}, {"max_us", 20}};
        scenario["dnns"] = DnnOf(20, {100'000, 50'000});
        scenario["recovery"]["enabled"] = true;
        scenario["faults"]["every_link"]["loss_probability"] = loss;
        const std::string name = loss > 0 ? ", losses" : "";
        scenario["topology"] = {{"hosts", 14}, {"ps_hosts", 2}};
        all["one switch" + name] = scenario;
        scenario["topology"] = {{"hosts", 16}, {"racks", 4}, {"spines", 2}, {"ps_hosts", 4}};
        all["racks" + name] = scenario;
        scenario["aggregation"]["levels"] = "all";
        all["levels" + name] = scenario;
        scenario["link"]["pfc"] = {{"enabled", true}};
        all["levels with PFC" + name] = scenario;
    }
    return all;
}

/// Jobs that meet: on the same hosts for many iterations, and in little memory, with copies and
/// losses.
std::map<std::string, json>
Meetings()
{
    json hosts = json::array();
    for (uint32_t worker = 0; worker < kPartsWorkers; ++worker)
    {
        hosts.push_back(worker);
    }
    json scenario = AloneAtASwitch();
    scenario["iterations"] = 12;
    scenario["topology"]["ps_hosts"] = 2;
    scenario["jobs"]["count"] = 2;
    scenario["dnns"] = DnnOf(0, {40'000});
    scenario["placement"]["jobs"] = {{{"workers", hosts}, {"ps", kPartsWorkers}},
                                     {{"workers", hosts}, {"ps", kPartsWorkers + 1}}};
    std::map<std::string, json> all{{"same hosts", scenario}};
    scenario["switch"]["memory_bytes"] = 9000;
    scenario["jitter"] = {{"mode", "partition"}, {"max_us", 5}};
    all["little memory"] = scenario;
    scenario["recovery"]["enabled"] = true;
    scenario["faults"]["every_link"] = {{"loss_probability", 0.003},
                                        {"duplicate_probability", 0.003}};
    all["little memory, losses and copies"] = scenario;
    return all;
}

TEST(Parts, AreNotNegativeWhereJobsMeet)
{
    for (const auto& [name, scenario] : Meetings())
    {
        for (const std::string& system : SystemNames())
        {
            SCOPED_TRACE(system + ", " + name);
            ExpectAllParts(WithParts(scenario, system));
        }
    }
}

TEST(Parts, CountATimeoutAsARepairAlsoWherePacketsAreDelayed)
{
    json scenario = AloneAtASwitch();
    const auto last = static_cast<uint32_t>(Frames("switchml")) - 1;
    scenario["faults"]["links"] = {
        {{"hosts", {0}}, {"direction", "to_switch"}, {"lost_packets", {last}}}};
    scenario["jitter"] = {{"mode", "packet_in_order"}, {"max_us", 0.01}};
    const RunResult result = WithParts(scenario, "switchml");
    ExpectAllParts(result);
    EXPECT_GT(PartUs(result, TimePart::Repair), 5 * PartUs(result, TimePart::Late));
}

TEST(Parts, AddUpForEverySystemAndRunnerAndChangeNothing)
{
    for (const auto& [name, scenario] : Disturbances())
    {
        for (const std::string& system : SystemNames())
        {
            SCOPED_TRACE(system + ", " + name);
            const std::string withHosts = scenario.dump();
            RunResult result = WithParts(scenario, system);
            ExpectAllParts(result);
            RunResult events = WithParts(scenario, system, "ns3");
            result.wallS = events.wallS = 0;
            result.events = events.events = 0;
            EXPECT_EQ(CsvRow(result), CsvRow(events));
            RunResult without = SimulateWithDefaults(withHosts, system);
            EXPECT_TRUE(without.jctPartsMs.empty());
            result.jctPartsMs.clear();
            without.wallS = without.events = 0;
            EXPECT_EQ(CsvRow(result), CsvRow(without));
        }
    }
}

} // namespace
} // namespace ns3::esa::test
