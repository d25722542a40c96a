/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which captures there are, and what they are called.

#include "scenario/run/capture-files.h"

#include "ns3/esa-wire-format.h"

namespace ns3::esa::test
{

TEST_F(CaptureRuns, AreNamedByRoleAndThereIsNoneOfIdleHosts)
{
    ASSERT_EQ(Capture({"--set=topology.hosts=6"}).code, 0);
    EXPECT_EQ(Names(),
              (NameSet{"job0-worker0",
                       "job0-worker1",
                       "job1-worker0",
                       "job1-worker1",
                       "job0-ps",
                       "job1-ps"}));
    const CaptureContents capture = ReadCapture(PathOf("job1-worker0"));
    ASSERT_GT(capture.lengths.size(), 60u);
    for (std::size_t i = 0; i < capture.lengths.size(); ++i)
    {
        EXPECT_EQ(capture.lengths[i], kInaFrameBytes);
        EXPECT_EQ(capture.keptLengths[i], kInaFrameBytes);
        EXPECT_GE(capture.timesNs[i], i > 0 ? capture.timesNs[i - 1] : 0);
    }
}

TEST_F(CaptureRuns, ShareTheNameOfAHostOfSeveralRoles)
{
    ASSERT_EQ(Capture({"--set=topology.ps_hosts=1", "--pcap-hosts=ps"}).code, 0);
    EXPECT_EQ(Names(), NameSet{"job0-ps+job1-ps"});
    ASSERT_EQ(Capture({"--set=topology.ps_hosts=1",
                       "--jobs=4",
                       "--set=topology.hosts=8",
                       "--pcap-hosts=job3-ps",
                       "--force"})
                  .code,
              0);
    EXPECT_EQ(Names(), (NameSet{"job0-ps+job1-ps", "job0-ps+3-more"}));
}

TEST_F(CaptureRuns, AreOfTheLinksThatAreNamed)
{
    const std::vector<std::pair<std::string, NameSet>> choices{
        {"job1", {"job1-worker0", "job1-worker1", "job1-ps"}},
        {"job1-worker1,job0-ps", {"job1-worker1", "job0-ps"}},
        {"host0", {"job0-worker0"}},
        {"job1-ps-port", {"job1-ps-port"}},
        {"ps,ports",
         {"job0-ps",
          "job1-ps",
          "job0-worker0-port",
          "job0-worker1-port",
          "job1-worker0-port",
          "job1-worker1-port",
          "job0-ps-port",
          "job1-ps-port"}},
    };
    for (const auto& [choice, names] : choices)
    {
        ASSERT_EQ(Capture({"--pcap-hosts=" + choice, "--force"}).code, 0);
        EXPECT_EQ(Names(), names) << choice;
        for (const std::string& name : names)
        {
            fs::remove(PathOf(name));
        }
    }
}

TEST_F(CaptureRuns, OfRacksHaveTheirUplinks)
{
    ASSERT_EQ(Capture({"--set=topology.racks=2",
                       "--set=topology.spines=2",
                       "--set=placement.racks_per_job=2",
                       "--pcap-hosts=uplinks,rack1-spine0-port"})
                  .code,
              0);
    // each job goes by one spine
    EXPECT_EQ(Names(),
              (NameSet{"rack0-spine0",
                       "rack0-spine1",
                       "rack1-spine0",
                       "rack1-spine1",
                       "rack1-spine0-port"}));
    EXPECT_EQ(ReadCapture(PathOf("rack1-spine0")).lengths.size(),
              ReadCapture(PathOf("rack1-spine0-port")).lengths.size());
}

TEST_F(CaptureRuns, OfTracesAreNamedByHost)
{
    const std::string trace =
        m_directory.Write("jobs.csv", "submit_time,gpu_num,duration,model\n0,2,1,T\n");
    const CallResult outcome = Capture({"--set=trace.file=" + trace});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const NameSet names = Names();
    EXPECT_EQ(names.size(), 3u) << "two workers and a PS";
    for (const std::string& name : names)
    {
        EXPECT_TRUE(BeginsWith(name, "host"));
    }
}

} // namespace ns3::esa::test
