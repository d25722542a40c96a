// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-captures.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <sys/resource.h>

namespace ns3::esa
{
namespace
{

constexpr rlim_t kOtherFiles = 64; ///< that the program and its libraries may have open

using Words = std::vector<std::string>;

bool
Holds(const Words& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Throws if a word selects no link.
void
CheckWords(const Words& words, const std::vector<LinkEnd>& points)
{
    for (const std::string& word : words)
    {
        if (std::none_of(points.begin(), points.end(), [&word](const LinkEnd& point) {
                return Holds(point.words, word);
            }))
        {
            throw ScenarioError(
                {"--pcap-hosts: \"" + PrintableAscii(word) +
                 "\" is not allowed: must be a link of this scenario: workers, ps, uplinks, ports, "
                 "a job (job1), a role (job1-worker3, job1-ps; of execution traces job1-rank3, "
                 "ps1), host7 or rack0-spine1; the last "
                 "four also with " +
                 std::string(kUpperEnd) + " for the end at the switch"});
        }
    }
}

// Sizes of the format: see pcap-savefile(5).
constexpr uint64_t kFileHeaderBytes = 24;
constexpr uint64_t kFrameHeaderBytes = 16;
constexpr uint32_t kEthernet = 1; ///< its number of the link layer

/// Allows as many open files as the system lets this user have; returns their number.
rlim_t
AllowOpenFiles()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

} // namespace

std::vector<LinkEnd>
CapturePoints(const CaptureOptions& options, const ValidScenario& scenario)
{
    std::vector<LinkEnd> points = LinkEnds(scenario);
    CheckWords(options.links, points);
    const auto isLeftOut = [&options](const LinkEnd& point) {
        return options.links.empty()
                   ? point.isUpper
                   : std::none_of(options.links.begin(),
                                  options.links.end(),
                                  [&point](const auto& word) { return Holds(point.words, word); });
    };
    points.erase(std::remove_if(points.begin(), points.end(), isLeftOut), points.end());
    return points;
}

std::string
CapturePath(const CaptureOptions& options,
            const std::string& system,
            uint32_t seed,
            const LinkEnd& point)
{
    return options.prefix + "-" + system + "-" + std::to_string(seed) + "-" + point.name + ".pcap";
}

bool
CaptureBudget::HasRoom(uint64_t bytes)
{
    if (bytes > m_left)
    {
        m_left = 0; // later frames stay out, too: a capture has no gaps
        m_end = m_end ? m_end : Simulator::Now();
        return false;
    }
    return true;
}

CaptureFile::CaptureFile(const std::string& path,
                         const CaptureOptions& options,
                         CaptureBudget& budget)
    : m_path(path),
      m_options(options),
      m_budget(budget)
{
}

bool
CaptureFile::Begin()
{
    if (!m_file)
    {
        try
        {
            m_file.emplace(m_path, m_options.replace);
            m_capture = CreateObject<PcapFileWrapper>();
            m_capture->SetAttribute("NanosecMode", BooleanValue(true));
            m_capture->Open(m_file->TemporaryPath(), std::ios::out);
            m_capture->Init(kEthernet, m_options.bytes);
        }
        catch (const std::runtime_error& error)
        {
            m_error = error.what(); // an exception cannot pass through the simulator
        }
    }
    return m_file.has_value();
}

void
CaptureFile::Add(Ptr<const Packet> frame)
{
    const uint32_t kept = std::min(frame->GetSize(), m_options.bytes);
    const uint64_t bytes = (m_file ? 0 : kFileHeaderBytes) + kFrameHeaderBytes + kept;
    if (!m_error.empty() || !m_budget.HasRoom(bytes) || !Begin())
    {
        return;
    }
    m_budget.Spend(bytes);
    m_capture->Write(Simulator::Now(), frame);
    GiveUpIfFailed();
}

void
CaptureFile::GiveUpIfFailed()
{
    if (m_capture->Fail())
    {
        m_error = m_path + ": cannot be written: " + std::strerror(errno);
        m_capture = nullptr;
        m_file.reset(); // half a file is of no use, and others need the space of a full disk
    }
}

void
CaptureFile::End()
{
    if (m_capture)
    {
        m_capture->Close();
        GiveUpIfFailed();
        m_capture = nullptr;
    }
}

void
CaptureFile::Commit(bool isInterrupted)
{
    End();
    if (!m_error.empty())
    {
        throw std::runtime_error(m_error);
    }
    if (m_file)
    {
        if (isInterrupted)
        {
            m_file->MarkInterrupted();
        }
        m_file->Commit();
    }
    else if (!isInterrupted && m_options.replace && std::filesystem::is_regular_file(m_path))
    {
        std::filesystem::remove(m_path); // of an earlier run; it would seem to be of this one
    }
}

Captures::Captures(const CaptureOptions& options,
                   const ValidScenario& scenario,
                   const std::string& system,
                   uint32_t seed,
                   const EsaFabric& fabric)
    : m_options(options),
      m_budget(options.maxBytes)
{
    AllowOpenFiles();
    const std::vector<LinkEnd> points = CapturePoints(m_options, scenario);
    auto point = points.begin();
    for (const Ptr<EsaNetDevice>& device : DevicesAt(fabric, points))
    {
        m_files.push_back(
            std::make_unique<CaptureFile>(CapturePath(m_options, system, seed, *point++),
                                          m_options,
                                          m_budget));
        CaptureFile* const file = m_files.back().get();
        device->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>(
                [file](Ptr<const Packet> frame) { file->Add(frame); }));
    }
}

void
Captures::End()
{
    for (const auto& file : m_files)
    {
        file->End();
    }
}

void
Captures::Commit(bool isInterrupted)
{
    std::string error;
    for (const auto& file : m_files)
    {
        try
        {
            file->Commit(isInterrupted);
        }
        catch (const std::runtime_error& failure)
        {
            error = error.empty() ? failure.what() : error;
        }
    }
    if (!error.empty())
    {
        throw std::runtime_error(error);
    }
}

void
CheckCaptures(const CaptureOptions& options, const ValidScenario& scenario)
{
    if (options.IsEmpty())
    {
        return;
    }
    const std::vector<LinkEnd> points = CapturePoints(options, scenario);
    const rlim_t allowed = AllowOpenFiles();
    if (points.size() + kOtherFiles > allowed)
    {
        throw ScenarioError({"--pcap " + options.prefix + ": needs " +
                             std::to_string(points.size()) + " files at a time, but only " +
                             std::to_string(allowed) +
                             " may be open (ulimit -n): choose links with --pcap-hosts"});
    }
}

} // namespace ns3::esa
