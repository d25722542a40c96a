/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RESULT_WRITER_H
#define ESA_RESULT_WRITER_H

#include "esa-field-notes.h"

#include "ns3/esa-run-result.h"

#include <cstddef>
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

/// @return the paths of the files that a ResultWriter may write there
std::vector<std::string> ResultPaths(const std::string& directory);

/**
 * @ingroup esa
 * @brief Writes result.csv and result.json, and of a trace also jobs.csv, whenever a run ends.
 *
 * A comparison may take hours, may be interrupted, and may find the disk full. So each file is
 * atomic and holds every run that has ended. There is none before the first run has ended: it would
 * only be in the way of the next attempt.
 */
class ResultWriter
{
  public:
    /// Make the directory.
    /// @param replace whether existing results may be replaced
    /// @throws ScenarioError if the directory cannot be used
    ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin);

    ~ResultWriter();

    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /// Add a row to all files.
    /// @throws std::runtime_error if it cannot be written; see Write()
    void Add(const RunResult& result);

    /// Add notes on fields to result.json, which is written with the next row or at the end.
    void Note(const std::vector<FieldNote>& notes);

    /// Write all rows; perhaps the disk has more space now.
    /// @throws std::runtime_error if they cannot be written
    void Write();

    /// @return number of runs in the files
    std::size_t Rows() const
    {
        return m_rows;
    }

    /// Note in result.json that all runs are there.
    /// @throws std::runtime_error if it cannot be written
    void Complete();

  private:
    std::string m_directory;                        ///< where to write
    std::unique_ptr<nlohmann::ordered_json> m_json; ///< contents of result.json
    std::string m_csv;                              ///< contents of result.csv
    std::string m_jobs;                             ///< contents of jobs.csv; empty: none
    std::size_t m_rows{0};                          ///< runs in the files
};

/**
 * @brief Hash everything that determines the results of a scenario, so that equal runs can be
 * found.
 *
 * FNV-1a (64 bit) of the effective configuration as JSON without blanks, keys sorted. It leaves out
 * what cannot change a result: the scenario's name and description, the scheduler (all of them
 * order events in the same way), and where the results go. All other arguments for ns-3 are part of
 * it.
 *
 * @return 16 hexadecimal digits
 */
std::string ConfigHash(const nlohmann::json& config, const std::vector<std::string>& ns3Arguments);

/// @return the version of this module, for example 0.1.0
std::string ModuleVersion();

/// @return the version of the ns-3 that the module was built against, for example 3.37, or 3-dev
std::string Ns3Version();

} // namespace ns3::esa

#endif // ESA_RESULT_WRITER_H
