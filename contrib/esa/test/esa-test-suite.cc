// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-test-rack.h"

#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

/**
 * @ingroup tests
 * @brief One job alone: its JCT follows from link rate, delay and window.
 *
 * DNN A sends 4 x 4 MB in the order of layers 2, 1, 1, 2, and each layer computes for 320 us. The
 * front layer has computed long before the rear layer's last result arrives. So the JCT is the time
 * of that result + 320 us. If the window never closes, the last result arrives when all frames have
 * been sent, plus two hops of the last one:
 * - ESA: 4 x 16130 frames of 24.48 ns + 2 x 2500 ns + 24.48 ns + 320 us = 1904.5 us,
 * - SwitchML: 4 x 31250 frames of 14.4 ns + 2 x 2500 ns + 14.4 ns + 320 us = 2125.0 us.
 */
class ClosedFormTestCase : public TestCase
{
  public:
    /// @param jctMs the JCT that the formula gives, in milliseconds
    ClosedFormTestCase(const std::string& system, double jctMs)
        : TestCase("closed form of one job, " + system),
          m_system(system),
          m_jctMs(jctMs)
    {
    }

  private:
    void DoRun() override
    {
        const Picoseconds compute = FromMicroseconds(320);
        const uint64_t bytes = 4000000;
        TestRack rack(m_system);
        rack.memoryBytes = 5000000;
        rack.dnn = {{compute, compute}, {{2, bytes}, {1, bytes}, {1, bytes}, {2, bytes}}, 1.0};
        rack.iterations = 1;
        rack.options.jitter.startMax = Picoseconds(0);
        rack.options.jitter.mode = JitterMode::None;
        if (m_system == "switchml")
        {
            rack.helper.SetSystemAttribute("MaxWindow", UintegerValue(0));
        }
        for (const auto* name : {"InitialWindow", "MinWindow", "MaxWindow"})
        {
            rack.helper.SetWorkerAttribute(name, UintegerValue(1000));
        }
        rack.Install(1, 8);
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the run does not end by itself");
        NS_TEST_ASSERT_MSG_EQ_TOL(rack.record.SpanMs(), m_jctMs, m_jctMs / 1000, "JCT is off");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_ASSERT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
    }

    std::string m_system; ///< the system
    double m_jctMs;       ///< the JCT that the formula gives
};

/// @ingroup tests
/// @brief Sums of every system are exact when memory is short, and its trace sources agree with its
/// counts.
class ContentionTestCase : public TestCase
{
  public:
    explicit ContentionTestCase(const std::string& system)
        : TestCase("two jobs on little memory, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.Install(2, 4);
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the run does not end by itself");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Iterations().size(),
                              2 * 4 * 2,
                              "an iteration did not end");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_ASSERT_MSG_EQ(rack.record.DistinctResults(),
                              rack.ExpectedResults(),
                              "a result was reported twice, or not at all");
        NS_TEST_ASSERT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");

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

    std::string m_system; ///< the system
};

/// @ingroup tests
/// @brief Workers and PSes may share hosts, even workers of one job.
class SharedHostsTestCase : public TestCase
{
  public:
    explicit SharedHostsTestCase(const std::string& system)
        : TestCase("shared hosts, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(200);
        // Host 0 has two workers of job 0, one of job 1 and both PSes; host 3 has nothing.
        rack.Install(4, {{0, 1, 0}, {1, 2, 0, 1}}, {0, 0});
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the run does not end by itself");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_ASSERT_MSG_EQ(rack.record.DistinctResults(),
                              rack.ExpectedResults(),
                              "a result was reported twice, or not at all");
        NS_TEST_ASSERT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        const auto towardsIdle = rack.LinkOf(3).AtSwitch();
        NS_TEST_ASSERT_MSG_EQ(towardsIdle->GetCounts().framesCarried,
                              0,
                              "frames went to an idle host");
    }

    std::string m_system; ///< the system
};

/// @ingroup tests
/// @brief Packets with all values instead of a digest change no time and no count.
class FullPayloadTestCase : public TestCase
{
  public:
    explicit FullPayloadTestCase(const std::string& system)
        : TestCase("full payload, " + system),
          m_system(system)
    {
    }

  private:
    /// @param fullPayload whether to carry all values
    /// @return the fingerprint of the run
    TestRack::Fingerprint RunOnce(bool fullPayload)
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(200);
        rack.options.fullPayload = fullPayload;
        rack.Install(2, 3);
        NS_TEST_EXPECT_MSG_EQ(rack.Run(), true, "the run does not end by itself");
        NS_TEST_EXPECT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        return rack.GetFingerprint();
    }

    void DoRun() override
    {
        const bool same = RunOnce(false) == RunOnce(true);
        NS_TEST_ASSERT_MSG_EQ(same, true, "the payload changes the run");
    }

    std::string m_system; ///< the system
};

/// @ingroup tests
/// @brief The suite: training jobs on a rack.
class EsaTestSuite : public TestSuite
{
  public:
    EsaTestSuite()
        : TestSuite("esa", TestSuite::Type::UNIT)
    {
        AddTestCase(new ClosedFormTestCase("esa", 1.9045));
        AddTestCase(new ClosedFormTestCase("switchml", 2.1250));
        for (const auto& entry : Systems())
        {
            AddTestCase(new ContentionTestCase(entry.name));
            AddTestCase(new SharedHostsTestCase(entry.name));
            AddTestCase(new FullPayloadTestCase(entry.name));
        }
    }
};

EsaTestSuite g_esaTestSuite; ///< registers itself

} // namespace
