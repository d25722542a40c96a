// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The frames that the simulator builds are those of the P4 program, byte by byte. The replay makes
// the frames that leave out of those that came; here both are built from the packets alone.

#include "p4/frame.h"
#include "p4/replay.h"

#include "ns3/esa-frame-builder.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>

namespace ns3::esa
{
namespace
{

/// @return a link's address: 02:00:00:0(side):00:(port)
Mac48Address
AddressAt(uint8_t side, uint32_t port)
{
    const std::array<uint8_t, 6> bytes{2, 0, 0, side, 0, static_cast<uint8_t>(port)};
    Mac48Address address;
    address.CopyFrom(bytes.data());
    return address;
}

Frame
Build(const InaPacket& fragment, FrameFormat format, Mac48Address from, Mac48Address to)
{
    const auto packet = BuildPacket(fragment, format, from, to);
    Frame bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/// @return true if the simulator would have built this frame for this fragment
bool
IsBuilt(const Frame& frame, InaPacket fragment, FrameFormat format)
{
    const auto isBuilt = [&] {
        return Build(fragment, format, AddressAt(0, 15), AddressAt(0, 0)) == frame;
    };
    if (isBuilt())
    {
        return true;
    }
    fragment.worker = kAllWorkers;
    return fragment.kind == PacketKind::Result && isBuilt();
}

/// Builds what leaves the switch in a sequence.
class BuiltFrames
{
  public:
    void Run(const P4Trace& trace, const TracedSequence& sequence)
    {
        P4Replay replay(trace, sequence);
        for (const TracedStep& step : sequence.steps)
        {
            if (const TracedPacket* const packet = replay.Take(step))
            {
                Compare(replay, packet->in);
            }
        }
    }

    std::size_t in{0};  ///< frames that came as the simulator builds them
    std::size_t out{0}; ///< frames that left because of them

  private:
    /// @brief Sends a frame in, and compares what leaves.
    void Compare(P4Replay& replay, const Frame& frame)
    {
        const FrameFormat format = replay.Format();
        const auto fragment =
            CarriesFragment(frame, format) ? DecodeFrame(frame, format) : std::nullopt;
        const bool isBuilt = fragment && IsBuilt(frame, *fragment, format);
        in += isBuilt;
        for (SentPacket& sent : replay.Send(frame))
        {
            if (!isBuilt)
            {
                continue;
            }
            ++out;
            // packets that may be short stay short
            const FrameSizes sizes(HeaderBytes(format) + PayloadBytes(format),
                                   static_cast<uint16_t>(frame.size()));
            const auto& [port, bytes] = sent.frame;
            sent.fragment.frameBytes = sizes.Bytes(sent.fragment.kind);
            ASSERT_EQ(Build(sent.fragment, format, AddressAt(1, port), AddressAt(2, port)), bytes);
        }
    }
};

TEST(P4Malformed, IsASwitchMlFrameWhoseHeaderSaysAnotherLength)
{
    InaPacket fragment;
    fragment.job = 1;
    fragment.frameBytes = kSwitchMlFrameBytes;
    const Frame whole = Build(fragment, FrameFormat::SwitchMl, AddressAt(0, 15), AddressAt(0, 0));
    ASSERT_EQ(whole.size(), kSwitchMlFrameBytes);
    EXPECT_TRUE(DecodeFrame(whole, FrameFormat::SwitchMl));
    // headers of frames with 58 values and with none, which the simulator may build
    for (const uint16_t bytes : {284, 64})
    {
        fragment.frameBytes = bytes;
        const Frame other =
            Build(fragment, FrameFormat::SwitchMl, AddressAt(0, 15), AddressAt(0, 0));
        Frame frame = whole;
        std::copy_n(&other[kEthernetBytes + kIpv4Bytes],
                    kSwitchMlHeaderBytes,
                    &frame[kEthernetBytes + kIpv4Bytes]);
        EXPECT_TRUE(CarriesFragment(frame, FrameFormat::SwitchMl)) << bytes;
        EXPECT_FALSE(DecodeFrame(frame, FrameFormat::SwitchMl)) << bytes;
    }
}

using P4Frames = testing::TestWithParam<const char*>;

TEST_P(P4Frames, AreThoseThatTheSimulatorBuilds)
{
    const P4Trace trace = ReadP4Trace("tests/p4/recordings/" + std::string(GetParam()) + ".txt.gz");
    BuiltFrames frames;
    for (const TracedSequence& sequence : trace.sequences)
    {
        SCOPED_TRACE(sequence.name);
        frames.Run(trace, sequence);
        ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_GE(frames.in, 400U) << "too few recorded frames are as the simulator builds them";
    EXPECT_GE(frames.out, 400U);
}

INSTANTIATE_TEST_SUITE_P(
    Systems,
    P4Frames,
    testing::Values("esa", "atp", "straw1", "switchml", "esa-groups", "atp-groups"),
    [](const auto& info) {
        std::string name = info.param;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

} // namespace
} // namespace ns3::esa
