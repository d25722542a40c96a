/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_JOB_H
#define ESA_TRACE_JOB_H

#include <boost/program_options.hpp>
#include <cstdint>
#include <functional>
#include <string>

namespace ns3::esa
{

/// A training job that `esa-trace make` writes.
struct TraceJob
{
    uint32_t ranks{0};                                 ///< number of its ranks
    std::function<std::string(uint32_t rank)> content; ///< gives what stands in the file of a rank
};

/// @return the options that describe a job, and --force
boost::program_options::options_description TraceJobOptions();

/// Make a job from options: of layers of the same size, or of a model.
/// @param given the options
/// @throws ScenarioError if an option is not allowed
TraceJob ReadTraceJob(const boost::program_options::variables_map& given);

} // namespace ns3::esa

#endif // ESA_TRACE_JOB_H
