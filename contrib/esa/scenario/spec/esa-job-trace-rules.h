/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_RULES_H
#define ESA_JOB_TRACE_RULES_H

#include "esa-scenario-draft.h"

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

/// What the jobs of a trace have to fit.
struct JobTraceLimits
{
    uint32_t hosts{0};                         ///< servers of workers
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
 * @param model what the trace calls it: a letter, or a model
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
 * @brief A job has times from 0, in order, no more workers than there are hosts and bits in a
 * bitmap, and a known model.
 * @param rows the jobs
 * @param limits what they have to fit
 * @return what is wrong
 */
std::vector<JobTraceError> FindJobTraceErrors(const std::vector<JobTraceRow>& rows,
                                              const JobTraceLimits& limits);

/**
 * @ingroup esa
 * @brief Fill in when the jobs of a trace come in simulated time, and how long they train.
 * @param scenario a scenario whose trace is in order
 */
void ScaleJobTrace(Scenario& scenario);

/**
 * @ingroup esa
 * @brief The jobs of a trace.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckJobTrace(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The jobs of a trace do not run too long.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckJobTraceScale(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief With a trace, nothing speaks of jobs by their place and number.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckBesideJobTrace(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_RULES_H
