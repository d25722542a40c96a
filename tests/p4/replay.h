/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_P4_REPLAY_H
#define ESA_TEST_P4_REPLAY_H

#include "core/switch/pipeline-rig.h"
#include "p4/trace.h"

#include "ns3/esa-system-record.h"

#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @brief Runs the C++ pipeline on frames, as the P4 program runs: it decodes the frame that comes
 * in, and sends frames out as EsaSwitch does.
 */
class P4Replay
{
  public:
    /**
     * @param trace the switch's set-up
     * @param sequence the system
     */
    P4Replay(const P4Trace& trace, const TracedSequence& sequence);

    /**
     * @param frame a frame that comes in
     * @return the frames that go out, by port
     */
    std::vector<PortFrame> Send(const Frame& frame);

    /// @param us time that passes, in microseconds
    void Wait(uint64_t us)
    {
        m_now += Picoseconds(1000000 * static_cast<int64_t>(us));
    }

    /**
     * @param outcome an outcome
     * @return packets that had it
     */
    uint64_t Count(Outcome outcome) const;

    /**
     * @param index number of an aggregator
     * @return its registers, as the P4 program would have them
     */
    TracedAggregator Registers(uint32_t index) const;

  private:
    /**
     * @param frame a frame
     * @return its fragment; nothing if it is not one that the wire format knows
     */
    std::optional<Fragment> Decode(const Frame& frame) const;

    /**
     * @param fragment a fragment that goes out
     * @param port the port
     * @return both
     */
    PortFrame Build(const Fragment& fragment, uint32_t port) const;

    const P4Trace& m_trace;    ///< the set-up
    PipelineRig m_rig;         ///< the pipeline
    FrameFormat m_format;      ///< the system's frame
    Picoseconds m_now{0};      ///< the time
    uint64_t m_undecodable{0}; ///< frames that could not be decoded for the pipeline
};

} // namespace ns3::esa

#endif // ESA_TEST_P4_REPLAY_H
