/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-comparison.h"

#include "esa-files-of-comparison.h"
#include "esa-interrupt.h"
#include "esa-run-estimate-note.h"

#include "ns3/esa-bottleneck-note.h"
#include "ns3/esa-capture-size.h"
#include "ns3/esa-learning.h"
#include "ns3/esa-progress.h"
#include "ns3/esa-recording-files.h"
#include "ns3/esa-result-table.h"
#include "ns3/esa-result-writer.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-text.h"

#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>

namespace ns3::esa
{

namespace
{

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
        CheckLearning();
        if (!options.learning.IsEmpty())
        {
            if (!m_scenario->trace.jobs.empty())
            {
                throw ScenarioError(
                    {"--learn: is not allowed with a trace, whose jobs come and go"});
            }
            m_learning.emplace(m_scenario, options.learning);
        }
        if (!options.outDirectory.empty())
        {
            m_writer = std::make_unique<ResultWriter>(
                options.outDirectory,
                options.force,
                ResultOrigin{parsed.effective, options.ns3Arguments});
        }
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
        if (m_writer)
        {
            m_writer->Complete();
        }
        return true;
    }

    void PrintTable()
    {
        m_progress.Clear();
        if (!m_options.quiet && !m_results.empty())
        {
            PrintResultTable(std::cout, m_scenario, m_results);
            if (m_learning)
            {
                m_learning->Print(std::cout);
            }
            std::cout << std::flush;
            for (const std::string& note : BottleneckNotes(m_scenario, m_results))
            {
                std::cerr << m_program << ": " << note << std::endl;
            }
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

    /// After a failure: tries once more to write rows, since recordings no longer take space.
    void WriteRest()
    {
        try
        {
            if (m_writer && m_writer->Rows() < m_results.size())
            {
                m_writer->WriteRest();
            }
        }
        catch (const std::exception&)
        {
            // the failure that is reported tells why
        }
    }

  private:
    /// Refuses learning where no DNN is trained.
    void CheckLearning() const
    {
        if (!m_scenario->execution.traces.empty() && !m_options.learning.IsEmpty())
        {
            throw ScenarioError(
                {"--learn: is not allowed with execution traces, which train no DNN"});
        }
    }

    bool RunOne(const std::string& system, uint32_t seed)
    {
        RunControl control;
        control.progress = [this](double fraction) { m_progress.Update(fraction); };
        control.interrupted = InterruptGuard::Flag();
        control.captures = m_options.captures;
        control.recording = FilesOfRun(m_options.recording, m_scenario, system, seed);
        if (m_learning)
        {
            m_learning->Begin(system, seed, control);
        }
        control.ended = [this](const RunResult& result) { Keep(result); };
        m_progress.BeginRun(system + ", seed " + std::to_string(seed));
        return Simulate(system, seed, control);
    }

    /// Keeps a result, before anything else is written about its run.
    void Keep(const RunResult& result)
    {
        if (m_learning)
        {
            m_learning->End(result);
        }
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
            if (*control.interrupted || !RunScenario(m_scenario, system, seed, control))
            {
                return false;
            }
            if (m_learning)
            {
                m_learning->Write();
            }
            return true;
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
    std::optional<Learning> m_learning;     ///< what is learnt, if anything
    std::vector<RunResult> m_results;       ///< the runs that have ended
};

} // namespace

int
RunComparison(const std::string& program,
              const ParsedScenario& parsed,
              const ScenarioOptions& options)
{
    CheckFilesOfComparison(parsed, options);
    if (!options.quiet)
    {
        PrintRunEstimate(program, parsed);
    }
    const InterruptGuard guard;
    Comparison comparison(program, parsed, options);
    if (!options.captures.IsEmpty() && !options.quiet)
    {
        std::cerr << program << ": captures: "
                  << CaptureSizeText(EstimateCaptures(options.captures, parsed.scenario))
                  << ", without what collisions, losses and background traffic add" << std::endl;
    }
    try
    {
        const bool isComplete = comparison.RunAll();
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

} // namespace ns3::esa
