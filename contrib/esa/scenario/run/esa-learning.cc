/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-learning.h"

#include "esa-job-build.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

const char* const kHeader = "system,seed,job,iteration,loss,accuracy,exact_loss,exact_accuracy,"
                            "largest_difference\n";

/**
 * @param origin what to call the data set in messages
 * @param path its file
 * @return the samples
 */
SplitDataSet
ReadSamples(const std::string& origin, const std::string& path)
{
    std::istringstream lines(ReadTextFile(path));
    try
    {
        return Split(ReadDataSet(lines, origin));
    }
    catch (const DataSetError& error)
    {
        throw ScenarioError({error.what()});
    }
}

/**
 * @brief Refuses scenarios whose gradients cannot be those of perceptrons.
 * @param scenario the scenario
 * @param data what is to be learnt
 * @param origin what to call the data set in messages
 */
void
CheckLearning(const ValidScenario& scenario, const DataSet& data, const std::string& origin)
{
    std::vector<std::string> errors;
    if (scenario->payload != PayloadMode::Full)
    {
        errors.push_back(origin + ": packets must carry values: payload must be full, not digest");
    }
    if (scenario->host.gpus != 1)
    {
        errors.push_back(origin + ": /host/gpus: " + std::to_string(scenario->host.gpus) +
                         " is not allowed: must be 1 with --learn, which computes the gradients "
                         "of workers");
    }
    std::set<std::string> wrong;
    for (std::size_t job = 0; job < scenario->placement.jobs.size(); ++job)
    {
        const Dnn dnn = DnnOfJob(scenario, job);
        if (!Fits(ShapeFor(dnn, data), dnn))
        {
            wrong.insert(DnnNameOfJob(scenario, job));
        }
    }
    const PerceptronShape unit{data.features, 1, data.classes};
    for (const std::string& name : wrong)
    {
        const uint32_t each = BytesPerGradient(scenario->dnns.at(name).precision);
        const uint64_t front = unit.LayerParameters()[0] * each;
        errors.push_back(
            origin + ": dnns." + name + " is no perceptron of " + std::to_string(data.features) +
            " inputs, H hidden units and " + std::to_string(data.classes) +
            " outputs: must have two layers, whose partitions are " + std::to_string(front) +
            " H and " + std::to_string(each * data.classes) + " (H + 1) bytes");
    }
    if (!errors.empty())
    {
        throw ScenarioError(errors);
    }
}

/**
 * @param points what the jobs had learnt
 * @param result the run
 * @return rows of the file
 */
std::string
RowsOf(const std::vector<LearningPoint>& points, const RunResult& result)
{
    std::ostringstream rows;
    for (const LearningPoint& point : points)
    {
        rows << CsvCell(result.system) << ',' << result.seed << ',' << point.job << ','
             << point.iteration << ',' << point.learnt.loss << ',' << point.learnt.accuracy << ','
             << point.exact.loss << ',' << point.exact.accuracy << ',' << point.largestDifference
             << '\n';
    }
    return rows.str();
}

/**
 * @param point what a job has learnt in the end
 * @param result the run
 * @return a line for the user
 */
std::string
SummaryOf(const LearningPoint& point, const RunResult& result)
{
    std::ostringstream line;
    line << result.system << ", seed " << result.seed << ", job " << point.job << ": accuracy "
         << point.learnt.accuracy << " after " << point.iteration << " iterations, with exact sums "
         << point.exact.accuracy << "; parameters differ by " << point.largestDifference
         << " at most (" << result.preemptions << " preemptions, " << result.packetsLost
         << " packets lost)";
    return line.str();
}

} // namespace

Learning::Learning(const ValidScenario& scenario, const LearningOptions& options)
    : m_scenario(scenario),
      m_options(options),
      m_rows(kHeader)
{
    const std::string origin = "--learn " + Shown(options.dataPath);
    m_data = ReadSamples(origin, options.dataPath);
    CheckLearning(scenario, m_data.train, origin);
}

void
Learning::Begin(const std::string& system, uint32_t seed, RunControl& control)
{
    m_run = std::make_unique<LearningRun>(m_scenario, m_data, m_options, system, seed);
    control.gradients = m_run->Gradients();
    control.built = [this](const Network& network) { m_run->Watch(network); };
}

void
Learning::End(const RunResult& result)
{
    for (uint32_t job = 0; job < result.jobs; ++job)
    {
        if (!m_run->WorkersAgree(job))
        {
            throw std::runtime_error("the workers of job " + std::to_string(job) +
                                     " have not learnt the same");
        }
    }
    std::vector<std::string> lines(result.jobs);
    for (const LearningPoint& point : m_run->Points())
    {
        lines[point.job] = SummaryOf(point, result);
    }
    m_summary.insert(m_summary.end(), lines.begin(), lines.end());
    m_rows += RowsOf(m_run->Points(), result);
}

void
Learning::Write()
{
    if (!m_options.accuracyPath.empty())
    {
        AtomicFile file(m_options.accuracyPath, m_options.replace || m_isWritten);
        file.Stream() << m_rows;
        file.Commit();
        m_isWritten = true;
    }
}

void
Learning::Print(std::ostream& out) const
{
    out << "\n";
    for (const std::string& line : m_summary)
    {
        out << line << "\n";
    }
}

} // namespace ns3::esa
