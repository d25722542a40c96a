/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RESULT_WRITER_H
#define ESA_RESULT_WRITER_H

#include "ns3/esa-run-result.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What result.json says about all of its rows.
 */
struct ResultOrigin
{
    const nlohmann::json& config;          ///< the effective configuration
    std::vector<std::string> ns3Arguments; ///< the arguments for ns-3
};

/**
 * @ingroup esa
 * @brief Writes result.csv and result.json, a row as each run ends; with a trace also jobs.csv, a
 * row a job.
 *
 * Whenever the program ends, by whatever cause, both files are well formed and hold every run that
 * was finished: a line of result.csv is flushed at once, result.json is replaced as a whole.
 */
class ResultWriter
{
  public:
    /**
     * @brief Make the directory and begin both files.
     * @param directory where to write
     * @param replace whether results that are there may be replaced
     * @param origin what the rows come from
     * @throws ScenarioError if the directory cannot be used; nothing is changed then
     */
    ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin);

    ~ResultWriter();

    /**
     * @brief Add a row to both files.
     * @param result a run that has ended
     * @throws std::runtime_error if it cannot be written
     */
    void Add(const RunResult& result);

    /**
     * @brief State in result.json that no row is missing.
     * @throws std::runtime_error if it cannot be written
     */
    void Complete();

  private:
    /**
     * @brief Add the jobs of a trace to jobs.csv.
     * @param result a run that has ended
     * @throws std::runtime_error if they cannot be written
     */
    void AddJobTimes(const RunResult& result);

    /**
     * @brief Replace result.json.
     * @throws std::runtime_error if it cannot be written
     */
    void WriteJson() const;

    std::filesystem::path m_directory;              ///< where to write
    std::unique_ptr<nlohmann::ordered_json> m_json; ///< contents of result.json
    std::ofstream m_csv;                            ///< result.csv
    std::ofstream m_jobs;                           ///< jobs.csv, if jobs come from a trace
};

} // namespace ns3::esa

#endif // ESA_RESULT_WRITER_H
