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
 * @brief What all rows of result.json have in common.
 */
struct ResultOrigin
{
    const nlohmann::json& config;          ///< the effective configuration
    std::vector<std::string> ns3Arguments; ///< the arguments for ns-3
};

/**
 * @ingroup esa
 * @brief Writes result.csv and result.json, one row when each run ends; with a trace also jobs.csv,
 * one row per job.
 *
 * A comparison may take hours and may be interrupted. So both files are well formed at every moment
 * and contain every run that has ended. Each line of result.csv is flushed at once, and result.json
 * is an atomic file that is replaced after each run.
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

    ~ResultWriter();

    /**
     * @brief Add a row to both files.
     * @param result a run that has ended
     * @throws std::runtime_error if it cannot be written
     */
    void Add(const RunResult& result);

    /**
     * @brief Note in result.json that all runs are there.
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
