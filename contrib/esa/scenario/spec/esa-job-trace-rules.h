/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_RULES_H
#define ESA_JOB_TRACE_RULES_H

#include "ns3/esa-config-error.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What is wrong with a job of a trace.
struct JobTraceError
{
    std::size_t job{0};  ///< its place in the trace
    std::string field;   ///< its field
    std::string allowed; ///< what is allowed there
};

/**
 * @ingroup esa
 * @brief Tell whether the jobs come from a trace.
 * @param config the configuration
 * @return true if trace.jobs has any
 */
bool HasJobTrace(const nlohmann::json& config);

/**
 * @ingroup esa
 * @brief Find the DNN that a job of a trace trains.
 * @param config the configuration
 * @param model what the trace calls it: a letter of dnns, or the model that one of them names
 * @return the letter; empty if there is none
 */
std::string LetterOfModel(const nlohmann::json& config, const std::string& model);

/**
 * @ingroup esa
 * @brief A job has times from 0, in order, no more workers than there are hosts and bits in a
 * bitmap, and a known model.
 * @param config the configuration
 * @param jobs the jobs
 * @return what is wrong
 */
std::vector<JobTraceError> FindJobTraceErrors(const nlohmann::json& config,
                                              const nlohmann::json& jobs);

/**
 * @ingroup esa
 * @brief The iterations of a job: as many as the model, computing and sending alone, runs in the
 * job's scaled duration, and at least one.
 * @param dnn the DNN, with layers and partitions
 * @param linkGbps rate of the links
 * @param durationUs the scaled duration
 * @return how many, rounded
 */
double JobTraceIterations(const nlohmann::json& dnn, double linkGbps, double durationUs);

/**
 * @ingroup esa
 * @brief The jobs of a trace.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckJobTrace(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The jobs of a trace do not run too long.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckJobTraceScale(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief With a trace, nothing speaks of jobs by their place and number.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckBesideJobTrace(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_RULES_H
