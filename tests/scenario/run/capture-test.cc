// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What captures hold, when they end, and what is refused.

#include "scenario/run/capture-files.h"

#include "ns3/esa-captures.h"
#include "ns3/esa-wire-format.h"

#include <sys/resource.h>
#include <utility>

namespace ns3::esa::test
{

TEST_F(CaptureRuns, ChangeNoResult)
{
    ASSERT_EQ(Capture().code, 0);
    const auto with = Reproducible(m_out + "/result.csv");
    ASSERT_EQ(Call({"--config=" + m_config,
                    "--system=esa",
                    "--set=switch.memory_bytes=2000",
                    "--set=jitter.max_us=1",
                    "--out=" + m_out,
                    "--force"})
                  .code,
              0);
    EXPECT_EQ(Reproducible(m_out + "/result.csv"), with);
}

TEST_F(CaptureRuns, KeepTheFirstBytes)
{
    ASSERT_EQ(Capture({"--pcap-bytes=60", "--pcap-hosts=job0-worker0"}).code, 0);
    const CaptureContents capture = ReadCapture(PathOf("job0-worker0"));
    ASSERT_FALSE(capture.lengths.empty());
    EXPECT_EQ(capture.keptLengths[0], 60u);
    EXPECT_EQ(capture.lengths[0], kInaFrameBytes);
    EXPECT_EQ(fs::file_size(PathOf("job0-worker0")), 24 + capture.lengths.size() * (16 + 60));
}

TEST_F(CaptureRuns, EndWithAWarningWhenTheyHaveTheirBytes)
{
    ASSERT_EQ(Capture().code, 0);
    const double all = Size();
    const auto results = Reproducible(m_out + "/result.csv");
    const auto bytes = static_cast<uint64_t>(all / 2);
    const CallResult outcome = Capture({"--force", "--pcap-max=" + std::to_string(bytes)});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(HasText(outcome.err, "--pcap-max " + std::to_string(bytes) + " is reached"));
    EXPECT_EQ(Lines(outcome.err).size(), 1u);
    EXPECT_LE(Size(), static_cast<double>(bytes));
    EXPECT_GT(Size(), 0.9 * static_cast<double>(bytes));
    EXPECT_FALSE(ReadCapture(PathOf("job1-worker1")).lengths.empty()) << "whole frames";
    EXPECT_EQ(Reproducible(m_out + "/result.csv"), results) << "the run goes on";
    EXPECT_EQ(Capture({"--force"}).err, "");
}

TEST_F(CaptureRuns, CountTheHeadersOfFiles)
{
    ASSERT_EQ(Capture().code, 0);
    const auto all = static_cast<uint64_t>(Size());
    EXPECT_EQ(Capture({"--force", "--pcap-max=" + std::to_string(all)}).err, "");
    const CallResult less = Capture({"--force", "--pcap-max=" + std::to_string(all - 1)});
    EXPECT_TRUE(HasText(less.err, "is reached"));
    EXPECT_LT(Size(), static_cast<double>(all));
}

TEST_F(CaptureRuns, SpendNothingOnFilesThatCannotBeCreated)
{
    CaptureOptions options;
    CaptureBudget budget(24 + 16 + 100); // headers of file and frame, and one frame
    CaptureFile missing(m_directory.Path("missing/c.pcap"), options, budget);
    CaptureFile whole(m_directory.Path("c.pcap"), options, budget);
    missing.Add(Create<Packet>(100));
    whole.Add(Create<Packet>(100));
    EXPECT_FALSE(budget.End()) << "all of it was left for the other file";
    whole.Add(Create<Packet>(1));
    EXPECT_TRUE(budget.End());
    whole.Commit(false);
    EXPECT_EQ(fs::file_size(m_directory.Path("c.pcap")), 24u + 16 + 100);
}

TEST_F(CaptureRuns, OfAPartOfARunHaveAnotherName)
{
    const CaptureOptions options;
    CaptureBudget budget(1000);
    for (const bool isInterrupted : {false, true})
    {
        CaptureFile file(m_directory.Path("c.pcap"), options, budget);
        file.Add(Create<Packet>(100));
        file.Commit(isInterrupted);
        EXPECT_EQ(fs::exists(m_directory.Path("c-interrupted.pcap")), isInterrupted);
    }
    EXPECT_EQ(fs::file_size(m_directory.Path("c-interrupted.pcap")), 24u + 16 + 100);
}

TEST_F(CaptureRuns, AreNotOverwritten)
{
    m_directory.Write("c-esa-1-job1-ps.pcap", "mine");
    const CallResult refused = Capture();
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(HasText(refused.err, "job1-ps.pcap: exists"));
    EXPECT_EQ(ReadTextFile(PathOf("job1-ps")), "mine");
    EXPECT_EQ(Names(), NameSet{"job1-ps"});
    EXPECT_FALSE(fs::exists(m_out));
    EXPECT_EQ(Capture({"--force"}).code, 0);
    EXPECT_FALSE(ReadCapture(PathOf("job1-ps")).lengths.empty());
}

TEST_F(CaptureRuns, OfAnEarlierRunDoNotRemain)
{
    m_directory.Write("c-esa-1-job1-ps.pcap", "mine");
    ASSERT_EQ(Capture({"--force", "--set=switch.memory_bytes=5000000"}).code, 0);
    EXPECT_EQ(Names().count("job1-ps"), 0u) << "the PS had nothing to do";
    EXPECT_EQ(Names().count("job1-worker0"), 1u);
}

TEST_F(CaptureRuns, CallServersOfBytePsByTheirNumber)
{
    ASSERT_EQ(Call({"--system=byteps",
                    "--jobs=1",
                    "--workers=2",
                    "--iterations=1",
                    "--set=topology.hosts=4",
                    "--set=topology.ps_hosts=1",
                    "--set=byteps.servers=2",
                    "--set=byteps.colocated=false",
                    "--set=byteps.partition_bytes=10000",
                    "--set=dnns.A.layers=[{\"compute_us\": 0}]",
                    "--set=dnns.A.partitions=[{\"layer\": 1, \"bytes\": 100000}]",
                    "--out=" + m_out,
                    "--pcap-hosts=job0-ps,job0-server1",
                    "--pcap=" + m_directory.Path("c")})
                  .code,
              0);
    EXPECT_TRUE(fs::exists(m_directory.Path("c-byteps-1-job0-ps.pcap")));
    EXPECT_TRUE(fs::exists(m_directory.Path("c-byteps-1-job0-server1.pcap")));
}

TEST_F(CaptureRuns, WithBadOptionsAreRefused)
{
    fs::create_directory(PathOf("job0-worker0"));
    const std::string prefix = "--pcap=" + m_directory.Path("d");
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
        {{"--pcap=" + m_directory.Path("c"), "--force"}, "is a directory"},
        {{"--pcap=" + m_directory.Path(std::string(240, 'a'))}, "File name too long"},
        {{"--pcap=" + m_directory.Path("missing/c")}, "missing/c-"},
        {{prefix, "--pcap-hosts=job9"}, "--pcap-hosts: \"job9\" is not allowed: must be a link"},
        {{prefix, "--pcap-hosts=uplinks"}, "\"uplinks\" is not allowed"},
        {{prefix, "--pcap-hosts=workers,,ps"}, "\"\" is not allowed"},
        {{prefix, "--pcap-bytes=13"}, "--pcap-bytes 13: is not allowed"},
        {{prefix, "--pcap-bytes=x"}, "--pcap-bytes x: is not allowed"},
        {{prefix, "--pcap-max=0"}, "--pcap-max 0: is not allowed"},
        {{"--pcap-max=9"}, "is allowed with --pcap only"},
        {{"--pcap-bytes=60"}, "is allowed with --pcap only"},
        {{"--pcap-hosts=ps"}, "is allowed with --pcap only"},
        {{prefix, "--system=esa", "--timeline=" + m_directory.Path("d-esa-1-job0-ps.pcap")},
         "is the same file as that of --timeline"},
    };
    for (const auto& [more, message] : calls)
    {
        std::vector<std::string> arguments{"--config=" + m_config};
        arguments.insert(arguments.end(), more.begin(), more.end());
        ExpectRefused(arguments, {message});
    }
}

TEST_F(CaptureRuns, ThatCannotBeWrittenAreAnErrorAndLoseNoRow)
{
    const std::vector<std::string> arguments{"--config=" + m_config,
                                             "--quiet",
                                             "--system=esa",
                                             "--out=" + m_out,
                                             "--pcap=" + m_directory.Path("c")};
    const int status = CallInChild(arguments, [] {
        const rlimit limit{15000, 15000}; // the rows fit, the captures do not
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 1);
    const std::string text = ReadTextFile(m_log);
    EXPECT_TRUE(HasText(text, "ended, but "));
    EXPECT_TRUE(HasText(text, ".pcap: cannot be written: File too large"));
    EXPECT_EQ(Lines(text).size(), 2u);
    EXPECT_EQ(Lines(ReadTextFile(m_out + "/result.csv")).size(), 2u);
    for (const std::string& name : Names()) // those that fit are whole
    {
        EXPECT_LE(fs::file_size(PathOf(name)), 15000u);
    }
}

// Which captures there are, and what they are called.

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
