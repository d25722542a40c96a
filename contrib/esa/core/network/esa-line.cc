// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-line.h"

#include "ns3/esa-hash.h"

namespace ns3::esa
{
namespace
{

/// Makes the followers of a run.
class FollowerSource
{
  public:
    FollowerSource() = default;

    /// @param run the packets @param train number of its train
    FollowerSource(const TrainRun& run, uint32_t train)
        : m_digest(run.digests),
          m_step(run.digestStep),
          m_word(Follower::WordOf(Picoseconds(0), train)),
          m_left(run.count),
          m_wantsAck(run.wantsAck)
    {
    }

    /// @param arrival when it arrives @return the next one
    Follower Next(uint64_t arrival)
    {
        const bool wantsAck = --m_left == 0 && m_wantsAck;
        const uint64_t digest = TrainRun::DigestAt(m_digest);
        m_digest += m_step;
        return {(m_word | (wantsAck ? Follower::kWantsAck : 0)) + arrival, digest};
    }

  private:
    const std::byte* m_digest; ///< of the next one
    std::size_t m_step;        ///< bytes to that of the one after it
    uint64_t m_word;           ///< of each, without its arrival
    uint32_t m_left;           ///< how many
    bool m_wantsAck;           ///< whether the last one requests an acknowledgement
};

} // namespace

void
Line::SetRules(const Rules& rules)
{
    m_rules = rules;
    m_delay = rules.delay;
    m_lastBytes = 0;
    m_spanBytes = 0;
    m_leastMark = QueueTime(rules.flowMarking.minBytes, rules.bitsPerS);
    if (rules.ecn.count() > 0 && (!rules.flowMarking.IsOn() || rules.ecn < m_leastMark))
    {
        m_leastMark = rules.ecn;
    }
    FindShort();
}

void
Line::FindShort()
{
    const bool isLimited = m_rules.queueLength.count() > 0;
    m_short = m_isWatched || isLimited  ? Picoseconds::min()
              : m_leastMark.count() > 0 ? m_leastMark
                                        : Picoseconds::max();
}

void
Line::Connect(std::shared_ptr<Agenda> reader, uint32_t port, LineEnd& end)
{
    m_reader = std::move(reader);
    m_port = port;
    m_end = &end;
    m_reader->AddLine(*this, port);
}

void
Line::Disconnect()
{
    if (m_reader)
    {
        m_reader->RemoveLine(m_port);
        m_reader = nullptr;
    }
}

void
Line::Open()
{
    if (!m_isOpen)
    {
        m_isOpen = true;
        if (m_reader)
        {
            m_reader->OnOpened();
        }
    }
}

void
Line::Publish()
{
    m_isAnnounced = false;
    const bool wasEmpty = m_frames.IsEmpty();
    m_frames.Publish();
    if (!m_reader)
    {
        return;
    }
    if (wasEmpty && !m_frames.IsEmpty())
    {
        m_reader->OnFirstFrame(m_port, m_frames.FirstArrival());
    }
    for (Signal& signal : m_signals)
    {
        m_reader->PlanSignal(signal.at, m_port, std::move(signal.arrive));
    }
    m_signals.clear();
}

bool
Line::PushInTurns(const TrainRuns& runs, Picoseconds now)
{
    const TrainRun* const first = runs.begin();
    const auto size = static_cast<uint32_t>(runs.size);
    for (const TrainRun& run : runs)
    {
        if (!m_frames.TrainAt(TrainOf(*run.header)).Continues(run.At(0)))
        {
            return false; // as of two flows with one train, one does not
        }
    }
    std::array<FollowerSource, kTrains> turns;
    for (uint32_t i = 0; i < size; ++i)
    {
        const TrainRun& run = first[i];
        const uint32_t number = TrainOf(*run.header);
        PacketTrain& train = m_frames.TrainAt(number);
        if (!train.IsOfMessage(run.At(0)))
        {
            m_frames.BeginMessage(number, run.seq, run.header->bitmap);
        }
        train.next += run.count;
        turns[i] = {run, number};
    }
    const uint32_t bytes = first->header->frameBytes;
    const Picoseconds duration = DurationOf(bytes);
    const auto wait = static_cast<uint64_t>(duration.count());
    const Picoseconds all = duration * runs.count;
    const Picoseconds last = Arrival(uint64_t{bytes} * runs.count, all, now);
    auto arrival = static_cast<uint64_t>((last - all).count());
    if (size == 1)
    {
        FollowerSource source = turns[0]; // its fields stay in registers
        m_frames.PushFollowers(runs.count, [&] {
            arrival += wait;
            return source.Next(arrival);
        });
    }
    else
    {
        uint32_t next = 0;
        m_frames.PushFollowers(runs.count, [&] {
            arrival += wait;
            FollowerSource& source = turns[next];
            next = next + 1 == size ? 0 : next + 1;
            return source.Next(arrival);
        });
    }
    Announce();
    return true;
}

bool
Line::MarksAbove(InaPacket& fragment, Picoseconds queued)
{
    // A result that is marked on its way to one rack would shrink only the windows there. The
    // windows of a job would drift apart, and its fast workers' fragments would wait in switches.
    const bool isMarkable = m_rules.marksResults || !IsResultKind(fragment.kind);
    bool isMarked = isMarkable && m_rules.ecn.count() > 0 && queued >= m_rules.ecn;
    if (m_rules.flowMarking.IsOn() && IsFlowKind(fragment.kind))
    {
        // Acknowledgements are not ECN-capable, as in TCP. Chance is a hash of the port, of seed
        // and run, and of the number of the packet among those that may be marked here.
        isMarked = fragment.kind == PacketKind::Data &&
                   m_rules.flowMarking.Marks(InBytes(queued), Hash64(++m_markable) + m_rules.salt);
    }
    if (isMarked)
    {
        fragment.ecn = true;
        ++m_ecnMarks;
    }
    return isMarked;
}

void
Line::FindSpan(uint64_t bytes)
{
    m_spanBytes = bytes;
    Picoseconds below(0); // in which fewer bytes are sent
    m_span = 2 * TransmissionTime(bytes, m_rules.bitsPerS) + Picoseconds(1);
    while (m_span - below > Picoseconds(1))
    {
        const Picoseconds middle = below + (m_span - below) / 2;
        (InBytes(middle) < bytes ? below : m_span) = middle;
    }
    ESA_ASSERT(InBytes(m_span) >= bytes, "the span is long enough for the bytes");
}

uint64_t
Line::InBytes(Picoseconds span) const
{
    return span.count() <= 0
               ? 0
               : static_cast<uint64_t>(ToSeconds(span) * static_cast<double>(m_rules.bitsPerS) / 8 +
                                       0.5);
}

} // namespace ns3::esa
