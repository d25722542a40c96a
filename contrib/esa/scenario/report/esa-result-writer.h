// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RESULT_WRITER_H
#define ESA_RESULT_WRITER_H

#include "esa-result-table.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-run-result.h"

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What all rows of result.json have in common.
struct ResultOrigin
{
    const nlohmann::json& config;          ///< the effective configuration
    std::vector<std::string> ns3Arguments; ///< the arguments for ns-3
};

/// @return the paths of the files that a ResultWriter may write there
std::vector<std::string> ResultPaths(const std::string& directory);

/**
 * @ingroup esa
 * @brief Writes result.csv and of a trace also jobs.csv, row by row, and result.json at the end.
 *
 * A comparison may take hours, may be interrupted, and may find the disk full. So whenever a run
 * ends, its whole rows are appended. There is no file before the first run has ended: it would only
 * stop the next attempt. A program that is killed leaves no result.json.
 */
class ResultWriter
{
  public:
    /// Make the directory, and keep other programs from writing results there meanwhile.
    /// @param replace whether existing results may be replaced
    /// @throws ScenarioError if the directory cannot be used
    ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin);

    ~ResultWriter();

    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /// Add a row to the tables.
    /// @throws std::runtime_error if it cannot be written; End() tries once more
    void Add(const RunResult& result);

    /// Add notes on fields to result.json, which is written at the end.
    void Note(const std::vector<FieldNote>& notes);

    /// @return number of runs in result.csv
    std::size_t Rows() const
    {
        return m_rows;
    }

    /// Write result.json, and rows that could not be written before; perhaps the disk has more
    /// space now.
    /// @param isComplete whether all runs are there
    /// @throws std::runtime_error if they cannot be written
    void End(bool isComplete);

  private:
    /// A table that grows row by row.
    struct Table
    {
        std::string path;               ///< of its file
        std::string rows;               ///< those that the file does not have yet
        std::optional<AtomicFile> file; ///< the file, from the first row on

        /// Append the rows to the file.
        /// @param replace whether a file that is there may be replaced
        void Write(bool replace);
    };

    /// Append rows to the tables.
    void Write();

    std::string m_directory;                        ///< where to write
    bool m_replace;                                 ///< whether results may be replaced
    int m_lock{-1};                                 ///< the directory, locked
    std::unique_ptr<nlohmann::ordered_json> m_json; ///< contents of result.json
    Table m_csv;                                    ///< result.csv
    Table m_jobs;                                   ///< jobs.csv
    std::size_t m_rows{0};                          ///< runs in result.csv
};

/**
 * @brief Hash everything that determines the results of a scenario, so that equal runs can be
 * found.
 *
 * FNV-1a (64 bit) of the effective configuration as JSON without blanks, keys sorted. It leaves out
 * what cannot change a result: the scenario's name and description, the scheduler (all of them
 * order events alike), and where the results go. All other arguments for ns-3 are part of
 * it.
 *
 * @return 16 hexadecimal digits
 */
std::string ConfigHash(const nlohmann::json& config, const std::vector<std::string>& ns3Arguments);

} // namespace ns3::esa

#endif // ESA_RESULT_WRITER_H
