// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-two-window-clocking.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3::esa
{
namespace
{

// Of A2TP's public code
constexpr double kGain = 1.0 / 8;          ///< weight of the last round in alpha and beta
constexpr double kPunctualGain = 1.0 / 64; ///< weight of the last round in gamma
constexpr double kTolerated = 0.1;         ///< fraction of contended results that changes nothing
constexpr int64_t kLongestRound = 5;       ///< in base round trips; longer: the job had a pause

} // namespace

TwoWindowClocking::TwoWindowClocking(const WindowParameters& window,
                                     StreamPosition first,
                                     Picoseconds baseRoundTrip)
    : m_rounds{Round{first, window.initialPackets, window.initialPackets},
               Round{first + window.initialPackets, window.initialPackets, window.initialPackets}},
      m_minPackets(window.minPackets),
      m_maxPackets(window.maxPackets > 0 ? window.maxPackets
                                         : std::numeric_limits<uint32_t>::max()),
      m_baseRoundTrip(baseRoundTrip)
{
    ESA_ASSERT(m_minPackets > 0 && m_minPackets <= window.initialPackets &&
                   window.initialPackets <= m_maxPackets,
               "a window begins between its limits");
    m_limit = 0;
    m_isInOrder = true;
}

void
TwoWindowClocking::OnReady(const PositionRange& /* ready */, const SentFragments& sent)
{
    SetLimit(sent);
}

void
TwoWindowClocking::OnResult(const InaPacket& result,
                            StreamPosition position,
                            const SentFragments& sent,
                            Picoseconds now)
{
    ESA_ASSERT(position < m_rounds[1].End(), "no worker is two rounds ahead");
    Round& round = m_rounds[position < m_rounds[0].End() ? 0 : 1];
    round.marked += result.ecn ? 1 : 0;
    round.contended += result.collision ? 1 : 0;
    while (sent.FirstMissing() >= m_rounds[0].End())
    {
        EndRound();
        m_beganAt = now;
    }
    ObserveLateness(sent, now);
    SetLimit(sent);
}

void
TwoWindowClocking::EndRound()
{
    const Round& ended = m_rounds[0];
    const Round& latest = m_rounds[1];
    m_punctual += kPunctualGain * (m_inTime - m_punctual);
    m_inTime = 1;
    m_marked += kGain * (static_cast<double>(ended.marked) / ended.packets - m_marked);
    const double contended = static_cast<double>(ended.contended) / ended.aggregators;
    m_contended += kGain * (std::min(contended, 1.0) - m_contended);

    const bool shrinks = ended.contended > 0 && m_contended > kTolerated;
    const double excess = std::pow(std::max(m_contended - kTolerated, 0.0), m_punctual);
    const double aggregators =
        shrinks ? latest.aggregators * (1 - excess / (2 - kTolerated)) : latest.aggregators + 1.0;
    const double packets =
        ended.marked > 0 ? latest.packets * (1 - m_marked / 2) : latest.packets + 1.0;
    Round next{latest.End(), Limited(packets), Limited(aggregators)};
    next.aggregators = std::min(next.aggregators, next.packets);
    m_rounds = {latest, next};
}

uint32_t
TwoWindowClocking::Limited(double packets) const
{
    return static_cast<uint32_t>(
        std::clamp<double>(std::floor(packets), m_minPackets, m_maxPackets));
}

void
TwoWindowClocking::ObserveLateness(const SentFragments& sent, Picoseconds now)
{
    if (m_beganAt == kNever || now - m_beganAt <= m_baseRoundTrip)
    {
        return;
    }
    if (now - m_beganAt < kLongestRound * m_baseRoundTrip)
    {
        const Round& round = m_rounds[0];
        m_inTime = static_cast<double>(sent.FirstMissing() - round.begin) / round.packets;
        ESA_ASSERT(m_inTime >= 0 && m_inTime <= 1, "a fraction is from 0 to 1");
    }
    m_beganAt = kNever;
}

bool
TwoWindowClocking::RequestsAggregator(StreamPosition position) const
{
    const Round& round = m_rounds[position < m_rounds[0].End() ? 0 : 1];
    return position - round.begin < round.aggregators;
}

uint32_t
TwoWindowClocking::MaxOutstanding() const
{
    return m_rounds[1].packets;
}

} // namespace ns3::esa
