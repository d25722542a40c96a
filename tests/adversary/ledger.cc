// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/ledger.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// @param equation the equation as text
/// @param left its left side
/// @param right its right side
/// @return the equation with its numbers if it does not hold, else nothing
std::string
Unequal(const std::string& equation, uint64_t left, uint64_t right)
{
    return left == right ? ""
                         : "the counts of packets do not agree: " + equation + ": " +
                               std::to_string(left) + " is not " + std::to_string(right);
}

/// @return the first text that is not empty
std::string
FirstOf(std::initializer_list<std::string> texts)
{
    for (const auto& text : texts)
    {
        if (!text.empty())
        {
            return text;
        }
    }
    return "";
}

constexpr std::array<const char*, kLinks> kLinkNames{"to the switch",
                                                     "to the PSes",
                                                     "to the workers"};

} // namespace

std::string
PacketLedger::AtSwitch(const Decision& decision, bool recovers)
{
    const bool goesOn = decision.egress != Egress::Nowhere;
    m_wentOn += goesOn ? 1 : 0;
    if (decision.outcome == Outcome::FetchMissed && !goesOn && !recovers)
    {
        ++m_dropped;
        return "";
    }
    switch (decision.outcome)
    {
    case Outcome::Allocated:
    case Outcome::Aggregated:
        ++m_consumed;
        return goesOn ? "the switch sends on what it has summed" : "";
    case Outcome::Duplicate:
    case Outcome::Stale:
    case Outcome::Malformed:
        ++m_dropped;
        return goesOn ? "the switch sends on what it has dropped" : "";
    default:
        return goesOn ? ""
                      : "a packet vanishes in the switch, which says " +
                            std::string(OutcomeName(decision.outcome));
    }
}

std::string
PacketLedger::AtServer(const InaPacket& packet,
                       const ParameterServer::Counts& before,
                       const ParameterServer::Counts& after)
{
    const uint64_t outcomes = after.fragments - before.fragments + after.malformed -
                              before.malformed + after.strays - before.strays + after.misses -
                              before.misses;
    if (outcomes > 1)
    {
        return "a PS counts a packet more than once";
    }
    if (outcomes == 1)
    {
        return "";
    }
    ++m_withoutFragment;
    const bool isAnswered = packet.kind == PacketKind::Resend && packet.bitmap != 0;
    m_answeredAgain += isAnswered ? 1 : 0;
    m_mayBeHeldOff += isAnswered ? 1 : 0;
    return packet.kind == PacketKind::Gradient || packet.kind == PacketKind::Partial
               ? "a fragment vanishes in a PS"
               : "";
}

void
PacketLedger::FromServer(const InaPacket& packet)
{
    ++m_out[static_cast<std::size_t>(packet.kind)];
}

std::string
PacketLedger::CheckSwitches(const std::vector<std::unique_ptr<SwitchPipeline>>& switches) const
{
    uint64_t outcomes = 0;
    uint64_t received = 0;
    uint64_t malformed = 0;
    for (const auto& pipeline : switches)
    {
        for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
        {
            outcomes += pipeline->Count(static_cast<Outcome>(outcome));
        }
        received += pipeline->Received();
        malformed += pipeline->Count(Outcome::Malformed);
    }
    const uint64_t taken = At(m_taken, Link::ToSwitch) + m_again - m_passedBy;
    return FirstOf({
        Unequal("switches: taken in = counted", taken, received),
        Unequal("switches: taken in = outcomes by name", taken, outcomes),
        Unequal("switches: taken in = summed + dropped + sent on",
                taken,
                m_consumed + m_dropped + m_wentOn),
        Unequal("switches: malformed = impossible ones that came",
                malformed,
                JunkOf(Junk::MalformedAtSwitch)),
    });
}

std::string
PacketLedger::CheckServers(const ParameterServer::Counts& servers) const
{
    const auto out = [this](PacketKind kind) { return m_out[static_cast<std::size_t>(kind)]; };
    const uint64_t answered = servers.results + m_answeredAgain;
    const uint64_t heldOff = answered - std::min(answered, out(PacketKind::Result));
    return FirstOf({
        Unequal(
            "PSes: taken in = fragments + misses + malformed + strays + packets without fragment",
            At(m_taken, Link::ToServer),
            servers.fragments + servers.misses + servers.malformed + servers.strays +
                m_withoutFragment),
        Unequal("PSes: malformed = impossible ones that came",
                servers.malformed,
                JunkOf(Junk::MalformedAtServer)),
        Unequal("PSes: strays = strays that came", servers.strays, JunkOf(Junk::StrayAtServer)),
        Unequal("PSes: results sent = counted + answered again, but for those held off",
                out(PacketKind::Result) + std::min(heldOff, m_mayBeHeldOff),
                answered),
        Unequal("PSes: reminders sent = counted + copied for other racks",
                out(PacketKind::Reminder),
                servers.Reminders() + servers.remindersCopied),
        Unequal("PSes: queries sent = counted", out(PacketKind::Query), servers.queries),
        Unequal("PSes: results forwarded = counted", out(PacketKind::Forward), servers.forwards),
    });
}

std::string
PacketLedger::Check(const std::vector<std::unique_ptr<SwitchPipeline>>& switches,
                    const ParameterServer::Counts& servers,
                    uint64_t results) const
{
    for (std::size_t link = 0; link < kLinks; ++link)
    {
        const std::string broken =
            Unequal(std::string("links ") + kLinkNames[link] + ": put on = taken off + lost",
                    m_put[link],
                    m_taken[link] + m_lost[link]);
        if (!broken.empty())
        {
            return broken;
        }
    }
    return FirstOf({
        CheckSwitches(switches),
        CheckServers(servers),
        Unequal("workers: taken in = new + repeated + queries",
                At(m_taken, Link::ToWorker),
                m_newResults + m_repeatedResults + m_asked),
        Unequal("workers: new results = results wanted", m_newResults, results),
    });
}

ParameterServer::Counts
operator+(const ParameterServer::Counts& a, const ParameterServer::Counts& b)
{
    ParameterServer::Counts sum = a;
    sum.fragments += b.fragments;
    sum.overlaps += b.overlaps;
    sum.malformed += b.malformed;
    sum.strays += b.strays;
    sum.misses += b.misses;
    sum.results += b.results;
    sum.remindersOvertaken += b.remindersOvertaken;
    sum.remindersTimeout += b.remindersTimeout;
    sum.remindersForwarded += b.remindersForwarded;
    sum.remindersCopied += b.remindersCopied;
    sum.queries += b.queries;
    sum.retransmissions += b.retransmissions;
    sum.recovered += b.recovered;
    sum.forwards += b.forwards;
    return sum;
}

} // namespace ns3::esa
