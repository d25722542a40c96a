/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RESULT_WRITER_H
#define ESA_RESULT_WRITER_H

#include "ns3/esa-new-file.h"
#include "ns3/esa-run-result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What all rows of result.json have in common.
 */
struct ResultOrigin
{
    const nlohmann::json& config;          ///< the effective configuration
    std::vector<std::string> ns3Arguments; ///< the arguments for ns-3
};

/**
 * @ingroup esa
 * @param directory directory of results
 * @return the paths of the files that a ResultWriter may write there
 */
std::vector<std::string> ResultPaths(const std::string& directory);

/**
 * @ingroup esa
 * @brief Writes result.csv and result.json, one row when each run ends; with a trace also jobs.csv,
 * one row per job.
 *
 * A comparison may take hours, may be interrupted, and may find the disk full. So both files are
 * well formed at every moment and contain every run that has ended. Each line of result.csv is
 * written at once, as a whole or not at all, and result.json is an atomic file that is replaced
 * after each run. If no run ends, the files are removed: they would only be in the way of the next
 * attempt.
 */
class ResultWriter
{
  public:
    /**
     * @brief Make the directory and begin both files.
     * @param directory where to write
     * @param replace whether existing results may be replaced
     * @param origin what all rows have in common
     * @throws ScenarioError if the directory cannot be used; nothing is changed then
     */
    ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin);

    /// Removes the files, and directories that were made for them, if they hold no row.
    ~ResultWriter();

    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /**
     * @brief Add a row to both files.
     * @param result a run that has ended
     * @throws std::runtime_error if it cannot be written; see WriteRest()
     */
    void Add(const RunResult& result);

    /**
     * @brief Write what could not be written before; perhaps the disk has more space now.
     * @throws std::runtime_error if it still cannot be written
     */
    void WriteRest();

    /// @return number of runs in result.csv
    std::size_t Rows() const
    {
        return m_rows;
    }

    /**
     * @brief Note in result.json that all runs are there.
     * @throws std::runtime_error if it cannot be written
     */
    void Complete();

  private:
    /// Makes both files, without a row.
    void Begin();

    /// Removes both files and the directories that were made.
    void RemoveAll();

    /// @return the path of a file of the directory, by its name
    std::string PathOf(const char* name) const;

    /// @param out gets the text of result.json
    void PrintJson(std::ostream& out) const;

    std::filesystem::path m_directory;              ///< where to write
    bool m_replace;                                 ///< whether existing results may be replaced
    std::vector<std::filesystem::path> m_made;      ///< directories that were made, outer first
    std::unique_ptr<nlohmann::ordered_json> m_json; ///< contents of result.json
    std::optional<NewFile> m_csv;                   ///< result.csv
    std::optional<NewFile> m_jobs;                  ///< jobs.csv, if jobs come from a trace
    std::string m_csvRest;                          ///< lines that are not in result.csv yet
    std::string m_jobsRest;                         ///< lines that are not in jobs.csv yet
    std::size_t m_rows{0};                          ///< runs in result.csv
};

} // namespace ns3::esa

#endif // ESA_RESULT_WRITER_H
