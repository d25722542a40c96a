// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RESULT_TABLE_H
#define ESA_RESULT_TABLE_H

#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario.h"

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @brief A field whose value does not fit the network.
 *
 * A field may have a value that is legal and does not fit the network: a timer of 300 round trips,
 * a window that leaves links idle. Such a run ends with numbers that show the field, and seem to
 * show the system. So each such field is named, with the value that would fit.
 */
struct FieldNote
{
    std::string field; ///< the field, for example rto.min_us
    std::string text;  ///< its value, why it does not fit, and which value would
};

/// @return what the scenario alone shows, at most one note for each field
std::vector<FieldNote> NotesOnFields(const ValidScenario& scenario);

/// @return what the counters of runs show, at most one note for each field
std::vector<FieldNote> NotesOnFields(const ValidScenario& scenario,
                                     const std::vector<RunResult>& results);

/// @brief Print the results, one line per system, as means over the seeds.
///
/// The ratio to ESA uses only the seeds that both systems have run. So the table of an interrupted
/// comparison is fair, too.
void PrintResultTable(std::ostream& out,
                      const ValidScenario& scenario,
                      const std::vector<RunResult>& results);

/// Name the systems of which one link sets the time, and which fields would change that.
/// @return a line for each system with such a run, of its first one
std::vector<std::string> BottleneckNotes(const ValidScenario& scenario,
                                         const std::vector<RunResult>& results);

/// Print a number in the shortest form that reads back as the same number.
/// @return decimal text, the same in every locale
std::string FormatNumber(double number);

/// @return the first line of result.csv
std::string CsvHeader();

/// Print a run as a line of result.csv. Only wall_s may differ when the run is repeated.
/// @return the columns, separated by commas; numbers of a list are separated by semicolons, other
///         lists are JSON; a column without a value is empty
std::string CsvRow(const RunResult& result);

/// Print a run as a row of result.json: the columns of result.csv that have a value.
nlohmann::ordered_json JsonRow(const RunResult& result);

} // namespace ns3::esa

#endif // ESA_RESULT_TABLE_H
