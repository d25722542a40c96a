// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RESULTS_H
#define ESA_RESULTS_H

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario.h"

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

/// @file
/// @ingroup esa
/// What is printed and written of the results of runs: a table for people, notes on fields that set
/// a result, and the files result.csv, jobs.csv and result.json.

namespace ns3::esa
{

/**
 * @brief What a user has to know about a field before he trusts a result.
 *
 * A run may end with numbers that show a field, and seem to show the system: a timer of 300 round
 * trips, cards that carried nothing, packets full of padding. A note names what happened, its
 * number, and the field. What happens in a run is counted there; a better value may follow from
 * fields. Before a run, notes name fields without an effect, and values beside which "auto" would
 * be another one.
 */
struct FieldNote
{
    std::string field;                  ///< the field, for example rto.min_us
    std::string text;                   ///< what follows its name in a sentence
    std::vector<std::string> systems{}; ///< whose runs show it; empty: it holds for all

    /// @return the note as a sentence
    std::string Sentence() const;
};

/// @return a number for a note: three digits, or all digits before the point
std::string ShortNumber(double number);

/// @return the fields that the user has changed without an effect, and the field that decides this
std::vector<FieldNote> NotesOnUnusedFields(const ParsedScenario& parsed);

/// @return what the scenario alone shows, these fields included; at most one note for each field
std::vector<FieldNote> NotesOnFields(const ParsedScenario& parsed);

/// @return what runs have shown
std::vector<FieldNote> NotesOnRuns(const ValidScenario& scenario,
                                   const std::vector<RunResult>& results);

/// @brief Print the results, one line per system, as means over the seeds.
///
/// The ratio to ESA uses only the seeds that both systems have run. So the table of an interrupted
/// comparison is fair, too.
void PrintResultTable(std::ostream& out,
                      const ValidScenario& scenario,
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

/// @return names and meanings of all columns, as a table in reStructuredText
std::string TableOfColumns();

/// Print a run as a row of result.json: the columns of result.csv that have a value.
nlohmann::ordered_json JsonRow(const RunResult& result);

/// @ingroup esa
/// @brief What all rows of result.json have in common.
struct ResultOrigin
{
    const nlohmann::json& config;                ///< the effective configuration
    std::vector<std::string> ns3Arguments;       ///< the arguments for ns-3
    std::vector<std::string> derived{};          ///< what DerivedFields() returns
    std::map<std::string, std::string> models{}; ///< what NamedModels() returns
    std::vector<std::string> traces{};           ///< what HashOfFiles() returns of each trace
};

/// @return the models that DNNs name, by letter; of a file its name alone
std::map<std::string, std::string> NamedModels(const ParsedScenario& parsed);

/// @return the fields that the user has not set, as they follow from others or from a file; of DNNs
/// none
std::vector<std::string> DerivedFields(const ParsedScenario& parsed);

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

/// @return 16 hexadecimal digits that stand for the contents of files in this order
std::string HashOfFiles(const std::vector<std::string>& paths);

/**
 * @brief Hash everything that determines the results of a scenario, so that equal runs can be
 * found.
 *
 * FNV-1a (64 bit) of the effective configuration as JSON without blanks, keys sorted. It leaves out
 * what cannot change a result: the scenario's name and description, the scheduler (all of them
 * order events alike), and where the results go. All other arguments for ns-3 are part of
 * it. Execution traces stand in files that a user may write anew, so their contents count, and not
 * their paths.
 *
 * @param traces what HashOfFiles() returns of each execution trace
 * @return 16 hexadecimal digits
 */
std::string ConfigHash(const nlohmann::json& config,
                       const std::vector<std::string>& ns3Arguments,
                       const std::vector<std::string>& traces = {});

} // namespace ns3::esa

#endif // ESA_RESULTS_H
