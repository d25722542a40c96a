// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REQUEST_CLOCKING_H
#define ESA_REQUEST_CLOCKING_H

#include "esa-clocking.h"

#include <cstdint>

namespace ns3::esa
{

/// What NCCL and its plugin for SHARP send at a time.
struct RequestParameters
{
    uint32_t payloadBytes; ///< of a fragment
    uint32_t requests;     ///< requests under way, at most
    uint32_t channels;     ///< channels whose chunks share a request
    uint32_t aggregators;  ///< of the job's share
};

/**
 * @ingroup esa
 * @brief Sends a call in requests of which a few are under way (SHARP).
 *
 * A collective library has one buffer per channel with room for a few chunks. A request sums a
 * chunk of each channel, and the next one begins when the oldest is complete. NCCL makes chunks
 * smaller where a channel has little data, so that its buffers do not run empty. Calls of a
 * communicator follow each other.
 *
 * What the switch has for a request is not public. Here it has an aggregator for each fragment, so
 * that the share of the memory bounds what is under way, too.
 */
class RequestClocking : public Clocking
{
  public:
    /// @param parameters sizes
    explicit RequestClocking(const RequestParameters& parameters);

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    uint32_t MaxOutstanding() const override;

  private:
    /// @brief Finds how far fragments may leave.
    void SetLimit(const SentFragments& sent);

    RequestParameters m_parameters; ///< sizes
    PositionRange m_call{0, 0};     ///< the call
    uint32_t m_fragments{1};        ///< of a request of the call
};

/// @param callBytes data of a call
/// @param channels channels that carry it
/// @return bytes of a chunk, as in NCCL with one worker in a server
uint64_t ChunkBytesOf(uint64_t callBytes, uint32_t channels);

} // namespace ns3::esa

#endif // ESA_REQUEST_CLOCKING_H
