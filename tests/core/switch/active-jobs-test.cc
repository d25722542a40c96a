// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The jobs that divide the memory of a switch.

#include "core/switch/group-job.h"

#include "ns3/esa-active-jobs.h"

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kActiveUs = FromMicroseconds(1); ///< unit of the tests

TEST(ActiveJobs, CountThoseThatCameWithinTheTime)
{
    ActiveJobs jobs(10 * kActiveUs);
    EXPECT_EQ(jobs.Note(1, 0 * kActiveUs), 1);
    EXPECT_EQ(jobs.Note(2, 4 * kActiveUs), 2);
    EXPECT_EQ(jobs.Note(1, 5 * kActiveUs), 2);
    EXPECT_EQ(jobs.Note(3, 14 * kActiveUs), 3) << "the time of job 2 ends now";
    EXPECT_EQ(jobs.Note(3, 15 * kActiveUs), 2) << "job 2 is over, and job 1 came again";
    EXPECT_EQ(jobs.Note(3, 40 * kActiveUs), 1);
    EXPECT_EQ(jobs.Note(2, 40 * kActiveUs), 2) << "it begins again";
}

TEST(ActiveJobs, FitAByte)
{
    ActiveJobs jobs(kActiveUs);
    for (uint16_t job = 0; job < 300; ++job)
    {
        jobs.Note(job, Picoseconds(0));
    }
    EXPECT_EQ(jobs.Note(7, Picoseconds(0)), 255);
}

TEST(ActiveJobs, AreWrittenIntoResults)
{
    PipelineRig rig("panama");
    InaPacket first = GradientOf(1, 5, 0, 1);
    InaPacket last = GradientOf(1, 5, 1, 1);
    InaPacket other = GradientOf(2, 7, 0, 1);
    rig.Process(first);
    rig.Process(other);
    rig.Process(last);
    EXPECT_EQ(last.kind, PacketKind::Result);
    EXPECT_EQ(last.priority, 2);
    last.priority = 9;
    rig.Process(last);
    EXPECT_EQ(last.priority, 9) << "another switch has counted more";
}

TEST(SpreadCandidates, AreEightApart)
{
    const System panama(*FindSystem("panama"));
    const auto of = [&panama](uint32_t named, uint32_t aggregators) {
        Candidates out;
        SpreadCandidates({1, 0, 0, named, aggregators, panama}, out);
        return std::vector<uint32_t>(out.begin(), out.end());
    };
    EXPECT_EQ(of(70, 80), (std::vector<uint32_t>{70, 0, 10, 20, 30, 40, 50, 60}));
    EXPECT_EQ(of(1, 3), (std::vector<uint32_t>{1, 2, 0}));
}

} // namespace
} // namespace ns3::esa
