/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-link-order.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

using Cause = BusyPeriods::Cause;

/// The simulator plans at most this number of steps ahead to wake a link. A timer that was set
/// earlier runs first.
constexpr int64_t kWheelSteps = 1 << 13;

/// When a link asked to be woken for a frame, and why.
struct Request
{
    int64_t step;    ///< when
    Cause cause;     ///< why
    bool isFromLine; ///< because the frame before it in its line had arrived
};

Request
RequestFor(const ArrivingFrame& arriving, const BusyPeriods::Line& line)
{
    const BusyPeriods& link = *arriving.link;
    const int64_t beginPs = arriving.departurePs - line.framePs;
    if (beginPs > line.beginPs)
    {
        return {CeilStep(beginPs + link.DelayPs()), {Cause::Kind::Frame, 0, &link, beginPs}, true};
    }
    const int64_t sent = CeilStep(beginPs);
    if (line.beforePs == BusyPeriods::kNoFrame)
    {
        return {sent, line.cause, false};
    }
    const int64_t arrival = CeilStep(line.beforePs + link.DelayPs());
    if (arrival == sent)
    {
        return {sent, {}, false};
    }
    return arrival > sent ? Request{arrival, {Cause::Kind::Frame, 0, &link, line.beforePs}, false}
                          : Request{sent, line.cause, false};
}

/// @return whether what happened because of a timer came first; nothing: this cannot be told
std::optional<bool>
IsTimerFirst(const Request& a, const Request& b)
{
    if (b.cause.kind == Cause::Kind::Frame)
    {
        return a.step - a.cause.setAt > kWheelSteps ? std::optional<bool>(true) : std::nullopt;
    }
    if (b.cause.kind != Cause::Kind::Timer || a.cause.setAt == b.cause.setAt)
    {
        return std::nullopt;
    }
    return a.cause.setAt < b.cause.setAt;
}

/// @return how many frames of its line left before a frame
int64_t
PlaceOf(const ArrivingFrame& frame, const BusyPeriods::Line& line)
{
    return (frame.departurePs - line.beginPs) / line.framePs - 1;
}

} // namespace

BusyPeriods::Line
BusyPeriods::LineOf(int64_t departurePs) const
{
    const auto behind = std::lower_bound(
        m_lines.begin(),
        m_lines.end(),
        departurePs,
        [](const Line& line, int64_t departure) { return line.beginPs < departure; });
    if (behind == m_lines.begin())
    {
        throw NotExact("the order of two frames depends on one that is forgotten");
    }
    return *(behind - 1);
}

std::optional<bool>
IsServedFirst(ArrivingFrame a, ArrivingFrame b)
{
    for (;;)
    {
        const BusyPeriods::Line lineOfA = a.link->LineOf(a.departurePs);
        const BusyPeriods::Line lineOfB = b.link->LineOf(b.departurePs);
        const Request ofA = RequestFor(a, lineOfA);
        const Request ofB = RequestFor(b, lineOfB);
        if (ofA.step != ofB.step)
        {
            return ofA.step < ofB.step;
        }
        if (ofA.cause.kind == Cause::Kind::Timer)
        {
            return IsTimerFirst(ofA, ofB);
        }
        if (ofB.cause.kind == Cause::Kind::Timer)
        {
            const auto isFirst = IsTimerFirst(ofB, ofA);
            return isFirst ? std::optional<bool>(!*isFirst) : std::nullopt;
        }
        if (ofA.cause.kind != Cause::Kind::Frame || ofB.cause.kind != Cause::Kind::Frame)
        {
            return std::nullopt;
        }
        if (ofA.cause.link == ofB.cause.link)
        {
            // The switch has sent both workers the same result, in the order of their numbers.
            return a.link->Host() < b.link->Host();
        }
        // Frames in step stay in step, back to where the younger line begins.
        const int64_t inLines = std::min(PlaceOf(a, lineOfA), PlaceOf(b, lineOfB));
        const bool areInStep =
            ofA.isFromLine && ofB.isFromLine && lineOfA.framePs == lineOfB.framePs &&
            a.departurePs + a.link->DelayPs() == b.departurePs + b.link->DelayPs();
        if (areInStep)
        {
            const int64_t backPs = inLines * lineOfA.framePs;
            a.departurePs -= backPs;
            b.departurePs -= backPs;
            continue;
        }
        a = {ofA.cause.link, ofA.cause.departurePs};
        b = {ofB.cause.link, ofB.cause.departurePs};
    }
}

} // namespace ns3::esa
