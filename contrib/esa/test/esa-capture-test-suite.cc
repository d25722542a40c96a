// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-test-rack.h"

#include "ns3/esa-wire-format.h"
#include "ns3/pcap-file.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <string>

using namespace ns3;
using namespace ns3::esa;

namespace
{

/// @ingroup tests
/// @brief A capture contains every frame of its link, with times in nanoseconds, and does not
/// change the simulation.
class CaptureTestCase : public TestCase
{
  public:
    CaptureTestCase()
        : TestCase("captures")
    {
    }

  private:
    /// @brief Runs two jobs on little memory.
    /// @param capture name of the capture of the first host's link; empty: none
    /// @return the fingerprint of the run
    TestRack::Fingerprint RunOnce(const std::string& capture)
    {
        TestRack rack("esa");
        rack.dnn = TestRack::SmallDnn(100);
        rack.Install(2, 2);
        if (!capture.empty())
        {
            rack.helper.EnablePcap(capture, rack.LinkOf(0).AtHost(), true, true);
        }
        rack.Run();
        m_frames = rack.LinkOf(0).AtHost()->GetCounts().framesCarried +
                   rack.LinkOf(0).AtSwitch()->GetCounts().framesCarried;
        return rack.GetFingerprint();
    }

    void DoRun() override
    {
        const std::string name = CreateTempDirFilename("esa.pcap");
        const bool same = RunOnce(name) == RunOnce("");
        NS_TEST_ASSERT_MSG_EQ(same, true, "a capture changes the run");

        PcapFile file;
        file.Open(name, std::ios::in);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, "cannot read " << name);
        NS_TEST_ASSERT_MSG_EQ(file.IsNanoSecMode(), true, "the clock is too coarse for 24 ns");
        uint64_t frames = 0;
        uint64_t lastNs = 0;
        std::array<uint8_t, 2000> data;
        uint32_t seconds;
        uint32_t ns;
        uint32_t stored;
        uint32_t length;
        uint32_t read;
        for (;;)
        {
            file.Read(data.data(), data.size(), seconds, ns, stored, length, read);
            if (file.Eof() || file.Fail())
            {
                break;
            }
            ++frames;
            NS_TEST_ASSERT_MSG_EQ(length, kInaFrameBytes, "wrong length of frame " << frames);
            NS_TEST_ASSERT_MSG_EQ((ns >= lastNs), true, "time runs backwards");
            lastNs = ns;
        }
        NS_TEST_ASSERT_MSG_EQ(frames, m_frames, "the capture misses frames of the link");
    }

    uint64_t m_frames{0}; ///< frames that the link carried, both directions
};

/// @ingroup tests
/// @brief The suite: captures.
class EsaCaptureTestSuite : public TestSuite
{
  public:
    EsaCaptureTestSuite()
        : TestSuite("esa-capture", TestSuite::Type::UNIT)
    {
        AddTestCase(new CaptureTestCase);
    }
};

EsaCaptureTestSuite g_esaCaptureTestSuite; ///< registers itself

} // namespace
