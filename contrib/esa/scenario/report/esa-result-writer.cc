/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-writer.h"

#include "esa-config-hash.h"
#include "esa-result-columns.h"
#include "esa-version.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
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

std::runtime_error
CannotWrite(const fs::path& path)
{
    return std::runtime_error(path.string() + ": cannot be written: " + std::strerror(errno));
}

/// Creates the directory. Throws if it already holds results or cannot be created.
void
PrepareDirectory(const fs::path& directory, bool replace)
{
    const std::string origin = "--out " + directory.string();
    std::error_code error;
    for (const char* const name : {kCsvName, kJsonName, kJobsName})
    {
        if (!replace && fs::exists(fs::symlink_status(directory / name, error)))
        {
            throw ScenarioError(
                {origin + ": already holds " + name +
                 "; name another directory, or overwrite the results with --force"});
        }
    }
    fs::create_directories(directory, error);
    if (error || !fs::is_directory(directory))
    {
        throw ScenarioError({origin + ": cannot be created as a directory: " +
                             (error ? error.message() : "a file of this name exists")});
    }
}

} // namespace

ResultWriter::ResultWriter(const std::string& directory, bool replace, const ResultOrigin& origin)
    : m_directory(directory),
      m_json(std::make_unique<ordered_json>())
{
    PrepareDirectory(m_directory, replace);
    ordered_json& json = *m_json;
    json["module_version"] = ModuleVersion();
    json["ns3_version"] = Ns3Version();
    json["config_hash"] = ConfigHash(origin.config, origin.ns3Arguments);
    json["config"] = ScenarioSchema::Get().InOrder(origin.config);
    json["ns3_arguments"] = origin.ns3Arguments;
    json["complete"] = false;
    json["rows"] = ordered_json::array();
    try
    {
        // The file is first opened for appending. This shows whether it can be written, and keeps
        // its contents.
        if (!std::ofstream(m_directory / kCsvName, std::ios::app))
        {
            throw CannotWrite(m_directory / kCsvName);
        }
        WriteJson();
        m_csv.open(m_directory / kCsvName, std::ios::trunc);
        if (!(m_csv << CsvHeader() << std::endl))
        {
            throw CannotWrite(m_directory / kCsvName);
        }
        fs::remove(m_directory / kJobsName);
    }
    catch (const std::runtime_error& error)
    {
        throw ScenarioError({std::string("--out: ") + error.what()});
    }
}

ResultWriter::~ResultWriter() = default;

void
ResultWriter::Add(const RunResult& result)
{
    if (!(m_csv << CsvRow(result) << std::endl))
    {
        throw CannotWrite(m_directory / kCsvName);
    }
    AddJobTimes(result);
    (*m_json)["rows"].push_back(JsonRow(result));
    WriteJson();
}

void
ResultWriter::AddJobTimes(const RunResult& result)
{
    if (result.jobTimes.empty())
    {
        return;
    }
    if (!m_jobs.is_open())
    {
        m_jobs.open(m_directory / kJobsName, std::ios::trunc);
        WriteJobTimesHeader(m_jobs);
    }
    WriteJobTimes(m_jobs, result.system + ',' + std::to_string(result.seed), result.jobTimes);
    if (!m_jobs.flush())
    {
        throw CannotWrite(m_directory / kJobsName);
    }
}

void
ResultWriter::Complete()
{
    (*m_json)["complete"] = true;
    WriteJson();
}

void
ResultWriter::WriteJson() const
{
    AtomicFile file((m_directory / kJsonName).string());
    file.Stream() << m_json->dump(2, ' ', true, ordered_json::error_handler_t::replace) << "\n";
    file.Commit();
}

} // namespace ns3::esa
