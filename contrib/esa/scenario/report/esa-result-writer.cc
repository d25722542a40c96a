// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ns3::esa
{

namespace
{

using nlohmann::ordered_json;
namespace fs = std::filesystem;

const char* const kCsvName = "result.csv";
const char* const kJsonName = "result.json";
const char* const kJobsName = "jobs.csv";

using nlohmann::json;

constexpr uint64_t kHashOfNothing = 0xcbf29ce484222325;

/// FNV-1a. @param hash of what stands before the text
uint64_t
Fnv1a64(std::string_view text, uint64_t hash = kHashOfNothing)
{
    for (const char c : text)
    {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
}

std::string
Digits(uint64_t hash)
{
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
    {
        digits += "0123456789abcdef"[(hash >> shift) & 0xf];
    }
    return digits;
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

/// Adds the fields of a part of the configuration that differ from what is to be changed.
void
AddDerived(const json& part,
           const json& toChange,
           const std::string& path,
           std::vector<std::string>& derived)
{
    for (const auto& [name, value] : part.items())
    {
        const std::string field = path.empty() ? name : path + "." + name;
        const auto given = toChange.find(name);
        if (value.is_object() && given != toChange.end() && given->is_object())
        {
            AddDerived(value, *given, field, derived);
        }
        else if (given == toChange.end() || *given != value)
        {
            derived.push_back(field);
        }
    }
}

} // namespace

std::map<std::string, std::string>
NamedModels(const ParsedScenario& parsed)
{
    std::map<std::string, std::string> models;
    for (const auto& [letter, dnn] : parsed.toChange.at("dnns").items())
    {
        if (dnn.contains("model"))
        {
            models[letter] = fs::path(dnn.at("model").get<std::string>()).filename().string();
        }
    }
    return models;
}

std::vector<std::string>
DerivedFields(const ParsedScenario& parsed)
{
    std::vector<std::string> derived;
    json config = parsed.effective;
    config.erase("dnns"); // layers stand in place of the model that the user named
    AddDerived(config, parsed.toChange, "", derived);
    return derived;
}

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
      m_json(std::make_unique<ordered_json>()),
      m_csv{(fs::path(directory) / kCsvName).string(), CsvHeader() + "\n", {}},
      m_jobs{(fs::path(directory) / kJobsName).string(), "", {}}
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
    m_lock = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (flock(m_lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        close(m_lock);
        throw ScenarioError({"--out " + directory + ": another program writes results there"});
    }
    ordered_json& json = *m_json;
    json["module_version"] = ESA_VERSION;
    json["ns3_version"] = ESA_NS3_VERSION;
    json["config_hash"] = ConfigHash(origin.config, origin.ns3Arguments, origin.traces);
    json["config"] = ScenarioSchema::Get().InOrder(origin.config);
    json["ns3_arguments"] = origin.ns3Arguments;
    json["models"] = origin.models;
    json["derived"] = origin.derived;
    json["autos"] = ordered_json::object();
    json["needs_switches"] = ordered_json::object();
    json["notes"] = ordered_json::array();
    json["complete"] = false;
    json["rows"] = ordered_json::array();
}

ResultWriter::~ResultWriter()
{
    close(m_lock);
}

void
ResultWriter::Table::Write(bool replace)
{
    if (rows.empty())
    {
        return;
    }
    if (!file)
    {
        file.emplace(path, replace);
    }
    file->Stream() << rows;
    file->Commit();
    rows.clear();
}

void
ResultWriter::Add(const RunResult& result)
{
    m_csv.rows += CsvRow(result) + "\n";
    if (!result.jobTimes.empty())
    {
        std::ostringstream jobs;
        if (m_jobs.rows.empty() && !m_jobs.file)
        {
            WriteJobTimesHeader(jobs);
        }
        WriteJobTimes(jobs,
                      CsvCell(result.system) + ',' + std::to_string(result.seed),
                      result.jobTimes);
        m_jobs.rows += jobs.str();
    }
    for (const auto& [field, value] : result.autos)
    {
        auto& known = (*m_json)["autos"][field][result.system];
        const bool isOther = !known.is_null() && known != value; // the runner of another seed
        known = isOther ? known.get<std::string>() + "; " + value : value;
    }
    (*m_json)["needs_switches"][result.system] = !FindSystem(result.system)->SumsInHosts();
    (*m_json)["rows"].push_back(JsonRow(result));
    Write();
}

void
ResultWriter::Note(const std::vector<FieldNote>& notes)
{
    for (const FieldNote& note : notes)
    {
        (*m_json)["notes"].push_back(
            {{"field", note.field}, {"text", note.text}, {"systems", note.systems}});
    }
}

void
ResultWriter::Write()
{
    const bool isFirst = m_rows == 0;
    m_csv.Write(m_replace);
    m_rows = m_json->at("rows").size();
    if (isFirst)
    {
        // of an earlier comparison, whose result.csv was replaced
        fs::remove(fs::path(m_directory) / kJsonName);
        fs::remove(m_jobs.path);
    }
    m_jobs.Write(false);
}

void
ResultWriter::End(bool isComplete)
{
    if (m_json->at("rows").empty())
    {
        return;
    }
    Write();
    (*m_json)["complete"] = isComplete;
    AtomicFile file((fs::path(m_directory) / kJsonName).string(), false);
    file.Stream() << m_json->dump(2, ' ', true, ordered_json::error_handler_t::replace) << "\n";
    file.Commit();
}

std::string
HashOfFiles(const std::vector<std::string>& paths)
{
    uint64_t hash = kHashOfNothing;
    std::vector<char> part(1 << 20);
    for (const std::string& path : paths)
    {
        std::ifstream file(path, std::ios::binary);
        if (!file)
        {
            throw ScenarioError({Shown(path) + ": cannot be read any more"});
        }
        uint64_t bytes = 0;
        do
        {
            file.read(part.data(), static_cast<std::streamsize>(part.size()));
            const auto count = static_cast<std::size_t>(file.gcount());
            hash = Fnv1a64({part.data(), count}, hash);
            bytes += count;
        } while (file);
        hash = Fnv1a64(std::to_string(bytes), hash); // where a file ends
    }
    return Digits(hash);
}

std::string
ConfigHash(const json& config,
           const std::vector<std::string>& ns3Arguments,
           const std::vector<std::string>& traces)
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

    if (!traces.empty())
    {
        decisive["config"]["execution"]["traces"] = traces; // wherever the files are
    }
    return Digits(Fnv1a64(decisive.dump(-1, ' ', false, json::error_handler_t::replace)));
}

} // namespace ns3::esa
