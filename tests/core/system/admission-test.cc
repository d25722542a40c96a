// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Which jobs switches sum: programs of switches (HIRE).

#include "ns3/esa-admission.h"
#include "ns3/esa-system-registry.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ns3::esa
{
namespace
{

/// A cluster whose switches have 10 MB and 8,000 slots.
class Programs : public testing::Test
{
  protected:
    /// A job of two workers begins in a rack.
    Grant Begin(uint16_t job, uint32_t rack)
    {
        const AggregationPlan plan({SwitchId{rack}, SwitchId{rack}}, SwitchId{rack});
        const std::vector<std::size_t> hosts{2U * job, 2U * job + 1};
        return admission.Decide({job, job, 10, 8000, 10'000'000, plan, hosts, hire});
    }

    /// Sets a parameter.
    void Set(const std::string& field, double value)
    {
        for (const SystemParameter* parameter : hire.Parameters())
        {
            if (parameter->field == field)
            {
                hire.Set(*parameter, value);
            }
        }
    }

    System hire{*FindSystem("hire")}; ///< with 1 MB for a job
    Admission admission;              ///< of the jobs
};

TEST_F(Programs, ASwitchRunsThree)
{
    for (uint16_t job = 0; job < 3; ++job)
    {
        const Grant grant = Begin(job, 0);
        EXPECT_TRUE(grant.isAdmitted);
        EXPECT_EQ(grant.share, job) << "each has a memory of its own";
        EXPECT_EQ(grant.aggregators, 1'000'000 / 272U);
    }
    EXPECT_FALSE(Begin(3, 0).isAdmitted);
    EXPECT_TRUE(Begin(4, 1).isAdmitted) << "another switch has room of its own";
    admission.Release(1);
    const Grant next = Begin(5, 0);
    EXPECT_TRUE(next.isAdmitted);
    EXPECT_EQ(next.share, 1U) << "the place of the job that has left";
    EXPECT_FALSE(admission.Find(3)->isAdmitted);
}

TEST_F(Programs, EndWithEachResource)
{
    const std::map<std::string, double> limits{{"hire.programs", 2},
                                               {"hire.stages", 20},
                                               {"hire.type_stages", 46},
                                               {"hire.job_stages", 15},
                                               {"hire.job_memory_bytes", 5'000'000},
                                               {"hire.job_recirculation", 0.5}};
    for (const auto& [field, value] : limits)
    {
        SCOPED_TRACE(field);
        hire = System(*FindSystem("hire"));
        admission = Admission();
        Set("hire.programs", 10);
        Set(field, value);
        EXPECT_TRUE(Begin(0, 0).isAdmitted);
        EXPECT_TRUE(Begin(1, 0).isAdmitted);
        const Grant refused = Begin(2, 0);
        EXPECT_FALSE(refused.isAdmitted);
        ASSERT_TRUE(refused.limit);
        EXPECT_EQ(refused.value, hire.Value(*refused.limit));
        Set(refused.limit->field, refused.enough);
        admission = Admission();
        for (uint16_t job = 0; job < 10; ++job)
        {
            EXPECT_TRUE(Begin(job, 0).isAdmitted) << refused.limit->field << " is said to do";
        }
    }
}

TEST_F(Programs, NeedRoomAtAll)
{
    Set("hire.stages", 18);
    EXPECT_FALSE(Begin(0, 0).isAdmitted) << "the type has taken all stages";
    Set("hire.stages", 17);
    EXPECT_FALSE(Begin(1, 0).isAdmitted);
}

TEST_F(Programs, WhatAJobDoesNotTakeDoesNotEnd)
{
    Set("hire.programs", 1000);
    Set("hire.job_stages", 0);
    Set("hire.job_recirculation", 0);
    for (uint16_t job = 0; job < 10; ++job)
    {
        EXPECT_TRUE(Begin(job, 0).isAdmitted);
    }
    EXPECT_FALSE(Begin(10, 0).isAdmitted) << "ten times 1 MB are all";
}

} // namespace
} // namespace ns3::esa
