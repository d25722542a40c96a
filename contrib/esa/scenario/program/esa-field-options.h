/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FIELD_OPTIONS_H
#define ESA_FIELD_OPTIONS_H

#include <vector>

namespace ns3::esa
{

/// An option that is another name for a field of the scenario.
struct FieldOption
{
    const char* name;  ///< of the option
    const char* field; ///< of the scenario
    bool isList;       ///< whether its value is a list, separated by commas
    const char* value; ///< name of the value in the help text
    const char* help;  ///< help text
};

/// The options that are short names of frequent fields.
inline const std::vector<FieldOption> kFieldOptions{
    {"system", "systems", true, "NAME,...", "systems to run (see --list-systems)"},
    {"jobs", "jobs.count", false, "N", "number of jobs"},
    {"workers", "jobs.workers", false, "N", "workers of each job"},
    {"workload", "jobs.workload", false, "LETTERS", "DNNs of the jobs in turn: A, B or AB"},
    {"trace",
     "execution.traces",
     true,
     "PREFIX,...",
     "execution traces instead of DNNs, one per job: PREFIX.RANK.et"},
    {"iterations", "iterations", false, "N", "training iterations of every job"},
    {"seed", "seeds", true, "N,...", "seeds; every system runs with each"},
    {"run", "run", false, "N", "run (sub-stream) number"},
};

} // namespace ns3::esa

#endif // ESA_FIELD_OPTIONS_H
