// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-loss-detector.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// How often the time between two questions is doubled at most while other results arrive.
constexpr uint32_t kBackOffs = 2;

/// If a repair takes too long, so many workers more request for each one that has.
constexpr uint64_t kMoreRequesters = 8;

/// After this number of questions without an answer, while no other result came either, it is
/// likely that workers request in step.
constexpr uint32_t kInStep = 32;

/// After this number of them, losses do not explain it. Where a queue takes longer than the longest
/// silence, questions fill it, and no answer comes in time. So the silence is doubled again ...
constexpr uint32_t kCongested = 128;

/// ... after each of so many questions.
constexpr uint32_t kPerDoubling = 8;

/// Doublings of that kind, at most.
constexpr uint32_t kMostDoublings = 6;

/**
 * @brief Workers that request in step meet in the same short queue, which drops the same questions
 * every time. So each waits for a time of its own.
 * @param longest the longest time
 * @param seed differs from question to question and from worker to worker
 * @return from half of that time to all of it
 */
constexpr Picoseconds
OutOfStep(Picoseconds longest, uint64_t seed)
{
    constexpr int64_t kSteps = 1024;
    return longest - longest / (2 * kSteps) * static_cast<int64_t>(Hash64(seed) % kSteps);
}

} // namespace

LossDetector::LossDetector(const RepairParameters& parameters,
                           Picoseconds minTimeout,
                           StreamPosition first)
    : m_rto(minTimeout, parameters.rtoMin),
      m_overtaken(parameters.reorderingThreshold, first, parameters.trees, parameters.roles),
      m_window(parameters.reorderingWindow),
      m_initialTimeout(parameters.rtoMin),
      m_minSilence(minTimeout),
      m_frameTime(parameters.frameTime),
      m_salt(uint64_t{parameters.salt} << 32),
      m_worker(parameters.worker),
      m_requesters(parameters.requesters),
      m_repair(Picoseconds(0)),
      m_turns(parameters.turn, parameters.salt)
{
    ESA_ASSERT(parameters.recovery, "where nothing is lost, LossFreeDetector is used");
}

void
LossDetector::OnRepaired(StreamPosition position, uint32_t requests, Picoseconds sample)
{
    if (requests == 1 && sample < m_initialTimeout)
    {
        if (m_requesters > 1 &&
            RankIn(position) == 0) // otherwise another worker may have been first
        {
            m_repair.AddSample(sample);
        }
        m_rto.AddSample(sample); // if all results are repaired, nothing else gives the time
    }
    if (position == m_probed)
    {
        m_repairTime = sample;
    }
}

bool
LossDetector::IsSameBurst(const SentFragments& sent) const
{
    return sent[sent.FirstMissing()].timer < m_probedAt && m_probedAt < m_progressAt;
}

Picoseconds
LossDetector::SilenceAfterRepair() const
{
    // If the probed result only waited for a slow worker, those behind it follow at once. A repair
    // takes some round trips, so the half of it is enough to see that.
    const Picoseconds unknown = m_repairTime.count() > 0 ? m_repairTime : m_initialTimeout;
    const Picoseconds roundTrip = m_minRoundTrip == kNoDeadline ? unknown : m_minRoundTrip;
    return std::min(std::max({m_repairTime / 2, roundTrip, m_minSilence}), Longest());
}

Picoseconds
LossDetector::ProbeAt(const SentFragments& sent) const
{
    const SentFragments::Entry& first = sent[sent.FirstMissing()];
    const Picoseconds quietSince = std::max(first.timer, m_progressAt);
    if (IsSameBurst(sent))
    {
        return quietSince + SilenceAfterRepair();
    }
    // On a quiet network the deviation is zero, and every smallest delay would be taken for a loss.
    const Picoseconds margin = m_rto.HasSample() ? m_rto.Smoothed() : Picoseconds(0);
    return quietSince + std::min(m_rto.Timeout() + margin, Longest());
}

void
LossDetector::AssertInvariants([[maybe_unused]] const SentFragments& sent) const
{
    if constexpr (kHasAssertions)
    {
        std::size_t waiting = 0;
        bool isRepeated = true;
        for (StreamPosition position = sent.FirstMissing(); position < sent.End(); ++position)
        {
            if (sent.Awaits(position))
            {
                const SentFragments::Entry entry = sent[position];
                waiting += entry.waits ? 1 : 0;
                isRepeated = isRepeated && (entry.waits || entry.requests == 0 ||
                                            m_repeats.Next() != kNoDeadline);
            }
        }
        ESA_ASSERT(waiting == m_turns.Waiting(), "1: what waits for its turn is counted");
        ESA_ASSERT(isRepeated, "2: a request has a time at which it is repeated");
        ESA_ASSERT(m_quietRounds <= kMaxBackOffs, "3: a time is doubled so often at most");
    }
}

void
LossDetector::OnTimer(SentFragments& sent, Picoseconds now)
{
    const CheckedAtBothEnds check([this, &sent] { AssertInvariants(sent); });
    if (MayProbe(sent) && now >= ProbeAt(sent))
    {
        m_probedBurst = IsSameBurst(sent) ? m_probedAt : Picoseconds(0);
        m_rto.BackOff();
        m_probedAt = now;
        m_probes = true;
    }
    if (now >= QuietUntil())
    {
        m_quietRounds = std::min<uint32_t>(m_quietRounds + 1, kMaxBackOffs);
        m_repeats.MakeDue(sent, now, false);
    }
}

bool
LossDetector::Next(SentFragments& sent, Picoseconds now, LateResult& out)
{
    const CheckedAtBothEnds check([this, &sent] { AssertInvariants(sent); });
    if (m_probes)
    {
        m_probes = false;
        AddProbed(sent, now);
    }
    StreamPosition late;
    while (FindOvertaken(sent, now, late))
    {
        if (m_window.IsUsed())
        {
            m_turns.Add(late, sent, now);
            continue;
        }
        sent.NoteLate(late, now);
        m_repeats.Add(late, sent.HasSentAll() ? now : now + Suppression(late));
    }
    while (m_repeats.TakeDue(sent, now, late))
    {
        m_turns.Add(late, sent, now);
    }
    if (!m_turns.Take(sent, now, out.position))
    {
        return false;
    }
    out.timedOut = sent[out.position].requests > 0 || !IsOvertaken(out.position);
    NoteRequest(out.position, sent, now);
    return true;
}

void
LossDetector::AddProbed(SentFragments& sent, Picoseconds now)
{
    if (!MayProbe(sent))
    {
        return;
    }
    const StreamPosition first = sent.FirstMissing();
    m_probed = first;
    m_turns.Add(first, sent, now);
    for (StreamPosition next = first + 1; next < sent.End(); ++next)
    {
        const bool isOfBurst = sent.Awaits(next) && sent[next].timer < m_probedBurst;
        if (isOfBurst && sent[next].requests == 0)
        {
            m_turns.Add(next, sent, now);
        }
    }
}

Picoseconds
LossDetector::Suppression(StreamPosition position) const
{
    const uint64_t rank = RankIn(position);
    int64_t repairs = 0;
    for (uint64_t before = 1; before <= rank; before += before * kMoreRequesters)
    {
        ++repairs;
    }
    const Picoseconds measured = m_repair.HasSample() ? m_repair.Smoothed() : RepeatAfter();
    return std::min(repairs * std::max(measured, RepeatAfter() / 2), Longest());
}

bool
LossDetector::FindOvertaken(const SentFragments& sent, Picoseconds now, StreamPosition& out)
{
    if (m_window.IsUsed())
    {
        return m_rto.HasSample() && m_window.TakeLate(sent, now, m_rto.Smoothed(), out);
    }
    return m_overtaken.Next(sent.FirstMissing(), IsMissing{sent}, out);
}

void
LossDetector::NoteRequest(StreamPosition position, SentFragments& sent, Picoseconds now)
{
    // While other results arrive, the network works, and the next question is likely to arrive.
    const SentFragments::Entry& entry = sent[position];
    const bool isQuiet = entry.requests > 0 && entry.timer >= m_progressAt;
    const uint32_t backOffs =
        std::min<uint32_t>(entry.requests, isQuiet ? kMaxBackOffs : kBackOffs);
    const Picoseconds interval = BackedOff(RepeatAfter(), backOffs);
    Picoseconds silence = std::min(interval, Longest());
    if (isQuiet && entry.requests >= kInStep)
    {
        silence = OutOfStep(silence, static_cast<uint64_t>(now.count()) ^ m_salt ^ position);
        const uint32_t further = std::max<uint32_t>(entry.requests, kCongested) - kCongested;
        silence *= 1 << std::min(further / kPerDoubling, kMostDoublings);
    }
    m_repeats.Add(position, now + silence);
    m_requestedAt = now;
    sent.NoteRequested(position, now);
}

Picoseconds
LossDetector::Longest() const
{
    return BackedOff(m_initialTimeout, kMaxBackOffs);
}

Picoseconds
LossDetector::RepeatAfter() const
{
    if (m_minRoundTrip == kNoDeadline)
    {
        return m_initialTimeout;
    }
    // At the start of a burst even the shortest round trip may have waited for a slow worker.
    const Picoseconds unloaded = std::min(kRepairRoundTrips * m_minRoundTrip,
                                          std::max(m_initialTimeout, 2 * m_minRoundTrip));
    // In a long queue a repair is not faster than any other packet.
    const Picoseconds repair = m_repair.HasSample() ? m_repair.Timeout() : Picoseconds(0);
    return std::max(repair,
                    m_rto.HasSample() ? std::max(unloaded, 2 * m_rto.Smoothed()) : unloaded);
}

} // namespace ns3::esa
