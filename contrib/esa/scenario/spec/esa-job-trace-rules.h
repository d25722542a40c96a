/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_RULES_H
#define ESA_JOB_TRACE_RULES_H

#include "esa-scenario-draft.h"
#include "esa-systems-with.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A job of a trace, from a file or listed; nothing where a cell holds no number in its range.
struct JobTraceRow
{
    std::optional<double> submitS;   ///< when it is submitted
    std::optional<uint32_t> workers; ///< hosts that it needs
    std::optional<double> durationS; ///< how long it trained
    std::string model;               ///< letter of its DNN, or the model that one names
};

/// The limits that the jobs of a trace must keep.
struct JobTraceLimits
{
    uint32_t hosts{0};                         ///< hosts of the topology
    uint32_t psHosts{0};                       ///< those of them that are for PSes, less than all
    WorkerLimit workers;                       ///< of a job, with the systems of the scenario
    std::map<std::string, std::string> models; ///< letters of DNNs, and the model that each names
};

/// What is wrong with a job of a trace.
struct JobTraceError
{
    std::size_t job{0};  ///< its place in the trace
    std::string field;   ///< its field
    std::string allowed; ///< what is allowed there
};

/**
 * @ingroup esa
 * @brief Find the DNN that a job of a trace trains.
 * @param models letters of DNNs, and the model that each names
 * @param model its name in the trace: a letter, or a model
 * @return the letter; empty if there is none
 */
std::string LetterOfModel(const std::map<std::string, std::string>& models,
                          const std::string& model);

/**
 * @ingroup esa
 * @param seconds a time in a trace
 * @return true if it is neither negative nor beyond what a simulation can hold
 */
bool IsTraceTime(double seconds);

/**
 * @ingroup esa
 * @brief Check the jobs of a trace: times from 0 in ascending order, no more workers than hosts or
 * bits in a bitmap, and a known model.
 * @param rows the jobs
 * @param limits the limits of the scenario
 * @return what is wrong
 */
std::vector<JobTraceError> FindJobTraceErrors(const std::vector<JobTraceRow>& rows,
                                              const JobTraceLimits& limits);

/**
 * @ingroup esa
 * @brief Fill in when the jobs of a trace are submitted in simulated time, and how many iterations
 * they train.
 * @param scenario a scenario whose trace has no errors
 */
void ScaleJobTrace(Scenario& scenario);

/**
 * @ingroup esa
 * @brief Check each job of a trace.
 */
void CheckJobTrace(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the jobs of a trace are neither submitted too late nor train too long.
 */
void CheckJobTraceScale(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that a scenario with a trace has no placement, pauses or restarts that name jobs by
 * number.
 */
void CheckBesideJobTrace(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_RULES_H
