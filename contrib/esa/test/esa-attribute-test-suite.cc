// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-switch.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

/// A value, and whether an attribute accepts it.
struct Trial
{
    std::string attribute; ///< name of the attribute
    std::string value;     ///< the value
    bool good;             ///< whether it must be accepted
};

/// @ingroup tests
/// @brief Attributes accept valid values only.
class RangesTestCase : public TestCase
{
  public:
    RangesTestCase()
        : TestCase("ranges of attributes")
    {
    }

  private:
    /// @param trials values to try
    void Try(Ptr<Object> object, const std::vector<Trial>& trials)
    {
        for (const auto& trial : trials)
        {
            const bool taken =
                object->SetAttributeFailSafe(trial.attribute, StringValue(trial.value));
            NS_TEST_EXPECT_MSG_EQ(taken, trial.good, trial.attribute << " = " << trial.value);
        }
    }

    void DoRun() override
    {
        Try(CreateObject<EsaChannel>(),
            {{"Delay", "0ns", true}, {"Delay", "-1ns", false}, {"Delay", "2.5us", true}});
        Try(CreateObject<EsaNetDevice>(),
            {{"DataRate", "400Gb/s", true},
             {"DataRate", "fast", false},
             {"OverheadBytes", "0", true},
             {"OverheadBytes", "1001", false},
             {"Mtu", "9000", true},
             {"Mtu", "67", false},
             {"Mtu", "65536", false},
             {"QueueBytes", "0", true},
             {"EcnThresholdBytes", "1000000", true},
             {"ProcessingDelay", "-1ns", false}});
        Try(CreateObject<EsaSwitch>(),
            {{"MemoryBytes", "0", true},
             {"ReminderBytes", "58", true},
             {"ReminderBytes", "57", false},
             {"ReminderBytes", "9231", false},
             {"Strawberries", "1", false}});
        Try(EsaSystem::Create("straw2"),
            {{"AggregatorBytes", "264", true},
             {"AggregatorBytes", "0", false},
             {"Values", "32", false},
             {"PreemptProbability", "1", true},
             {"PreemptProbability", "1.01", false},
             {"PreemptProbability", "-0.01", false}});
        Try(EsaSystem::Create("switchml"),
            {{"Values", "32", true}, {"Values", "31", false}, {"Values", "2294", false}});
    }
};

/// @ingroup tests
/// @brief Every attribute and trace source of the module is registered with a help text.
class HelpTestCase : public TestCase
{
  public:
    HelpTestCase()
        : TestCase("help of attributes and trace sources")
    {
    }

  private:
    /// @param base a type
    /// @return true if another type derives from it, so that it may be abstract
    static bool IsBase(TypeId base)
    {
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            if (tid != base && tid.IsChildOf(base))
            {
                return true;
            }
        }
        return false;
    }

    void DoRun() override
    {
        const std::string prefix = "ns3::esa::";
        uint32_t types = 0;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            if (tid.GetName().compare(0, prefix.size(), prefix) != 0)
            {
                continue;
            }
            ++types;
            NS_TEST_EXPECT_MSG_EQ(tid.GetGroupName(), "Esa", "group of " << tid.GetName());
            const bool needsProcess = tid == EsaHostApp::GetTypeId();
            NS_TEST_EXPECT_MSG_EQ((tid.HasConstructor() || IsBase(tid) || needsProcess),
                                  true,
                                  "cannot create " << tid.GetName());
            for (std::size_t a = 0; a < tid.GetAttributeN(); ++a)
            {
                const auto attribute = tid.GetAttribute(a);
                NS_TEST_EXPECT_MSG_GT(attribute.help.size(), 10, "help of " << attribute.name);
                const bool valid = attribute.checker->Check(*attribute.initialValue);
                NS_TEST_EXPECT_MSG_EQ(valid, true, "default of " << attribute.name);
            }
            for (std::size_t t = 0; t < tid.GetTraceSourceN(); ++t)
            {
                const auto source = tid.GetTraceSource(t);
                NS_TEST_EXPECT_MSG_GT(source.help.size(), 10, "help of " << source.name);
                NS_TEST_EXPECT_MSG_NE(source.callback, "", "signature of " << source.name);
            }
        }
        NS_TEST_ASSERT_MSG_GT(types, 6, "the module's types are not registered");

        const TypeId switchId = EsaSwitch::GetTypeId();
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            const std::string name = OutcomeName(static_cast<Outcome>(i));
            const bool found = switchId.LookupTraceSourceByName(name) != nullptr;
            NS_TEST_EXPECT_MSG_EQ(found, true, "no trace source for outcome " << name);
        }
    }
};

/// @ingroup tests
/// @brief The memory of one aggregator determines how many the switch has.
class MemoryTestCase : public TestCase
{
  public:
    MemoryTestCase()
        : TestCase("aggregators that fit the memory")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = CreateObject<EsaSwitch>();
        pool->SetAttribute("System", PointerValue(EsaSystem::Create("esa")));
        NS_TEST_EXPECT_MSG_EQ(pool->GetAggregators(), 18939, "5 MB / 264 bytes");
        pool->SetAttribute("MemoryBytes", StringValue("527"));
        NS_TEST_EXPECT_MSG_EQ(pool->GetAggregators(), 1, "two do not fit");
        auto slots = CreateObject<EsaSwitch>();
        slots->SetAttribute("System", PointerValue(EsaSystem::Create("switchml")));
        NS_TEST_EXPECT_MSG_EQ(slots->GetAggregators(), 18382, "5 MB / 272 bytes");
        NS_TEST_EXPECT_MSG_EQ(slots->GetPipeline().Table().Size(), 2 * 18382, "two versions each");
    }
};

/// @ingroup tests
/// @brief The suite: attributes and trace sources.
class EsaAttributeTestSuite : public TestSuite
{
  public:
    EsaAttributeTestSuite()
        : TestSuite("esa-attribute", TestSuite::Type::UNIT)
    {
        AddTestCase(new RangesTestCase);
        AddTestCase(new HelpTestCase);
        AddTestCase(new MemoryTestCase);
    }
};

EsaAttributeTestSuite g_esaAttributeTestSuite; ///< registers itself

} // namespace
