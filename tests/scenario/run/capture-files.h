// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_RUN_CAPTURE_FILES_H
#define ESA_TEST_SCENARIO_RUN_CAPTURE_FILES_H

#include "scenario/program/program-call.h"

#include "ns3/pcap-file.h"

#include <array>
#include <cstdint>
#include <set>

namespace ns3::esa::test
{

namespace fs = std::filesystem;

/// What a capture holds.
struct CaptureContents
{
    std::vector<uint64_t> timesNs;     ///< of the frames
    std::vector<uint32_t> lengths;     ///< of the frames
    std::vector<uint32_t> keptLengths; ///< of what is kept of them
};

/// @return what a capture holds
inline CaptureContents
ReadCapture(const std::string& path)
{
    PcapFile file;
    file.Open(path, std::ios::in);
    EXPECT_FALSE(file.Fail()) << path;
    EXPECT_TRUE(file.IsNanoSecMode());
    CaptureContents contents;
    std::array<uint8_t, 2000> data{};
    while (true)
    {
        uint32_t seconds = 0;
        uint32_t ns = 0;
        uint32_t kept = 0;
        uint32_t length = 0;
        uint32_t read = 0;
        file.Read(data.data(), data.size(), seconds, ns, kept, length, read);
        if (file.Eof() || file.Fail())
        {
            return contents;
        }
        contents.timesNs.push_back(uint64_t{1000000000} * seconds + ns);
        contents.lengths.push_back(length);
        contents.keptLengths.push_back(kept);
    }
}

/// Captures of the tiny scenario.
class CaptureRuns : public ScenarioProgram
{
  protected:
    /// @return what comes of a call with --pcap and further arguments
    CallResult Capture(const std::vector<std::string>& more = {})
    {
        std::vector<std::string> arguments{"--config=" + m_config,
                                           "--system=esa",
                                           "--set=switch.memory_bytes=2000", // the PSes help
                                           "--set=jitter.max_us=1",
                                           "--out=" + m_out,
                                           "--pcap=" + m_directory.Path("c")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Call(arguments);
    }

    /// @return names of the captures of the run of ESA, without what all begin and end with
    std::set<std::string> Names() const
    {
        const std::string begin = "c-esa-1-";
        const std::string end = ".pcap";
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(m_directory.Path("")))
        {
            const std::string name = entry.path().filename().string();
            if (name.compare(0, begin.size(), begin) == 0)
            {
                names.insert(name.substr(begin.size(), name.size() - begin.size() - end.size()));
            }
        }
        return names;
    }

    /// @return bytes of all captures
    double Size() const
    {
        double bytes = 0;
        for (const std::string& name : Names())
        {
            bytes += static_cast<double>(fs::file_size(PathOf(name)));
        }
        return bytes;
    }

    /// @return path of a capture
    std::string PathOf(const std::string& name) const
    {
        return m_directory.Path("c-esa-1-" + name + ".pcap");
    }
};

using NameSet = std::set<std::string>;

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_RUN_CAPTURE_FILES_H
