/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-writer.h"

#include "esa-result-columns.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-groups.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
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

/// Replaces a file. It was free, or might be replaced, when the results began.
void
WriteFile(const std::string& path, const std::string& text)
{
    AtomicFile file(path);
    file.Stream() << text;
    file.Commit();
}

using nlohmann::json;

uint64_t
Fnv1a64(const std::string& text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
    {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
}

/// The arguments as an object. If a name is given several times, the last one counts, as in ns-3.
json
ArgumentsByName(const std::vector<std::string>& ns3Arguments)
{
    json byName = json::object();
    for (const std::string& argument : ns3Arguments)
    {
        const auto equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (name != "--SchedulerType")
        {
            byName[name] = equals == std::string::npos ? "" : argument.substr(equals + 1);
        }
    }
    return byName;
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
      m_json(std::make_unique<ordered_json>()),
      m_csv(CsvHeader() + "\n")
{
    std::error_code error;
    fs::create_directories(directory, error);
    if (std::error_code ignored; !fs::is_directory(directory, ignored))
    {
        throw ScenarioError({"--out " + directory + ": cannot be created as a directory" +
                             (error ? ": " + error.message() : "; a file of this name exists")});
    }
    for (const std::string& path : ResultPaths(directory))
    {
        CheckOutputFile("--out", path, replace);
    }
    ordered_json& json = *m_json;
    json["module_version"] = ModuleVersion();
    json["ns3_version"] = Ns3Version();
    json["config_hash"] = ConfigHash(origin.config, origin.ns3Arguments);
    json["config"] = ScenarioSchema::Get().InOrder(origin.config);
    json["ns3_arguments"] = origin.ns3Arguments;
    json["needs_switches"] = ordered_json::object();
    json["notes"] = ordered_json::array();
    json["complete"] = false;
    json["rows"] = ordered_json::array();
}

ResultWriter::~ResultWriter() = default;

void
ResultWriter::Add(const RunResult& result)
{
    m_csv += CsvRow(result) + "\n";
    if (!result.jobTimes.empty())
    {
        std::ostringstream jobs;
        if (m_jobs.empty())
        {
            WriteJobTimesHeader(jobs);
        }
        WriteJobTimes(jobs,
                      CsvCell(result.system) + ',' + std::to_string(result.seed),
                      result.jobTimes);
        m_jobs += jobs.str();
    }
    (*m_json)["needs_switches"][result.system] = NeedsSwitches(*FindSystem(result.system));
    (*m_json)["rows"].push_back(JsonRow(result));
    Write();
}

void
ResultWriter::Note(const std::vector<FieldNote>& notes)
{
    for (const FieldNote& note : notes)
    {
        (*m_json)["notes"].push_back({{"field", note.field}, {"text", note.text}});
    }
}

void
ResultWriter::Write()
{
    const fs::path directory(m_directory);
    WriteFile((directory / kCsvName).string(), m_csv);
    m_rows = m_json->at("rows").size();
    if (m_jobs.empty())
    {
        fs::remove(directory / kJobsName); // of an earlier comparison
    }
    else
    {
        WriteFile((directory / kJobsName).string(), m_jobs);
    }
    WriteFile((directory / kJsonName).string(),
              m_json->dump(2, ' ', true, ordered_json::error_handler_t::replace) + "\n");
}

void
ResultWriter::Complete()
{
    (*m_json)["complete"] = true;
    Write();
}

std::string
ConfigHash(const json& config, const std::vector<std::string>& ns3Arguments)
{
    json decisive = {{"config", config}, {"ns3_arguments", ArgumentsByName(ns3Arguments)}};
    decisive["config"].erase("name");
    decisive["config"].erase("description");
    decisive["config"].erase("engine"); // all engines give the same results
    const json::json_pointer levelMemory("/config/switch/level_memory_bytes");
    if (decisive.contains(levelMemory) && decisive.at(levelMemory).empty())
    {
        decisive["config"]["switch"].erase("level_memory_bytes"); // as before there was this field
    }

    const uint64_t hash = Fnv1a64(decisive.dump(-1, ' ', false, json::error_handler_t::replace));
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
    {
        digits += "0123456789abcdef"[(hash >> shift) & 0xf];
    }
    return digits;
}

std::string
ModuleVersion()
{
    return ESA_VERSION;
}

std::string
Ns3Version()
{
    return ESA_NS3_VERSION;
}

} // namespace ns3::esa
