// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RESULT_COLUMNS_H
#define ESA_RESULT_COLUMNS_H

#include "ns3/esa-run-result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

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

#endif // ESA_RESULT_COLUMNS_H
