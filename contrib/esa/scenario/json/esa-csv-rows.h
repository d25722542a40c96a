// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CSV_ROWS_H
#define ESA_CSV_ROWS_H

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What a CSV file must hold.
struct CsvForm
{
    std::vector<std::string> columns; ///< that the first line has to name, each once
    std::string row;                  ///< what a row is, for messages: job
    std::size_t maxRows;              ///< largest number of rows
    std::string most;                 ///< the same in words: 65536 jobs
};

/// A row of a CSV file.
struct CsvRow
{
    std::size_t line{0};            ///< its line in the file, from 1
    std::vector<std::string> cells; ///< of the columns of the form, in their order
};

/**
 * @brief Read a CSV file whose first line names its columns.
 *
 * Columns are found by their names, so their order does not matter, and other columns are ignored.
 * Spaces around a cell do not belong to it. There are no quoted cells.
 *
 * @throws ScenarioError with ORIGIN:LINE for what is wrong
 */
std::vector<CsvRow> ParseCsvRows(const std::string& text,
                                 const std::string& origin,
                                 const CsvForm& form);

/// Read a cell that may hold a number.
/// @return the number, or the text if it is none
nlohmann::json CsvValue(const std::string& cell);

} // namespace ns3::esa

#endif // ESA_CSV_ROWS_H
