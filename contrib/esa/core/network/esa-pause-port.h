// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PAUSE_PORT_H
#define ESA_PAUSE_PORT_H

#include "esa-agenda.h"
#include "esa-port.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

class PausePort;

/// Parameters of priority flow control.
struct PauseParameters
{
    uint64_t xoffBytes{100000};    ///< a port with more bytes waiting has the other end pause
    uint64_t xonBytes{50000};      ///< with at most this many, it may send again
    uint64_t bufferBytes{0};       ///< what finds more waiting is dropped; 0: no limit
    Picoseconds storm{1000000000}; ///< a longer pause is a storm: 1 ms, our choice
};

/// @ingroup esa
/// @brief All ports of a network with priority flow control: who pauses whom, and for how long.
class PauseNetwork
{
  public:
    /// What concerns several nodes at once.
    struct Driver
    {
        /// Plans it. @param at when the cause is known @param what called a little later
        std::function<void(Picoseconds at, std::function<void()> what)> planForAll;
        std::function<void()> stop; ///< ends the simulation
    };

    /// @param driver of the simulation
    explicit PauseNetwork(Driver driver);

    ~PauseNetwork();

    PauseNetwork(const PauseNetwork&) = delete;
    PauseNetwork& operator=(const PauseNetwork&) = delete;

    /// A port at an end of a link, and the node where it is.
    struct LinkEnd
    {
        Port& port;    ///< the port
        uint32_t node; ///< number of its node
    };

    /// @brief Gives the ports at the ends of a link flow control.
    /// @param lower the end at a host, or at the lower switch
    /// @param upper the end at a switch
    /// @param isLowerAtSwitch whether the lower end is at a switch, too; hosts never request a
    /// pause
    /// @param own thresholds and room of these ports
    void AddLink(const LinkEnd& lower,
                 const LinkEnd& upper,
                 bool isLowerAtSwitch,
                 const PauseParameters& own);

    /// @return flow control of each port
    const std::vector<std::unique_ptr<PausePort>>& Ports() const
    {
        return m_ports;
    }

    /// @return the ports whose links are in a deadlock; empty: none was found
    const std::vector<const PausePort*>& Deadlock() const
    {
        return m_deadlock;
    }

    /// @return number of pauses that were longer than the limit
    uint64_t Storms() const
    {
        return m_storms;
    }

  private:
    friend class PausePort;

    /// @brief Adds one end of a link.
    PausePort* Add(const LinkEnd& end, bool isAtSwitch, const PauseParameters& own);

    /// @brief A pause has become a storm. Searches for a deadlock, which ends the simulation.
    void OnStorm();

    Driver m_driver;                                 ///< of the simulation
    std::vector<std::unique_ptr<PausePort>> m_ports; ///< both ends of each link
    std::map<uint32_t, PausePort*> m_arrivedAt; ///< by node: whose packet it handles; null: none
    std::vector<const PausePort*> m_deadlock;   ///< links that wait for each other
    uint64_t m_storms{0};                       ///< pauses above the limit
};

/**
 * @ingroup esa
 * @brief Priority flow control (IEEE 802.1Qbb) at a device: all fragments are of one priority.
 *
 * A switch must not lose what RoCE sends. So each of its ports counts the bytes that came in there
 * and wait somewhere in the switch. Above one threshold it sends a pause frame back: after the
 * delay of the link, the other end starts no further frame. Below another threshold it lets it go
 * on. What is under way meanwhile needs room: two delays times rate, and two frames (headroom).
 *
 * A device without flow control knows when a frame leaves as soon as it is queued. A pause changes
 * that, so frames are held here. The device gets a frame in the time step in which its transmission
 * begins: no pause that arrives in a later step can stop it any more. So frames leave at the same
 * exact times as without flow control, until a pause arrives.
 */
class PausePort
{
  public:
    /// @param network all ports
    /// @param arrivedAt whose packet the node handles
    /// @param isAtSwitch whether its packets wait in a switch
    /// @param parameters its thresholds
    PausePort(PauseNetwork& network,
              Port& port,
              PausePort*& arrivedAt,
              bool isAtSwitch,
              const PauseParameters& parameters);

    /// @brief Holds a fragment until it may leave.
    /// @param fragment the fragment, whose contents are moved away
    void Hold(InaPacket& fragment, Picoseconds now);

    /// @brief A fragment has arrived. @param fragment the fragment @param now the time
    void Receive(InaPacket& fragment, Picoseconds now);

    /// @return how long it takes to send what is held
    Picoseconds HeldTime() const
    {
        return m_heldTime;
    }

    /// @return number of pauses that the other end has requested @param now the time; a pause that
    ///         ends in the step in which it begins stops nothing, and does not count
    uint64_t Pauses(Picoseconds now) const
    {
        return m_pauses + (m_isPaused && m_pausedAt < now ? 1 : 0);
    }

    /// @return time for which this end was paused @param now the time
    Picoseconds PausedTime(Picoseconds now) const;

    /// @return the longest pause @param now the time
    Picoseconds LongestPause(Picoseconds now) const;

    /// @return the port
    const Port& GetPort() const
    {
        return m_port;
    }

  private:
    friend class PauseNetwork;

    /// A fragment that waits.
    struct Held
    {
        InaPacket fragment;                   ///< the fragment
        PausePort* from{nullptr};             ///< where it came in; null: it was made here
        std::unique_ptr<CriticalPath> path{}; ///< its path; null: paths are not followed
    };

    /// A fragment that is being sent.
    struct Leaving
    {
        Picoseconds left;         ///< when its last bit has left
        uint32_t bytes{0};        ///< that the link sends for it
        PausePort* from{nullptr}; ///< where it came in; null: it was made here
    };

    /// @brief Sends the fragments whose transmission begins in this time step, if they may leave.
    void SendNext(Picoseconds now);

    /// @brief A fragment leaves that has waited here.
    void TransmitOnItsPath(Held& held, Picoseconds now);

    /// @brief Binds the timers to the node, when it first needs them.
    void BindTimers();

    /// @brief A fragment has left, or the next one may begin.
    void OnTimer(Picoseconds now);

    /// @brief Sets the timer for what comes next.
    void SetTimer();

    /// @brief Bytes that came in here have begun to wait, or have left.
    void Count(int64_t bytes, Picoseconds now);

    /// @brief The other end stops this end, or lets it go on.
    void SetPaused(bool isPaused, Picoseconds now);

    PauseNetwork& m_network;       ///< all ports
    Port& m_port;                  ///< the port
    PausePort*& m_arrivedAt;       ///< the port whose packet the node handles; null: none
    PausePort* m_peer{nullptr};    ///< the other end
    bool m_isAtSwitch;             ///< whether its packets wait in a switch
    PauseParameters m_parameters;  ///< thresholds
    std::deque<Held> m_held;       ///< what waits to be sent
    Picoseconds m_heldTime{0};     ///< time to send it
    std::deque<Leaving> m_leaving; ///< what is being sent, in order
    uint64_t m_waitingBytes{0};    ///< that came in here, and wait in the switch
    bool m_requestsPause{false};   ///< whether the other end has to pause
    bool m_isPaused{false};        ///< whether this end has to
    bool m_isBound{false};         ///< whether the timers are bound to the node
    Picoseconds m_pausedAt{0};     ///< when this began
    Picoseconds m_pausedTime{0};   ///< of pauses that are over
    Picoseconds m_longestPause{0}; ///< of pauses that are over
    uint64_t m_pauses{0};          ///< pauses that have ended
    NodeTimer m_next;              ///< when a fragment has left, or the next one may begin
    NodeTimer m_storm;             ///< when a pause is too long
};

} // namespace ns3::esa

#endif // ESA_PAUSE_PORT_H
