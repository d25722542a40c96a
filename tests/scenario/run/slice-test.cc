// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A slice stands for the whole model: the time of an iteration is in proportion to it.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return time of an iteration divided by the slice, in ms, with jitter and random starts
double
WholeMs(const std::string& system, const std::string& buckets, double slice)
{
    const json scenario = {
        {"jobs", {{"count", 3}, {"workers", 4}}},
        {"topology", {{"hosts", 12}}},
        {"link", {{"rate_gbps", 200}}},
        {"switch", {{"memory_bytes", 1000000}}},
        {"dnns", {{"A", {{"model", "gpt2-xl"}, {"buckets", buckets}, {"slice", slice}}}}},
        {"iterations", 1}};
    return SimulateWithDefaults(scenario.dump(), system).jctMs / slice;
}

TEST(Slices, AreInProportionToTheWholeModel)
{
    for (const char* const buckets : {"ddp", "partitions"})
    {
        for (const char* const system : {"esa", "atp"})
        {
            SCOPED_TRACE(std::string(system) + ", " + buckets);
            const double small = WholeMs(system, buckets, 0.002);
            EXPECT_NEAR(WholeMs(system, buckets, 0.008), small, 0.05 * small);
        }
    }
}

} // namespace
} // namespace ns3::esa::test
