// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-options.h"
#include "esa-terminal.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-captures.h"
#include "ns3/esa-field-row.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-run-recording.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-text.h"
#include "ns3/esa-trace-files.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

/// The files that a comparison reads and writes, each with the option that names it.
class Files
{
  public:
    void Read(const std::string& option, const std::string& path)
    {
        if (!path.empty())
        {
            m_options.emplace(Resolved(path), option);
        }
    }

    /// Throws if it would replace another of the files, or if one of them would be the folder of
    /// the other.
    void Write(const std::string& option, const std::string& path)
    {
        const auto refuse = [&](const std::string& why, const std::string& other) {
            throw ScenarioError(
                {option + " " + path + ": " + why + " of " + other + "; name another file"});
        };
        const std::filesystem::path file = Resolved(path);
        const auto [place, isNew] = m_options.emplace(file, option);
        if (!isNew)
        {
            refuse("is the same file as that", place->second);
        }
        for (auto folder = file.parent_path(); folder.has_relative_path();
             folder = folder.parent_path())
        {
            if (const auto found = m_options.find(folder); found != m_options.end())
            {
                refuse("is inside of the file", found->second);
            }
        }
        // In the order of paths, what is inside of a folder follows the folder.
        const auto next = std::next(place);
        if (next != m_options.end() &&
            std::mismatch(file.begin(), file.end(), next->first.begin(), next->first.end()).first ==
                file.end())
        {
            refuse("is the folder of a file", next->second);
        }
    }

  private:
    static std::filesystem::path Resolved(const std::string& path)
    {
        std::error_code error; // for example, the name is too long
        const std::filesystem::path absolute = std::filesystem::absolute(path, error);
        const std::filesystem::path resolved = std::filesystem::weakly_canonical(absolute, error);
        return error ? absolute.lexically_normal() : resolved;
    }

    std::map<std::filesystem::path, std::string> m_options; ///< by resolved path
};

/// Returns the files of each execution trace.
std::vector<std::vector<std::string>>
FilesOfTraces(const ValidScenario& scenario)
{
    std::vector<std::vector<std::string>> files;
    for (std::size_t trace = 0; trace < scenario->execution.paths.size(); ++trace)
    {
        const auto ranks = static_cast<uint32_t>(scenario->execution.loaded[trace]->ranks.size());
        files.push_back(TraceFiles(scenario->execution.paths[trace], ranks));
    }
    return files;
}

/// Returns what stands for the contents of each execution trace.
std::vector<std::string>
HashesOfTraces(const ValidScenario& scenario)
{
    std::vector<std::string> hashes;
    for (const std::vector<std::string>& files : FilesOfTraces(scenario))
    {
        hashes.push_back(HashOfFiles(files));
    }
    return hashes;
}

/// Throws if a file of any run cannot be written, or replaces an input or another output.
void
CheckFiles(const ParsedScenario& parsed, const ScenarioOptions& options)
{
    const ValidScenario& scenario = parsed.scenario;
    Files files;
    files.Read("--config", options.configPath);
    for (const std::string& pointer : FilePointers())
    {
        files.Read(PathOfPointer(pointer),
                   parsed.toChange.at(nlohmann::json::json_pointer(pointer)).get<std::string>());
    }
    for (const auto& [letter, dnn] : parsed.toChange.at("dnns").items())
    {
        if (const std::string model = dnn.value("model", ""); IsModelPath(model))
        {
            files.Read("dnns." + letter + ".model", model);
        }
    }
    for (const std::vector<std::string>& ofTrace : FilesOfTraces(scenario))
    {
        for (const std::string& path : ofTrace)
        {
            files.Read("execution.traces", path);
        }
    }
    if (!options.outDirectory.empty())
    {
        for (const std::string& path : ResultPaths(options.outDirectory))
        {
            files.Write("--out", path);
        }
    }
    const std::vector<LinkEnd> captured = options.captures.IsEmpty()
                                              ? std::vector<LinkEnd>()
                                              : CapturePoints(options.captures, scenario);
    std::vector<std::pair<std::string, std::string>> ofRuns; // options and their paths
    for (const std::string& system : scenario->systems)
    {
        for (const uint32_t seed : scenario->seeds)
        {
            const RecordingFiles ofRun = FilesOfRun(options.recording, scenario, system, seed);
            for (const RecordingOption& file : kRecordingOptions)
            {
                if (const std::string& path = ofRun.*file.path; !path.empty())
                {
                    ofRuns.emplace_back(file.option, path);
                }
            }
            for (const LinkEnd& point : captured)
            {
                ofRuns.emplace_back("--pcap", CapturePath(options.captures, system, seed, point));
            }
        }
    }
    for (const auto& [option, path] : ofRuns)
    {
        files.Write(option, path);
    }
    RunControl control;
    control.captures = options.captures;
    control.recording = options.recording;
    CheckRounds(scenario, control);
    CheckRecordingFiles(options.recording, scenario);
    CheckCaptures(options.captures, scenario);
    for (const auto& [option, path] : ofRuns)
    {
        CheckOutputFile(option, path, options.force);
    }
}

/// Reports what a recording lacks, and what of it is simulated otherwise.
void
WarnOfCollectives(const std::string& program, const ValidScenario& scenario)
{
    for (std::size_t trace = 0; trace < scenario->execution.loaded.size(); ++trace)
    {
        const ExecutionTrace& loaded = *scenario->execution.loaded[trace];
        const std::string begin = program + ": " + Shown(scenario->execution.paths[trace]) + ": ";
        for (const ProcessGroup& group : loaded.groups)
        {
            if (group.recordedRanks > 0 && group.recordedRanks != group.ranks.size())
            {
                std::cerr << begin << "the process group " << Shown(group.name) << " has "
                          << group.ranks.size() << " ranks here, and " << group.recordedRanks
                          << " in the recording" << std::endl;
            }
        }
        if (const uint64_t count = CountUnorderedCollectives(loaded))
        {
            std::cerr << begin << count << (count == 1 ? " collective waits" : " collectives wait")
                      << " for nothing and so begin with the iteration: the trace may lack "
                         "dependencies"
                      << std::endl;
        }
        if (const uint64_t count = CountUnevenCollectives(loaded))
        {
            std::cerr << begin << "ranks bring different numbers of bytes to " << count
                      << (count == 1 ? " collective, which moves" : " collectives, which move")
                      << " as if each rank brought the most" << std::endl;
        }
    }
}

/// The runs of a scenario, and where they are reported.
class Comparison
{
  public:
    Comparison(const std::string& program,
               const ParsedScenario& parsed,
               const ScenarioOptions& options)
        : m_program(program),
          m_scenario(parsed.scenario),
          m_options(options),
          m_total(parsed.scenario->seeds.size() * parsed.scenario->systems.size()),
          m_progress(std::cerr, !options.quiet && isatty(STDERR_FILENO) != 0, m_total)
    {
        if (!options.outDirectory.empty())
        {
            m_writer = std::make_unique<ResultWriter>(options.outDirectory,
                                                      options.force,
                                                      ResultOrigin{parsed.effective,
                                                                   options.ns3Arguments,
                                                                   DerivedFields(parsed),
                                                                   NamedModels(parsed),
                                                                   HashesOfTraces(m_scenario)});
        }
        Note(NotesOnFields(parsed));
    }

    /// Returns whether all runs have ended; false if the program was interrupted.
    bool RunAll()
    {
        for (const uint32_t seed : m_scenario->seeds)
        {
            for (const std::string& system : m_scenario->systems)
            {
                if (!RunOne(system, seed))
                {
                    return false;
                }
            }
        }
        m_notesAtEnd = NotesOnRuns(m_scenario, m_results);
        if (m_writer)
        {
            m_writer->Note(m_notesAtEnd);
        }
        return true;
    }

    void PrintTable()
    {
        m_progress.Clear();
        if (!m_options.quiet && !m_results.empty())
        {
            PrintResultTable(std::cout, m_scenario, m_results);
            std::cout << std::flush;
            PrintNotes(m_program, m_notesAtEnd);
        }
    }

    /// Prints which results of an interrupted or failed comparison are kept.
    void PrintEnd(const std::string& how)
    {
        m_progress.Clear();
        const std::size_t kept = m_writer ? m_writer->Rows() : m_results.size();
        std::cerr << PrintableAscii(
                         m_program + ": " + how + ": " + std::to_string(kept) + " of " +
                         std::to_string(m_total) + " runs are " +
                         (m_writer ? "in " + m_options.outDirectory : "done (no --out was given)"))
                  << std::endl;
    }

    /// Completes the files. @param isComplete whether all runs have ended
    void End(bool isComplete)
    {
        if (m_writer)
        {
            m_writer->End(isComplete);
        }
    }

    /// After a failure: completes the files, if the disk has space, since recordings no longer take
    /// some.
    void WriteRest()
    {
        try
        {
            End(false);
        }
        catch (const std::exception&)
        {
            // the failure that is reported has the reason
        }
    }

  private:
    /// Prints notes on fields, and keeps them with the results.
    void Note(const std::vector<FieldNote>& notes)
    {
        if (!m_options.quiet)
        {
            PrintNotes(m_program, notes);
        }
        if (m_writer)
        {
            m_writer->Note(notes);
        }
    }

    bool RunOne(const std::string& system, uint32_t seed)
    {
        RunControl control;
        control.progress = [this](double fraction) { m_progress.Update(fraction); };
        control.interrupted = InterruptGuard::Flag();
        control.captures = m_options.captures;
        control.threads = m_options.threads;
        control.stallAfter = Seconds(m_options.stallAfterS);
        control.warn = [this](const std::string& warning) {
            m_progress.Clear();
            std::cerr << m_program << ": " << warning << std::endl;
        };
        if (m_options.why)
        {
            control.why = [this, system, seed](const std::string& why) {
                m_progress.Clear();
                std::cout << system << ", seed " << seed << ": " << why << std::endl;
            };
        }
        control.recording = FilesOfRun(m_options.recording, m_scenario, system, seed);
        control.ended = [this](const RunResult& result) { Keep(result); };
        m_progress.BeginRun(system + ", seed " + std::to_string(seed));
        return Simulate(system, seed, control);
    }

    /// Keeps a result, before anything else is written about its run.
    void Keep(const RunResult& result)
    {
        m_results.push_back(result);
        if (m_writer)
        {
            m_writer->Add(result);
        }
    }

    /// Runs the simulation, and returns whether it came to its end. The message of a failure names
    /// the run.
    bool Simulate(const std::string& system, uint32_t seed, const RunControl& control)
    {
        const std::size_t before = m_results.size();
        try
        {
            return !*control.interrupted && RunScenario(m_scenario, system, seed, control);
        }
        catch (const std::exception& error)
        {
            const std::string run =
                "the run of " + system + " with seed " + std::to_string(seed) + " ";
            throw std::runtime_error(
                run + (m_results.size() > before ? "ended, but " : "failed: ") + error.what());
        }
    }

    const std::string& m_program;           ///< its name, for messages
    const ValidScenario& m_scenario;        ///< what to run
    const ScenarioOptions& m_options;       ///< where to report
    std::size_t m_total;                    ///< number of runs
    ProgressLine m_progress;                ///< what a terminal shows meanwhile
    std::unique_ptr<ResultWriter> m_writer; ///< the files, if any
    std::vector<RunResult> m_results;       ///< the runs that have ended
    std::vector<FieldNote> m_notesAtEnd;    ///< what their counters show
};

} // namespace

int
RunComparison(const std::string& program,
              const ParsedScenario& parsed,
              const ScenarioOptions& options)
{
    CheckFiles(parsed, options);
    if (!options.quiet)
    {
        WarnOfCollectives(program, parsed.scenario);
    }
    const InterruptGuard guard;
    Comparison comparison(program, parsed, options);
    try
    {
        const bool isComplete = comparison.RunAll();
        comparison.End(isComplete);
        comparison.PrintTable();
        if (!isComplete)
        {
            comparison.PrintEnd("interrupted");
        }
        return isComplete ? 0 : InterruptGuard::ExitCode();
    }
    catch (const std::exception&)
    {
        comparison.WriteRest();
        comparison.PrintTable();
        comparison.PrintEnd("failed");
        throw;
    }
}

void
PrintNotes(const std::string& program, const std::vector<FieldNote>& notes)
{
    for (const FieldNote& note : notes)
    {
        std::cerr << PrintableAscii(program + ": note: " + note.Sentence()) << std::endl;
    }
}

} // namespace ns3::esa
