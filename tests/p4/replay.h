// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_P4_REPLAY_H
#define ESA_TEST_P4_REPLAY_H

#include "core/switch/pipeline-rig.h"
#include "p4/trace.h"

#include "ns3/esa-group-table.h"
#include "ns3/esa-system-record.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A packet that leaves, as a struct and as a frame.
struct SentPacket
{
    InaPacket fragment; ///< the packet; empty if the frame carries none
    PortFrame frame;    ///< port and frame
};

/// @brief Runs the C++ pipeline on frames, as the P4 program runs: it decodes the frame that comes
/// in, and sends frames out as EsaSwitch does.
class P4Replay
{
  public:
    /// @param trace the switch's set-up
    /// @param sequence the system
    P4Replay(const P4Trace& trace, const TracedSequence& sequence);

    /// @param frame a frame that comes in
    /// @return what goes out, in the order of EsaSwitch
    std::vector<SentPacket> Send(const Frame& frame);

    /// Time passes, or a job leaves.
    /// @return the packet to send if the step is one; null: it is none
    const TracedPacket* Take(const TracedStep& step);

    uint64_t Count(Outcome outcome) const;

    /// @return its registers, as the P4 program would have them
    TracedAggregator Registers(uint32_t index) const;

    FrameFormat Format() const
    {
        return m_format;
    }

  private:
    /// A job with several groups.
    struct TreeJob
    {
        const TracedTree& traced;                 ///< as the tables have it
        std::shared_ptr<const GroupTable> groups; ///< as the simulator's switch has it
    };

    /// @return the job as the switch's tables have it; nullptr: they do not have it
    const TracedJob* FindJob(uint16_t job) const;

    /// @return the job, if it has several groups; nullptr: it has one
    const TreeJob* FindTree(uint16_t job) const;

    /// @param frame a frame that carries no fragment
    /// @return the same, if the switch knows its receiver
    std::vector<SentPacket> Forward(const Frame& frame) const;

    /// @param frame a frame that carries a fragment
    /// @return the fragment as the pipeline wants it; nothing if it is malformed
    std::optional<InaPacket> Decode(const Frame& frame) const;

    /// @brief A packet is in the switch.
    /// @param out gets what goes out
    void Receive(const Frame& came, InaPacket fragment, std::vector<SentPacket>& out);

    /// @brief Sends a packet of a job with several groups on, as EsaSwitch does.
    /// @param out gets what goes out
    void SendInTree(const Frame& came,
                    const InaPacket& fragment,
                    const Decision& decision,
                    std::vector<SentPacket>& out);

    /// @brief The same for a job with one group.
    void SendToMembers(const Frame& came,
                       const InaPacket& fragment,
                       const Decision& decision,
                       std::vector<SentPacket>& out) const;

    const P4Trace& m_trace;              ///< the set-up
    PipelineRig m_rig;                   ///< the pipeline
    FrameFormat m_format;                ///< the system's frame
    Picoseconds m_now{0};                ///< the time
    uint64_t m_undecodable{0};           ///< frames that could not be decoded for the pipeline
    std::map<uint16_t, TreeJob> m_trees; ///< jobs with several groups
};

/// @brief Runs a sequence through the C++ pipeline, and compares it with what was recorded.
/// @param trace the switch's set-up
/// @return the first difference; empty if there is none
std::string FindDifference(const P4Trace& trace, const TracedSequence& sequence);

} // namespace ns3::esa

#endif // ESA_TEST_P4_REPLAY_H
