// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-request-clocking.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// A chunk is not shorter than this unless a channel has so many of them.
struct ChunkStep
{
    uint64_t bytes;  ///< of a chunk
    uint64_t chunks; ///< of a channel, at least
};

constexpr uint64_t kLongestChunk = 262144; ///< of NCCL's chain over SHARP

/// How NCCL halves chunks (enqueue.cc); the last one is the least.
constexpr ChunkStep kChunkSteps[]{{131072, 64}, {65536, 8}, {32768, 1}};

} // namespace

uint64_t
ChunkBytesOf(uint64_t callBytes, uint32_t channels)
{
    uint64_t chunk = kLongestChunk;
    for (const ChunkStep& step : kChunkSteps)
    {
        while (chunk > step.bytes && callBytes / (channels * chunk) < step.chunks)
        {
            chunk /= 2;
        }
    }
    return chunk;
}

RequestClocking::RequestClocking(const RequestParameters& parameters)
    : m_parameters(parameters)
{
    ESA_ASSERT(parameters.aggregators >= 1 && parameters.requests >= 1, "something may leave");
    m_limit = 0;
    m_isInOrder = true;
    m_alwaysRequests = true;
}

void
RequestClocking::OnReady(const PositionRange& ready, const SentFragments& sent)
{
    ESA_ASSERT(sent.FirstMissing() == ready.begin, "a call begins when the last one is over");
    m_call = ready;
    const uint64_t bytes = ready.Size() * m_parameters.payloadBytes;
    const uint64_t request = m_parameters.channels * ChunkBytesOf(bytes, m_parameters.channels);
    m_fragments = static_cast<uint32_t>(std::max<uint64_t>(1, request / m_parameters.payloadBytes));
    SetLimit(sent);
}

void
RequestClocking::OnResult(const InaPacket& /* result */,
                          StreamPosition /* position */,
                          const SentFragments& sent,
                          Picoseconds /* now */)
{
    SetLimit(sent);
}

uint32_t
RequestClocking::MaxOutstanding() const
{
    return std::min(m_parameters.aggregators, m_parameters.requests * m_fragments);
}

void
RequestClocking::SetLimit(const SentFragments& sent)
{
    const StreamPosition first = sent.FirstMissing();
    const uint64_t complete = (first - m_call.begin) / m_fragments;
    m_limit = std::min({m_call.end,
                        m_call.begin + (complete + m_parameters.requests) * m_fragments,
                        first + m_parameters.aggregators});
}

} // namespace ns3::esa
