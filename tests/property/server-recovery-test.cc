// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A PS that repairs losses, and any packets in any order. What it sends as a result is always the
// whole sum, and whatever has come before, a worker that goes on asking gets it.

#include "core/server/recovering-server.h"
#include "property/property.h"

namespace ns3::esa
{
namespace
{

/// What a PS may meet.
enum class RecoveryEvent : uint8_t
{
    Fragments,      ///< fragments of some workers
    Overtaken,      ///< a worker's reminder of an overtaken result
    Urgent,         ///< a worker's reminder after a timeout
    Hit,            ///< a switch's partial sum, in answer to a reminder
    Miss,           ///< a switch has nothing
    Retransmission, ///< a worker's fragment, in answer to a query
    NotSent,        ///< a worker has not sent it
    Received,       ///< a worker has had the result
    Answer,         ///< a worker's result
    Timer,          ///< the PS checks timeouts
    Restart,        ///< the PS starts again
};

constexpr RecoveryEvent kLastEvent = RecoveryEvent::Restart; ///< the last of the list
constexpr uint32_t kTasks = 5;                               ///< different tasks

/// An event.
struct RecoveryStep
{
    RecoveryEvent event; ///< what
    uint32_t task;       ///< which task
    uint16_t worker;     ///< which worker
    uint32_t workers;    ///< Fragments, Hit: bitmap
    uint32_t interval;   ///< microseconds since the step before, as a power of two
};

/// How RapidCheck shows a step.
void
showValue(const RecoveryStep& step, std::ostream& out)
{
    out << "{event " << static_cast<int>(step.event) << ", task " << step.task << ", worker "
        << step.worker << ", workers " << step.workers << ", after 2^" << step.interval << " us}";
}

rc::Gen<RecoveryStep>
RecoverySteps()
{
    using rc::gen::inRange;
    using rc::gen::set;
    return rc::gen::build<RecoveryStep>(
        set(&RecoveryStep::event,
            rc::gen::map(inRange(0, static_cast<int>(kLastEvent) + 1),
                         [](int event) { return static_cast<RecoveryEvent>(event); })),
        set(&RecoveryStep::task, inRange(0U, kTasks)),
        set(&RecoveryStep::worker, inRange(uint16_t{0}, uint16_t{4})),
        set(&RecoveryStep::workers, inRange(1U, 16U)),
        set(&RecoveryStep::interval, inRange(0U, 12U)));
}

/// Lets a step happen; @return what the PS sends
std::vector<InaPacket>
Do(const RecoveryStep& step, RecoveringServer& rig, Picoseconds now)
{
    switch (step.event)
    {
    case RecoveryEvent::Fragments:
        return rig.Receive(step.task, step.workers, now);
    case RecoveryEvent::Overtaken:
        return rig.AskOvertaken(step.task, step.worker, now);
    case RecoveryEvent::Urgent:
        return rig.AskUrgently(step.task, step.worker, now);
    case RecoveryEvent::Hit:
        return rig.Hit(step.task, step.workers, now);
    case RecoveryEvent::Miss:
        return rig.Miss(step.task, now);
    case RecoveryEvent::Retransmission:
        return rig.Answer(PacketKind::Retransmission, step.task, step.worker, now);
    case RecoveryEvent::NotSent:
        return rig.Answer(PacketKind::NotSent, step.task, step.worker, now);
    case RecoveryEvent::Received:
        return rig.Answer(PacketKind::Received, step.task, step.worker, now);
    case RecoveryEvent::Answer:
        return rig.Answer(PacketKind::Answer, step.task, step.worker, now);
    case RecoveryEvent::Timer:
        return rig.Tick(now);
    case RecoveryEvent::Restart:
        rig.server.Restart();
        return {};
    }
    return {};
}

/// Checks what a PS sends, whatever the reason.
void
CheckSent(const std::vector<InaPacket>& sent)
{
    for (const InaPacket& packet : sent)
    {
        RC_ASSERT(packet.seq < kTasks);
        switch (packet.kind)
        {
        case PacketKind::Result:
            RC_ASSERT(packet.worker == kAllWorkers);
            RC_ASSERT(packet.sum.digest == ServerRig::ResultDigest(packet.seq, 4));
            break;
        case PacketKind::Forward:
            RC_ASSERT(packet.worker < 4);
            RC_ASSERT(packet.sum.digest == ServerRig::ResultDigest(packet.seq, 4));
            break;
        case PacketKind::Query:
            RC_ASSERT(packet.worker < 4);
            break;
        default:
            RC_ASSERT(packet.kind == PacketKind::Reminder);
            RC_ASSERT(packet.urgent);
        }
    }
}

/// @return what comes back for a packet where nothing is lost and no worker keeps a result
std::vector<InaPacket>
AnswerTo(const InaPacket& packet, RecoveringServer& rig, Picoseconds now)
{
    switch (packet.kind)
    {
    case PacketKind::Query:
        return rig.Answer(PacketKind::Retransmission, packet.seq, packet.worker, now);
    case PacketKind::Reminder:
        return rig.Miss(packet.seq, now);
    default:
        return {};
    }
}

/// @return whether a worker that asks once gets the result of a task
bool
GetsResult(uint32_t task, uint16_t worker, RecoveringServer& rig, Picoseconds now)
{
    const auto first = rig.AskUrgently(task, worker, now);
    std::deque<InaPacket> underWay(first.begin(), first.end());
    bool gets = false;
    while (!underWay.empty())
    {
        const InaPacket packet = underWay.front();
        underWay.pop_front();
        const bool isForAll = packet.kind == PacketKind::Result;
        gets =
            gets || (packet.seq == task &&
                     (isForAll || (packet.kind == PacketKind::Forward && packet.worker == worker)));
        const auto sent = AnswerTo(packet, rig, now);
        CheckSent(sent);
        underWay.insert(underWay.end(), sent.begin(), sent.end());
    }
    return gets;
}

/// A PS waits for answers no longer than this. It measures their time, and doubles it four times.
constexpr Picoseconds kLongestPatience = 64 * kTimeout;

TEST(ServerRecoveryProperty, AWorkerThatGoesOnAskingGetsTheWholeSum)
{
    const auto sequences = rc::gen::container<std::vector<RecoveryStep>>(RecoverySteps());
    CheckProperty([&] {
        RecoveringServer rig;
        Picoseconds now(0);
        for (const RecoveryStep& step : *sequences)
        {
            now += FromMicroseconds(1U << step.interval);
            CheckSent(Do(step, rig, now));
        }
        for (uint32_t task = 0; task < kTasks; ++task)
        {
            for (uint16_t worker = 0; worker < 4; ++worker)
            {
                int questions = 0;
                do
                {
                    now += kLongestPatience;
                    RC_ASSERT(++questions <= 4);
                } while (!GetsResult(task, worker, rig, now));
            }
        }
        RC_ASSERT(rig.server.OpenEntries() == 0U);
        RC_ASSERT(!rig.server.NeedsTimer());
    });
}

} // namespace
} // namespace ns3::esa
