/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_JOB_H
#define ESA_TRACE_JOB_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A training job that `esa-trace make` writes.
struct TraceJob
{
    uint32_t ranks{0};                                 ///< number of its ranks
    std::function<std::string(uint32_t rank)> content; ///< gives what stands in the file of a rank
};

/// An option that describes a job.
struct TraceJobOption
{
    std::string name;    ///< without --
    std::string value;   ///< what its value is called; empty: it has none
    std::string initial; ///< its value if it is not given; empty: none
    std::string help;    ///< help text
};

/// @return the options that describe a job
std::vector<TraceJobOption> TraceJobOptions();

/// Make a job from options: of layers of the same size, or of a model.
/// @param given the options that the user gave, with their values
/// @throws ScenarioError if an option is not allowed
TraceJob ReadTraceJob(const std::map<std::string, std::string>& given);

} // namespace ns3::esa

#endif // ESA_TRACE_JOB_H
