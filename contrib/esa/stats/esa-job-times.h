// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_TIMES_H
#define ESA_JOB_TIMES_H

#include "ns3/assert.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What is reported of many values, for example of the times of all iterations. A mean hides
/// the few slow ones, so percentiles stand beside it. The p-th percentile is the smallest value
/// that p per cent of the values do not exceed (nearest rank): it is always one of the values.
struct Distribution
{
    double mean{0};   ///< mean
    double least{0};  ///< smallest value
    double median{0}; ///< 50th percentile
    double p95{0};    ///< 95th percentile
    double p99{0};    ///< 99th percentile
    double most{0};   ///< largest value
};

/// @param values values in any order, at least one
/// @return their distribution, in the unit of the values
Distribution Describe(std::vector<double> values);

/// @ingroup esa
/// @brief A job of a job trace, with the times of its life.
struct JobTimes
{
    std::string dnn;        ///< what it trained
    uint32_t workers{0};    ///< workers
    uint32_t iterations{0}; ///< iterations
    Picoseconds submit{0};  ///< when it was submitted
    Picoseconds start{0};   ///< when it got its hosts, and its workers started
    Picoseconds end{0};     ///< when its last worker ended

    /// @return how long it waited for hosts
    Picoseconds Queueing() const
    {
        NS_ASSERT_MSG(submit <= start, "a job does not start before it was submitted");
        return start - submit;
    }

    /// @return job completion time, queueing included
    Picoseconds Completion() const
    {
        NS_ASSERT_MSG(start <= end, "a job does not end before it starts");
        return end - submit;
    }
};

/// @ingroup esa
/// @brief What is reported of all jobs of a job trace together.
struct JobTimesSummary
{
    Distribution jctMs;       ///< job completion times, queueing included
    double makespanMs{0};     ///< first submission to last end
    double queueingMeanMs{0}; ///< time in the queue, mean
};

/// @return their summary
JobTimesSummary Summarize(const std::vector<JobTimes>& jobs);

/// @brief Writes the first line of jobs.csv.
/// @param out the file
void WriteJobTimesHeader(std::ostream& out);

/// @brief Writes a line of jobs.csv for each job.
/// @param out the file
/// @param run the first columns of each line: the run's system and seed
/// @param jobs the jobs, by number
void WriteJobTimes(std::ostream& out, const std::string& run, const std::vector<JobTimes>& jobs);

} // namespace ns3::esa

#endif // ESA_JOB_TIMES_H
