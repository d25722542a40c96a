// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-jitter.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Stands in place of a worker's number when the draw belongs to the job.
constexpr uint32_t kNoWorker = UINT32_MAX;

/// @param part a fraction of a span @return that part of it
Picoseconds
PartOf(double part, Picoseconds span)
{
    return Picoseconds(static_cast<int64_t>(part * static_cast<double>(span.count())));
}

/// @param unit a number in [0, 1)
/// @param max the largest span
/// @return the span at that part of it
Picoseconds
Scaled(double unit, Picoseconds max)
{
    ESA_ASSERT(unit >= 0 && unit < 1, "a draw is in [0, 1)");
    ESA_ASSERT(max.count() >= 0, "nothing happens before its time");
    return PartOf(unit, max);
}

} // namespace

JitterSource
JitterSource::Sliced(double slice) const
{
    ESA_ASSERT(slice > 0 && slice <= 1, "a slice is a part of a model");
    Parameters parameters = m_parameters;
    parameters.startMax = PartOf(slice, parameters.startMax);
    if (!DelaysPackets())
    {
        parameters.max = PartOf(slice, parameters.max);
    }
    return JitterSource(parameters);
}

double
JitterSource::Draw(uint32_t job, uint32_t worker, uint32_t iteration, uint32_t number) const
{
    uint64_t hash = Hash64(uint64_t{m_parameters.seed} << 32 | m_parameters.run);
    hash = Hash64(hash ^ (uint64_t{job} << 32 | worker));
    hash = Hash64(hash ^ (uint64_t{iteration} << 32 | number));
    return static_cast<double>(hash >> 11) * 0x1p-53;
}

Picoseconds
JitterSource::JobStart(uint32_t job) const
{
    return Scaled(Draw(job, kNoWorker, 0, 0), m_parameters.startMax);
}

std::vector<Picoseconds>
JitterSource::ReadyTimes(uint32_t job,
                         uint32_t worker,
                         uint32_t iteration,
                         const std::vector<Picoseconds>& computed) const
{
    std::vector<Picoseconds> ready;
    ready.reserve(computed.size());
    Picoseconds latest(0);
    for (const Picoseconds end : computed)
    {
        const auto partition = static_cast<uint32_t>(ready.size());
        latest = std::max(latest, end + Delay(job, worker, iteration, partition));
        ready.push_back(latest);
    }
    return ready;
}

Picoseconds
JitterSource::Delay(uint32_t job, uint32_t worker, uint32_t iteration, uint32_t partition) const
{
    switch (m_parameters.mode)
    {
    case JitterMode::Iteration:
        return Scaled(Draw(job, worker, iteration, 0), m_parameters.max);
    case JitterMode::Partition:
        return Scaled(Draw(job, worker, iteration, partition), m_parameters.max);
    case JitterMode::None:
    case JitterMode::Packet:
    case JitterMode::PacketInOrder:
        break;
    }
    return Picoseconds(0);
}

Picoseconds
JitterSource::PacketDelay(uint32_t job,
                          uint32_t worker,
                          uint32_t iteration,
                          uint32_t position) const
{
    ESA_ASSERT(DelaysPackets(), "only then there is a delay to ask for");
    return Scaled(Draw(job, worker, iteration, position), m_parameters.max);
}

} // namespace ns3::esa
