// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CRITICAL_PATH_H
#define ESA_CRITICAL_PATH_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

namespace ns3::esa
{

/// What a job's time is spent on.
enum class TimePart : uint8_t
{
    Compute, ///< computation of layers, or of the nodes of an execution trace
    Payload, ///< a link sends gradients of the job, which it sends for the first time
    Headers, ///< ... headers of these packets, what goes with each frame, and short packets
    Latency, ///< propagation, processing in devices, and the steps of algorithms
    Window,  ///< the same for packets that a full window or a rate held back
    Queue,   ///< behind frames of other jobs or of an earlier iteration, or a paused link
    Repair,  ///< a timeout, and what is sent again
    Late,    ///< a worker that begins later, or is delayed by jitter or a pause
};

/// Number of parts.
constexpr std::size_t kTimeParts = 8;

/// Their names, in order.
constexpr std::array<const char*, kTimeParts>
    kTimePartNames{"compute", "payload", "headers", "latency", "window", "queue", "repair", "late"};

/**
 * @ingroup esa
 * @brief The chain of events that led to what a node does now, as the time that it took.
 *
 * *The problem.* It is not enough to add up what each worker waits for: most of it would have been
 * over before something else was. What counts is the longest chain of causes from the begin of an
 * iteration to its end, each of which began when the one before it ended.
 *
 * *How.* In a simulation of events the last condition of an action is the event in which it is
 * done. So each node knows one path at a time: of the packet that has just arrived, of the timer
 * that has run out, or of what it has planned. A packet that leaves takes it along. If the link is
 * still busy with packets of the job, the path leads through the last one of them, as it is this
 * one that the packet waits for. So the parts add up to the time, without a rest.
 */
struct CriticalPath
{
    /// In place of a job: of several, as in an execution trace.
    static constexpr uint16_t kNoJob = UINT16_MAX;

    Picoseconds at{0};       ///< its end
    Picoseconds begin{0};    ///< its begin: a worker begins an iteration
    Picoseconds loop{0};     ///< latency since a host sent data
    Picoseconds waited{0};   ///< for timers, since something else happened
    uint32_t iteration{0};   ///< which one; packets of an earlier one count as others
    uint16_t job{0};         ///< of the packet that arrived last
    uint16_t headerBytes{0}; ///< of a packet with gradients
    bool opensWindow{false}; ///< it ends with a result or acknowledgement that arrives
    bool isRepair{false};    ///< it ends with what was sent again, or is about to be
    std::array<Picoseconds, kTimeParts> parts{}; ///< that add up to at - begin

    /// @param at begin of an iteration @param job of a worker; kNoJob: several
    static CriticalPath From(Picoseconds at, uint16_t job, uint32_t iteration, uint16_t headerBytes)
    {
        CriticalPath path;
        path.at = at;
        path.begin = at;
        path.job = job;
        path.iteration = iteration;
        path.headerBytes = headerBytes;
        return path;
    }

    /// @brief It goes on. @param part what is done @param until its new end, at or after the old
    void Spend(TimePart part, Picoseconds until)
    {
        parts[static_cast<std::size_t>(part)] += until - at;
        loop += part == TimePart::Latency ? until - at : Picoseconds(0);
        at = until;
    }

    /// @brief Counts a time in another part than before.
    void Move(TimePart from, TimePart to, Picoseconds time)
    {
        parts[static_cast<std::size_t>(from)] -= time;
        parts[static_cast<std::size_t>(to)] += time;
    }
};

/// What something waits for that is planned.
struct Wait
{
    TimePart part{TimePart::Latency}; ///< what it is
    Picoseconds late{0};              ///< of its time: TimePart::Late, at the end of it
};

/// @ingroup esa
/// @brief The paths at a node.
struct NodePaths
{
    /// The begin of an iteration at a worker.
    struct Begin
    {
        CriticalPath path;    ///< of length 0
        uint32_t firstSeq{0}; ///< of its data
    };

    CriticalPath now; ///< of what the node does
    /// Iterations that may be under way at a host: packets of one may leave after the begin of the
    /// next.
    static constexpr std::size_t kBegins = 4;

    std::unordered_map<uint16_t, std::deque<Begin>> begins{}; ///< by job: of its last iterations
    std::unordered_map<uint16_t, CriticalPath> arrivals{};    ///< by job: of its last arrival, or
                                                              ///< of the begin of an iteration
    std::unordered_map<uint16_t, CriticalPath> departures{}; ///< by job: of a host's last departure
    bool isHost{false};                                      ///< whether it is a host
    bool sendsAgain{false}; ///< whether what the host sends now was sent before

    /// @brief A worker begins an iteration. @param path of length 0 @param firstSeq of its data
    void OnBegin(const CriticalPath& path, uint32_t firstSeq);

    /// @brief What was planned is done. @param planned the path on which it was planned
    /// @param wait what it waited for
    void OnPlan(const CriticalPath& planned, const Wait& wait, Picoseconds at);

    /// @brief A timer runs out. It has waited since the job's last packet came or left, if that was
    /// later; a rate, since one has left. @param set the path on which it was set @param part what
    /// it is for
    void OnTimer(const CriticalPath& set, TimePart part, Picoseconds at);

    /// @param packet what is sent @return the path that leads to it: no other job and no earlier
    /// iteration is part of it
    CriticalPath PathTo(const InaPacket& packet) const;

    /// @param job of a worker; CriticalPath::kNoJob: several @return the path to the end of an
    /// iteration
    CriticalPath PathToEnd(uint16_t job, uint32_t iteration) const;

    /// @brief What the timer waited for was a repair.
    void CountAsRepair(TimePart part)
    {
        now.Move(part, TimePart::Repair, std::exchange(now.waited, Picoseconds(0)));
    }
};

/// @ingroup esa
/// @brief The paths of the frames on a line.
class LinePaths
{
  public:
    /// When a frame is sent, and arrives.
    struct Times
    {
        Picoseconds begins;  ///< its transmission begins
        Picoseconds leaves;  ///< its last bit has left
        Picoseconds arrives; ///< it arrives
        uint64_t wireBytes;  ///< bytes that the link sends for it
        uint32_t overhead;   ///< of them, what goes with each frame
    };

    /// @brief A frame is sent. @param node the paths at the sender @param packet what it is; a
    /// frame of ordinary traffic is of no job
    void OnSent(NodePaths& node, const InaPacket& packet, const Times& times);

    /// @brief A frame of ordinary traffic is sent.
    void OnOrdinary(NodePaths& node, const Times& times);

    /// @brief The first frame arrives. @param node the paths at the receiver @param packet what it
    /// is; null: ordinary traffic @param now the time, in whole steps
    void OnArrived(NodePaths& node, const InaPacket* packet, Picoseconds now);

  private:
    std::deque<CriticalPath> m_underWay;                    ///< of the frames on the line
    std::unordered_map<uint16_t, CriticalPath> m_lastOfJob; ///< up to the end of the last frame
};

} // namespace ns3::esa

#endif // ESA_CRITICAL_PATH_H
