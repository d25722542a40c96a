// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Training jobs on a rack.

#include "esa-test-rack.h"

#include "ns3/esa-wire-format.h"
#include "ns3/object-factory.h"
#include "ns3/pcap-file.h"

#include <array>
#include <cstdint>
#include <string>

using namespace ns3;
using namespace ns3::esa;

namespace
{

/// @param scheduler TypeId of the scheduler to use; empty: ns-3's default
/// @return the fingerprint of two jobs on little memory
TestRack::Fingerprint
RunContended(const std::string& system, const std::string& scheduler)
{
    if (!scheduler.empty())
    {
        ObjectFactory factory;
        factory.SetTypeId(scheduler);
        Simulator::SetScheduler(factory);
    }
    TestRack rack(system);
    rack.dnn = TestRack::SmallDnn(300);
    rack.Install(3, 3);
    rack.Run();
    auto print = rack.GetFingerprint();
    print.push_back(static_cast<int64_t>(rack.record.Results() - rack.record.WrongResults()));
    print.push_back(static_cast<int64_t>(Simulator::GetEventCount()));
    return print;
}

/// @ingroup tests
/// @brief One of the cases about jobs of one system.
class JobsTestCase : public RackTestCase
{
  public:
    /// What a case does.
    using Check = void (JobsTestCase::*)();

    JobsTestCase(const std::string& name, const std::string& system, Check check)
        : RackTestCase(name + ", " + system),
          m_system(system),
          m_check(check)
    {
    }

    /// One job alone: its JCT follows from link rate, delay and window.
    void ClosedForm();

    /// Sums are exact when memory is short, and the trace sources agree with the counts.
    void Contention();

    /// Workers and PSes may share hosts, even workers of one job.
    void SharedHosts();

    /// Packets with all values instead of a digest change no time and no count.
    void FullPayload();

    /// A capture contains every frame of its link, with times in nanoseconds, and does not change
    /// the simulation.
    void Capture();

    /// A simulation leaves no state behind after Simulator::Destroy(), and every scheduler runs
    /// events of the same time in the order in which they were scheduled. So a second run has the
    /// same times and counts, with every scheduler.
    void SecondRun();

    /// A simulation may be destroyed before its end.
    void AbandonedRun();

  private:
    /// @param fullPayload whether to carry all values
    /// @return the fingerprint of the run
    TestRack::Fingerprint RunWithPayload(bool fullPayload);

    /// @param capture name of the capture of the first host's link; empty: none
    /// @param frames set to the frames that the link carried, both directions
    /// @return the fingerprint of two jobs on little memory
    TestRack::Fingerprint RunCaptured(const std::string& capture, uint64_t& frames);

    void DoRun() override
    {
        (this->*m_check)();
    }

    std::string m_system; ///< the system
    Check m_check;        ///< what the case does
};

/**
 * DNN A sends 4 x 4 MB in the order of layers 2, 1, 1, 2, and each layer computes for 320 us. The
 * front layer has computed long before the rear layer's last result arrives. So the JCT is the time
 * of that result + 320 us. If the window never closes, the last result arrives when all frames have
 * been sent, plus two hops of the last one:
 * - ESA: 4 x 16130 frames of 24.48 ns + 2 x 2500 ns + 24.48 ns + 320 us = 1904.5 us,
 * - SwitchML: 4 x 31250 frames of 14.4 ns + 2 x 2500 ns + 14.4 ns + 320 us = 2125.0 us.
 */
void
JobsTestCase::ClosedForm()
{
    const Picoseconds compute = FromMicroseconds(320);
    const uint64_t bytes = 4000000;
    TestRack rack(m_system);
    rack.memoryBytes = 5000000;
    rack.dnn = {{compute, compute}, {{2, bytes}, {1, bytes}, {1, bytes}, {2, bytes}}, 1.0};
    rack.iterations = 1;
    rack.options.jitter.startMax = Picoseconds(0);
    rack.options.jitter.mode = JitterMode::None;
    const bool isSwitchMl = m_system == "switchml";
    if (isSwitchMl)
    {
        rack.helper.SetSystemAttribute("MaxWindow", UintegerValue(0));
    }
    WindowParameters& window = rack.options.worker.window;
    window.initialPackets = window.minPackets = window.maxPackets = 1000;
    rack.Install(1, 8);
    RunJobs(rack);
    const double jctMs = isSwitchMl ? 2.3650 : 2.0284;
    NS_TEST_ASSERT_MSG_EQ_TOL(rack.record.SpanMs(), jctMs, jctMs / 1000, "JCT is off");
}

void
JobsTestCase::Contention()
{
    TestRack rack(m_system);
    rack.Install(2, 4);
    RunJobs(rack);
    NS_TEST_ASSERT_MSG_EQ(rack.record.Iterations().size(), 2 * 4 * 2, "an iteration did not end");
    uint64_t outcomes = 0;
    for (std::size_t i = 0; i < kOutcomes; ++i)
    {
        const auto outcome = static_cast<Outcome>(i);
        NS_TEST_EXPECT_MSG_EQ(rack.record.Traced(outcome),
                              rack.Counted(outcome),
                              "trace source " << OutcomeName(outcome)
                                              << " does not fire once per packet");
        outcomes += rack.Counted(outcome);
    }
    NS_TEST_EXPECT_MSG_EQ(rack.helper.GetSwitch()->GetPipeline().Received(),
                          outcomes,
                          "a packet has no outcome, or several");
    NS_TEST_EXPECT_MSG_EQ(rack.Counted(Outcome::Malformed), 0, "packets were malformed");
    const SystemRecord& system = *FindSystem(m_system);
    const bool collides =
        !system.SumsInHosts() && system.onSwitch.memory == MemoryLayout::SharedPool;
    NS_TEST_EXPECT_MSG_EQ(
        (rack.Counted(Outcome::Preempted) + rack.Counted(Outcome::PassedThrough) > 0),
        collides,
        "only systems that share a pool see collisions, and here they must");
}

void
JobsTestCase::SharedHosts()
{
    TestRack rack(m_system);
    rack.dnn = TestRack::SmallDnn(200);
    // Host 0 has two workers of job 0, one of job 1 and both PSes; host 3 has nothing.
    rack.Install(4, {{0, 1, 0}, {1, 2, 0, 1}}, {0, 0});
    RunJobs(rack);
    NS_TEST_ASSERT_MSG_EQ(rack.LinkOf(3).AtSwitch()->GetCounts().framesCarried,
                          0,
                          "frames went to an idle host");
}

TestRack::Fingerprint
JobsTestCase::RunWithPayload(bool fullPayload)
{
    TestRack rack(m_system);
    rack.dnn = TestRack::SmallDnn(200);
    rack.options.fullPayload = fullPayload;
    rack.Install(2, 3);
    RunJobs(rack);
    return rack.GetFingerprint();
}

void
JobsTestCase::FullPayload()
{
    const bool same = RunWithPayload(false) == RunWithPayload(true);
    NS_TEST_ASSERT_MSG_EQ(same, true, "the payload changes the run");
}

TestRack::Fingerprint
JobsTestCase::RunCaptured(const std::string& capture, uint64_t& frames)
{
    TestRack rack(m_system);
    rack.dnn = TestRack::SmallDnn(100);
    rack.Install(2, 2);
    if (!capture.empty())
    {
        rack.helper.EnablePcap(capture, rack.LinkOf(0).AtHost(), true, true);
    }
    rack.Run();
    frames = rack.LinkOf(0).AtHost()->GetCounts().framesCarried +
             rack.LinkOf(0).AtSwitch()->GetCounts().framesCarried;
    return rack.GetFingerprint();
}

void
JobsTestCase::Capture()
{
    uint64_t carried = 0;
    const std::string name = CreateTempDirFilename("esa.pcap");
    const bool same = RunCaptured(name, carried) == RunCaptured("", carried);
    NS_TEST_ASSERT_MSG_EQ(same, true, "a capture changes the run");

    PcapFile file;
    file.Open(name, std::ios::in);
    NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "cannot read " << name);
    NS_TEST_ASSERT_MSG_EQ(file.IsNanoSecMode(), true, "the clock is too coarse for 24 ns");
    uint64_t frames = 0;
    uint64_t lastNs = 0;
    std::array<uint8_t, 2000> data;
    uint32_t seconds;
    uint32_t ns;
    uint32_t stored;
    uint32_t length;
    uint32_t read;
    for (;;)
    {
        file.Read(data.data(), data.size(), seconds, ns, stored, length, read);
        if (file.Eof() || file.Fail())
        {
            break;
        }
        ++frames;
        NS_TEST_ASSERT_MSG_EQ(length, kInaFrameBytes, "wrong length of frame " << frames);
        NS_TEST_ASSERT_MSG_EQ((ns >= lastNs), true, "time runs backwards");
        lastNs = ns;
    }
    NS_TEST_ASSERT_MSG_EQ(frames, carried, "the capture misses frames of the link");
}

void
JobsTestCase::SecondRun()
{
    const auto first = RunContended(m_system, "");
    RunContended("atp", ""); // another run in between
    for (const std::string scheduler : {"ns3::MapScheduler",
                                        "ns3::HeapScheduler",
                                        "ns3::CalendarScheduler",
                                        "ns3::PriorityQueueScheduler"})
    {
        const bool same = RunContended(m_system, scheduler) == first;
        NS_TEST_EXPECT_MSG_EQ(same, true, "a run with " << scheduler << " differs");
    }
}

void
JobsTestCase::AbandonedRun()
{
    const auto first = RunContended(m_system, "");
    {
        TestRack rack(m_system);
        rack.Install(2, 4);
        Simulator::Stop(MicroSeconds(30));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(
            (rack.record.Results() > 0 && rack.record.Results() < rack.ExpectedResults()),
            true,
            "this was to stop amid results");
    }
    const bool same = RunContended(m_system, "") == first;
    NS_TEST_ASSERT_MSG_EQ(same, true, "a run that was destroyed changes the next one");
}

/// @ingroup tests
/// @brief The suite: training jobs on a rack.
class EsaTestSuite : public TestSuite
{
  public:
    EsaTestSuite()
        : TestSuite("esa", TestSuite::Type::UNIT)
    {
        const auto add = [this](const char* name, const char* system, JobsTestCase::Check check) {
            AddTestCase(new JobsTestCase(name, system, check));
        };
        add("closed form of one job", "esa", &JobsTestCase::ClosedForm);
        add("closed form of one job", "switchml", &JobsTestCase::ClosedForm);
        add("captures", "esa", &JobsTestCase::Capture);
        for (const SystemRecord& system : Systems())
        {
            add("two jobs on little memory", system.name, &JobsTestCase::Contention);
            add("shared hosts", system.name, &JobsTestCase::SharedHosts);
            add("full payload", system.name, &JobsTestCase::FullPayload);
        }
    }
};

EsaTestSuite g_esaTestSuite; ///< registers itself

/// @ingroup tests
/// @brief The suite: the same input gives the same output.
class EsaRepeatTestSuite : public TestSuite
{
  public:
    EsaRepeatTestSuite()
        : TestSuite("esa-repeat", TestSuite::Type::UNIT)
    {
        for (const SystemRecord& system : Systems())
        {
            AddTestCase(new JobsTestCase("a second run gives the same",
                                         system.name,
                                         &JobsTestCase::SecondRun));
        }
        AddTestCase(new JobsTestCase("destroyed in the middle of a run",
                                     "esa",
                                     &JobsTestCase::AbandonedRun));
    }
};

EsaRepeatTestSuite g_esaRepeatTestSuite; ///< registers itself

} // namespace
