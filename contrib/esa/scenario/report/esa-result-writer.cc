/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-writer.h"

#include "esa-config-hash.h"
#include "esa-output-directory.h"
#include "esa-result-columns.h"
#include "esa-version.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-file-kind.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace ns3::esa
{

namespace
{

using nlohmann::ordered_json;
namespace fs = std::filesystem;

const char* const kCsvName = "result.csv";
const char* const kJsonName = "result.json";
const char* const kJobsName = "jobs.csv";

/// Throws if the directory holds results that must not or cannot be replaced.
void
CheckNames(const fs::path& directory, bool replace)
{
    const std::string origin = "--out " + directory.string();
    for (const std::string& path : ResultPaths(directory.string()))
    {
        const std::string name = fs::path(path).filename().string();
        const std::optional<std::string> kind = KindOfFile(path);
        if (kind && !kind->empty())
        {
            throw ScenarioError({origin + ": " + name + " in it is " + *kind +
                                 ": only a regular file is replaced; name another directory"});
        }
        if (kind && !replace)
        {
            throw ScenarioError(
                {origin + ": already holds " + name +
                 "; name another directory, or overwrite the results with --force"});
        }
    }
}

/// Makes the directory, and returns what was made. Throws if it cannot be made.
std::vector<fs::path>
MakeDirectories(const fs::path& directory)
{
    std::vector<fs::path> made;
    std::error_code error;
    fs::path path;
    for (const fs::path& part : directory)
    {
        path /= part;
        if (fs::is_directory(path, error))
        {
            continue;
        }
        error.clear();
        if (fs::create_directory(path, error))
        {
            made.push_back(path);
        }
        else
        {
            for (auto last = made.rbegin(); last != made.rend(); ++last)
            {
                fs::remove(*last);
            }
            throw ScenarioError({"--out " + directory.string() +
                                 ": cannot be created as a directory: " +
                                 (error ? error.message() : "a file of this name exists")});
        }
    }
    return made;
}

} // namespace

std::vector<std::string>
ResultPaths(const std::string& directory)
{
    std::vector<std::string> paths;
    for (const char* const name : {kCsvName, kJsonName, kJobsName})
    {
        paths.push_back((fs::path(directory) / name).string());
    }
    return paths;
}

ResultWriter::ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin)
    : m_directory(directory),
      m_replace(replace),
      m_json(std::make_unique<ordered_json>())
{
    CheckNames(m_directory, replace);
    ordered_json& json = *m_json;
    json["module_version"] = ModuleVersion();
    json["ns3_version"] = Ns3Version();
    json["config_hash"] = ConfigHash(origin.config, origin.ns3Arguments);
    json["config"] = ScenarioSchema::Get().InOrder(origin.config);
    json["ns3_arguments"] = origin.ns3Arguments;
    json["complete"] = false;
    json["rows"] = ordered_json::array();
    m_made = MakeDirectories(m_directory);
    try
    {
        Begin();
    }
    catch (const std::runtime_error& error)
    {
        RemoveAll();
        throw ScenarioError({std::string("--out: ") + error.what()});
    }
}

ResultWriter::~ResultWriter()
{
    if (m_rows == 0)
    {
        RemoveAll();
    }
}

std::string
ResultWriter::PathOf(const char* name) const
{
    return (m_directory / name).string();
}

void
ResultWriter::Begin()
{
    // Both files get their names when both could be written.
    m_csv.emplace(PathOf(kCsvName));
    m_csv->Append(CsvHeader() + "\n");
    AtomicFile file(PathOf(kJsonName), m_replace);
    PrintJson(file.Stream());
    file.Flush();
    m_csv->Publish(m_replace);
    file.Commit();
    fs::remove(m_directory / kJobsName);
}

void
ResultWriter::RemoveAll()
{
    std::error_code ignored;
    if (m_csv && m_csv->IsPublished())
    {
        fs::remove(m_directory / kCsvName, ignored);
        fs::remove(m_directory / kJsonName, ignored);
    }
    m_csv.reset(); // a file without a name is removed
    for (auto path = m_made.rbegin(); path != m_made.rend(); ++path)
    {
        fs::remove(*path, ignored); // unless it holds something
    }
}

void
ResultWriter::Add(const RunResult& result)
{
    m_csvRest += CsvRow(result) + "\n";
    if (!result.jobTimes.empty())
    {
        std::ostringstream jobs;
        if (!m_jobs && m_jobsRest.empty())
        {
            WriteJobTimesHeader(jobs);
        }
        WriteJobTimes(jobs,
                      CsvCell(result.system) + ',' + std::to_string(result.seed),
                      result.jobTimes);
        m_jobsRest += jobs.str();
    }
    (*m_json)["rows"].push_back(JsonRow(result));
    WriteRest();
}

void
ResultWriter::WriteRest()
{
    if (!m_csvRest.empty())
    {
        m_csv->Append(m_csvRest);
        m_csvRest.clear();
        m_rows = m_json->at("rows").size();
    }
    if (!m_jobsRest.empty())
    {
        if (!m_jobs)
        {
            m_jobs.emplace(PathOf(kJobsName));
        }
        m_jobs->Append(m_jobsRest);
        m_jobsRest.clear();
        if (!m_jobs->IsPublished())
        {
            m_jobs->Publish(m_replace);
        }
    }
    AtomicFile file(PathOf(kJsonName));
    PrintJson(file.Stream());
    file.Commit();
}

void
ResultWriter::Complete()
{
    (*m_json)["complete"] = true;
    WriteRest();
}

void
ResultWriter::PrintJson(std::ostream& out) const
{
    out << m_json->dump(2, ' ', true, ordered_json::error_handler_t::replace) << "\n";
}

} // namespace ns3::esa
