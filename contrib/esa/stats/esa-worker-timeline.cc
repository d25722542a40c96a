// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-timeline.h"

#include "ns3/assert.h"

namespace ns3::esa
{
namespace
{

/// @return the layers of a partition, for the name of its track
std::string
LayersOf(const Dnn::Partition& partition)
{
    const std::string first = std::to_string(partition.layer);
    return partition.layerCount == 1
               ? "layer " + first
               : "layers " + first + " to " + std::to_string(partition.LastLayer());
}

} // namespace

WorkerTimeline::WorkerTimeline(TimelineEvents& events,
                               TimelineTrack job,
                               const Ptr<Application>& app)
    : m_events(events),
      m_worker(*ProcessIn<TrainingProcess>(app)),
      m_track(events.AddTrack(job, "worker " + std::to_string(m_worker.Worker()))),
      m_plan(m_worker.Job()->plan),
      m_iterations(events.AddTrack(m_track, "iterations")),
      m_computation(events.AddTrack(m_track, "computation"))
{
    const auto& partitions = m_plan.GetDnn().partitions;
    for (uint32_t number = 0; number < partitions.size(); ++number)
    {
        const std::string partition = "partition " + std::to_string(number + 1);
        const std::string layers = " (" + LayersOf(partitions[number]) + ")";
        m_partitions.push_back({events.AddTrack(m_track, partition + layers),
                                partition,
                                m_plan.FragmentsOf(number),
                                std::nullopt});
    }
    m_windows = events.AddCounter(m_track, "window", "packets");
    app->TraceConnectWithoutContext("Iteration", MakeCallback(&WorkerTimeline::OnIteration, this));
    app->TraceConnectWithoutContext("Layer", MakeCallback(&WorkerTimeline::OnLayer, this));
    app->TraceConnectWithoutContext("Send", MakeCallback(&WorkerTimeline::OnSend, this));
    app->TraceConnectWithoutContext("Result", MakeCallback(&WorkerTimeline::OnResult, this));
}

void
WorkerTimeline::OnIteration(const IterationRecord& record)
{
    m_events.Span(m_iterations,
                  "iteration",
                  "iteration " + std::to_string(record.iteration),
                  record.begin,
                  record.end,
                  {{"iteration", FixedMilli::Whole(record.iteration)}});
    WriteBackwardParts(record);
    m_iteration = record.iteration + 1;
    for (uint32_t number = 0; number < m_partitions.size(); ++number)
    {
        m_partitions[number].missing = m_plan.FragmentsOf(number);
    }
}

void
WorkerTimeline::WriteBackwardParts(const IterationRecord& record)
{
    const Dnn& dnn = m_plan.GetDnn();
    const std::vector<Picoseconds> ends = dnn.BackwardEnds();
    for (std::size_t layer = dnn.layerBackward.size(); layer > 0; --layer)
    {
        if (dnn.layerBackward[layer - 1].count() == 0)
        {
            continue;
        }
        const Picoseconds end = record.begin + ends[layer - 1];
        m_events.Span(m_computation,
                      "computation",
                      "backward part of layer " + std::to_string(layer),
                      end - dnn.layerBackward[layer - 1],
                      end,
                      {{"iteration", FixedMilli::Whole(record.iteration)}});
    }
}

void
WorkerTimeline::OnLayer(const LayerRecord& record)
{
    m_events.Span(m_computation,
                  "computation",
                  "layer " + std::to_string(record.layer),
                  record.begin,
                  record.end,
                  {{"iteration", FixedMilli::Whole(record.iteration)}});
}

uint32_t
WorkerTimeline::PlaceOf(const InaPacket& packet) const
{
    // A job's fragments are numbered through all its iterations, modulo 2^32.
    return packet.seq - static_cast<uint32_t>(m_iteration * m_plan.Fragments());
}

WorkerTimeline::Partition&
WorkerTimeline::PartitionOf(const InaPacket& packet)
{
    return m_partitions[m_plan.PartitionOf(PlaceOf(packet))];
}

void
WorkerTimeline::Begin(Partition& partition)
{
    if (!partition.begin)
    {
        partition.begin = m_clock.Now();
    }
}

void
WorkerTimeline::OnSend(const InaPacket& packet)
{
    // Where hosts sum, a worker may still pass on sums of an iteration that it has ended.
    const bool isSent = packet.kind == PacketKind::Gradient || packet.kind == PacketKind::Data;
    if (!isSent || PlaceOf(packet) >= m_plan.Fragments())
    {
        return;
    }
    Partition& partition = PartitionOf(packet);
    if (partition.missing > 0)
    {
        Begin(partition);
    }
}

void
WorkerTimeline::OnResult(const InaPacket& result)
{
    Partition& partition = PartitionOf(result);
    Begin(partition); // a system may trace no packets
    NS_ASSERT_MSG(partition.missing > 0, "a result arrives for the first time once");
    --partition.missing;
    if (partition.missing == 0)
    {
        WriteCommunication(partition, m_clock.Now());
    }
}

void
WorkerTimeline::WriteCommunication(Partition& partition, Picoseconds now)
{
    NS_ASSERT_MSG(partition.begin, "only communication that has begun is written");
    m_events.Span(partition.track,
                  "communication",
                  partition.name,
                  *partition.begin,
                  now,
                  {{"iteration", FixedMilli::Whole(m_iteration)},
                   {"missing_results", FixedMilli::Whole(partition.missing)}});
    partition.begin.reset();
}

void
WorkerTimeline::Sample(Picoseconds now)
{
    const uint32_t window = m_worker.MaxOutstanding();
    if (window != m_window)
    {
        m_window = window;
        m_events.Value(m_windows, now, FixedMilli::Whole(window));
    }
}

void
WorkerTimeline::Close(Picoseconds now)
{
    for (Partition& partition : m_partitions)
    {
        if (partition.begin)
        {
            WriteCommunication(partition, now);
        }
    }
}

} // namespace ns3::esa
