// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "model/training-rack.h"

#include "ns3/esa-network-runner.h"
#include "ns3/esa-system-registry.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <vector>

// Mistakes in a user's C++ program end the program with a message that names them, in every build.

namespace
{

using namespace ns3;
using esa::test::ThreeHosts;

/// The set-up of a rack; each test makes one mistake in it.
struct RackSetup
{
    std::string system{"esa"};  ///< name of the system
    uint64_t memoryBytes{5000}; ///< of the switch
    uint32_t jobs{1};           ///< number of jobs
    uint32_t workers{2};        ///< of each job
    uint32_t maxWindow{200};    ///< of each worker
    std::string rate{"1Gb/s"};  ///< of the links
    bool psInRack{true};        ///< whether the PS is linked to the switch
};

void
RunRack(const RackSetup& setup)
{
    NodeContainer hosts(setup.workers);
    NodeContainer psHost(1);
    NodeContainer switchNode(1);
    esa::EsaHelper helper(setup.system);
    helper.SetDeviceAttribute("DataRate", StringValue(setup.rate));
    helper.SetSwitchAttribute("MemoryBytes", UintegerValue(setup.memoryBytes));
    helper.InstallRack(switchNode.Get(0), setup.psInRack ? NodeContainer(hosts, psHost) : hosts);
    const esa::Dnn dnn{{esa::FromMicroseconds(1)}, {{1, 1000}}, 1.0};
    const esa::JobSetup job{dnn, hosts, psHost.Get(0), 1};
    esa::TrainingOptions options;
    options.worker.window.maxPackets = setup.maxWindow;
    helper.InstallJobs(std::vector<esa::JobSetup>(setup.jobs, job), options);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
}

/// Each case needs a process of its own.
class MisuseDeathTest : public testing::Test
{
  protected:
    MisuseDeathTest()
    {
        testing::FLAGS_gtest_death_test_style = "threadsafe";
    }
};

TEST_F(MisuseDeathTest, RacksThatCannotBe)
{
    struct Mistake
    {
        void (*make)(RackSetup& setup);
        const char* message;
    };

    for (const Mistake& mistake : std::vector<Mistake>{
             {[](RackSetup& s) { s.system = "eas"; },
              "no system \"eas\"; there are esa, atp, switchml, "},
             {[](RackSetup& s) {
                  s.system = "switchml";
                  s.workers = 33;
                  s.memoryBytes = 2 * 272;
              },
              "up to 3 groups of workers at a switch, but its share"},
             {[](RackSetup& s) { s.memoryBytes = 263; }, "MemoryBytes is below one aggregator"},
             {[](RackSetup& s) { s.memoryBytes = uint64_t{1} << 40; },
              "MemoryBytes is 1099511627776, but a switch has at most 100000000 aggregators of "
              "264"},
             {[](RackSetup& s) {
                  s.system = "switchml";
                  s.memoryBytes = uint64_t{50000001} * 272;
              },
              "a switch has at most 50000000 aggregators of 272"},
             {[](RackSetup& s) {
                  s.system = "switchml";
                  s.memoryBytes = 2 * 272;
                  s.jobs = 3;
              },
              "3 jobs, but 2 slots"},
             {[](RackSetup& s) { s.maxWindow = 199; },
              "EsaHelper: in TrainingOptions, worker.window.maxPackets must be 0 \\(no cap\\) or "
              "at least window.initialPackets"},
             {[](RackSetup& s) { s.psInRack = false; }, "is not a host of the network"},
             {[](RackSetup& s) { s.rate = "0b/s"; }, "DataRate is 0"}})
    {
        RackSetup setup;
        mistake.make(setup);
        EXPECT_DEATH(RunRack(setup), mistake.message);
    }
}

TEST_F(MisuseDeathTest, JobsBeforeTheRack)
{
    EXPECT_DEATH(esa::EsaHelper("esa").InstallJobs({}, esa::TrainingOptions{}),
                 "InstallRack\\(\\) or InstallFabric\\(\\) comes before");
}

/// Sends an ordinary frame from a host. @param rate of its link
void
SendFrame(const std::string& rate)
{
    esa::EsaHelper helper("esa");
    NodeContainer hosts(2);
    helper.InstallRack(CreateObject<Node>(), hosts);
    const auto device = helper.GetFabric().LinkOf(hosts.Get(0)).AtHost();
    device->SetAttribute("DataRate", StringValue(rate));
    device->Send(Create<Packet>(100), device->GetBroadcast(), 0x0800);
}

TEST_F(MisuseDeathTest, DeviceWithoutRate)
{
    EXPECT_DEATH(SendFrame("0b/s"), "EsaNetDevice: DataRate is 0");
}

TEST_F(MisuseDeathTest, TimesLongerThanASimulation)
{
    const auto set = [](const Time& delay) {
        ThreeHosts rack;
        rack.helper.SetChannelAttribute("Delay", TimeValue(delay));
        rack.Installed().InstallJobs({rack.Job()}, {});
        Simulator::Run();
    };
    EXPECT_DEATH(set(Days(54)), "\\+54d is too long, at most 53 days are simulated");
}

TEST_F(MisuseDeathTest, CapturesInRounds)
{
    const auto capture = [](bool isLate) {
        ThreeHosts rack;
        if (isLate)
        {
            esa::NetworkRunner::Get().UseRounds();
        }
        rack.Installed();
        rack.helper.GetFabric()
            .LinkOf(rack.hosts.Get(0))
            .AtHost()
            ->TraceConnectWithoutContext(
                "PromiscSniffer",
                Callback<void, Ptr<const Packet>>([](const Ptr<const Packet>&) {}));
        if (!isLate)
        {
            esa::NetworkRunner::Get().UseRounds();
        }
        rack.helper.InstallJobs({rack.Job()}, {});
        Simulator::Run();
    };
    const char* const error = "frames cannot be captured with NetworkRunner::UseRounds\\(\\)";
    EXPECT_DEATH(capture(true), error);
    EXPECT_DEATH(capture(false), error);
}

TEST_F(MisuseDeathTest, OrdinaryFramesInRounds)
{
    const auto send = [] {
        esa::NetworkRunner::Get().UseRounds(2);
        SendFrame("1Gb/s");
    };
    EXPECT_DEATH(send(), "ordinary frames cannot be sent with NetworkRunner::UseRounds\\(\\)");
}

TEST_F(MisuseDeathTest, AnotherSchedulerThanThatOfRounds)
{
    const auto run = [] {
        esa::NetworkRunner::Get().UseRounds();
        ObjectFactory other;
        other.SetTypeId("ns3::MapScheduler");
        Simulator::SetScheduler(other);
        RunRack({});
    };
    EXPECT_DEATH(run(), "SetScheduler\\(\\) was called after NetworkRunner::UseRounds\\(\\)");
}

TEST_F(MisuseDeathTest, AttributeThatTheHelperOverrides)
{
    EXPECT_DEATH(esa::EsaHelper("esa").SetDeviceAttribute("EcnThresholdBytes", UintegerValue(1)),
                 "EcnThresholdBytes is set at the ports that mark, by SetEcnThreshold\\(\\)");
}

/// @brief Installs a job in a rack of three hosts.
/// @param change what to get wrong in it
/// @param times how often it is installed
template <typename Change>
void
InstallWrongJob(Change change, const std::string& system = "esa", int times = 1)
{
    ThreeHosts rack(system);
    esa::EsaHelper& helper = rack.Installed();
    esa::JobSetup job = rack.Job();
    change(job);
    for (int i = 0; i < times; ++i)
    {
        helper.InstallJobs({job}, esa::TrainingOptions{});
    }
}

TEST_F(MisuseDeathTest, OperationsThatNobodyKnows)
{
    using Operations = std::vector<esa::CollectiveOperation>;
    const auto install = [](const std::string& system, const Operations& operations) {
        const auto setOperations = [&operations](esa::JobSetup& job) {
            job.dnn.layerCompute = {esa::Picoseconds(0)};
            job.dnn.layerBackward = {esa::Picoseconds(0)};
            job.dnn.partitions.assign(operations.size(), {1, 1000});
            job.operations = operations;
        };
        InstallWrongJob(setOperations, system);
    };
    EXPECT_DEATH(install("esa", {{esa::CollectiveKind::AllToAll, 0, 1}}),
                 "EsaHelper: esa does not know an operation of the job");
    EXPECT_DEATH(install("ring", {{esa::CollectiveKind::Broadcast, 2, 1}}),
                 "the root and the peer of an operation must be two of the job's workers");
    EXPECT_DEATH(install("ring", {{esa::CollectiveKind::SendReceive, 1, 1}}),
                 "the root and the peer of an operation must be two of the job's workers");
}

TEST_F(MisuseDeathTest, AttributesOfANetworkThatIsInstalled)
{
    const std::string late = " is set too late; it can be set until the network is installed";
    EXPECT_DEATH(ThreeHosts().Installed().SetSwitchAttribute("MemoryBytes", UintegerValue(5000)),
                 "MemoryBytes of ns3::esa::EsaSwitch" + late);
    EXPECT_DEATH(ThreeHosts().Installed().SetDeviceAttribute("DataRate", StringValue("1Gb/s")),
                 "DataRate of ns3::esa::EsaNetDevice" + late);
    EXPECT_DEATH(
        ThreeHosts().Installed().SetUplinkDeviceAttribute("DataRate", StringValue("1Gb/s")),
        "DataRate of ns3::esa::EsaNetDevice" + late);
    EXPECT_DEATH(ThreeHosts().Installed().SetChannelAttribute("Delay", StringValue("1us")),
                 "Delay of ns3::esa::EsaChannel" + late);
    EXPECT_DEATH(ThreeHosts().Installed().SetUplinkChannelAttribute("Delay", StringValue("1us")),
                 "Delay of ns3::esa::EsaChannel" + late);
}

TEST_F(MisuseDeathTest, AttributesThatThereAreNot)
{
    const UintegerValue value(5000);
    EXPECT_DEATH(esa::EsaHelper("esa").SetSwitchAttribute("Memory", value),
                 "ns3::esa::EsaSwitch has no attribute Memory; it has .*MemoryBytes");
    EXPECT_DEATH(esa::EsaHelper("straw2").SetSystemAttribute("Chance", value),
                 "has no attribute Chance that takes this value; it has .*AggregatorBytes");
}

TEST_F(MisuseDeathTest, PlacesOfAWindowWithoutALimit)
{
    const auto install = [](esa::IndexRule rule) {
        ThreeHosts rack("atp");
        esa::TrainingOptions options;
        options.worker.window.maxPackets = 0;
        options.indexRule = rule;
        rack.Installed().InstallJobs({rack.Job()}, options);
        Simulator::Run();
    };
    EXPECT_DEATH(install(esa::IndexRule::WindowSlot), "worker.window.maxPackets must be above 0");
    install(esa::IndexRule::Auto); // there are other rules
    Simulator::Destroy();
}

TEST_F(MisuseDeathTest, EcnThresholdAfterAJob)
{
    const auto setTwice = [] {
        ThreeHosts rack;
        esa::EsaHelper& helper = rack.Installed();
        helper.SetEcnThreshold(1000);
        std::cerr << "once, ";
        helper.InstallJobs({rack.Job()}, esa::TrainingOptions{});
        helper.SetEcnThreshold(2000);
    };
    EXPECT_DEATH(setTwice(),
                 "once, .*the ECN threshold is set too late; it can be set until a job");
}

TEST_F(MisuseDeathTest, JobsThatCannotTrain)
{
    using Job = esa::JobSetup;
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions.clear(); }), "no partitions");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.layerCompute.clear(); }), "no layers");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.iterations = 0; }), "has 0 iterations");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions[0].layer = 2; }),
                 "a partition belongs to layer 2, but the job's DNN has layers 1 to 1");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions[0].layer = 0; }), "layer 0");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions[0].layerCount = 2; }),
                 "a partition belongs to 2 layers from layer 1 on");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions[0].layerCount = 0; }),
                 "belongs to 0 layers");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.partitions[0].bytes = 0; }), "is empty");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.layerBackward.resize(2); }),
                 "1 layers, but 2 backward parts");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.dnn.commCompRatio = 0; }), "above 0");
    EXPECT_DEATH(InstallWrongJob([](Job& job) { job.parameterServer = nullptr; }),
                 "no node for its PS");
    EXPECT_DEATH(InstallWrongJob([](Job&) {}, "esa", 2), "job number 0 is used twice");
}

TEST_F(MisuseDeathTest, ParameterOfAnotherSystem)
{
    const auto& price = *esa::FindSystem("switchml")->onHost.values;
    EXPECT_DEATH(esa::EsaHelper("esa").SetSystemParameter(price, 300),
                 "ns3::esa::Esa has no parameter ");
}

} // namespace
