// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-test-rack.h"

#include "ns3/object-factory.h"
#include "ns3/test.h"

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
/// @brief A simulation leaves no state behind after Simulator::Destroy(), and every scheduler runs
/// events of the same time in the order in which they were scheduled. So a second run has the same
/// times and counts, with every scheduler.
class SecondRunTestCase : public TestCase
{
  public:
    explicit SecondRunTestCase(const std::string& system)
        : TestCase("a second run gives the same, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
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

    std::string m_system; ///< the system
};

/// @ingroup tests
/// @brief A simulation may be destroyed before its end.
class AbandonedRunTestCase : public TestCase
{
  public:
    AbandonedRunTestCase()
        : TestCase("destroyed in the middle of a run")
    {
    }

  private:
    void DoRun() override
    {
        const auto first = RunContended("esa", "");
        {
            TestRack rack("esa");
            rack.Install(2, 4);
            Simulator::Stop(MicroSeconds(30));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(
                (rack.record.Results() > 0 && rack.record.Results() < rack.ExpectedResults()),
                true,
                "this was to stop amid results");
        }
        const bool same = RunContended("esa", "") == first;
        NS_TEST_ASSERT_MSG_EQ(same, true, "a run that was destroyed changes the next one");
    }
};

/// @ingroup tests
/// @brief The suite: the same input gives the same output.
class EsaRepeatTestSuite : public TestSuite
{
  public:
    EsaRepeatTestSuite()
        : TestSuite("esa-repeat", TestSuite::Type::UNIT)
    {
        for (const auto& entry : Systems())
        {
            AddTestCase(new SecondRunTestCase(entry.name));
        }
        AddTestCase(new AbandonedRunTestCase);
    }
};

EsaRepeatTestSuite g_esaRepeatTestSuite; ///< registers itself

} // namespace
