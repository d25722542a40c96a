/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PAUSE_PORT_H
#define ESA_PAUSE_PORT_H

#include "ns3/esa-packet-receiver.h"
#include "esa-sim-clock.h"

#include "ns3/esa-agenda.h"
#include "ns3/log.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3::esa
{

class EsaNetDevice;
class EsaPausePort;

/// Parameters of priority flow control.
struct PauseParameters
{
    uint64_t xoffBytes{100000};  ///< a port with more bytes waiting has the other end pause
    uint64_t xonBytes{50000};    ///< with at most this many, it may send again
    uint64_t bufferBytes{0};     ///< what finds more waiting is dropped; 0: no limit
    Time storm{MilliSeconds(1)}; ///< a longer pause is a storm
};

/**
 * @ingroup esa
 * @brief All ports of a network with priority flow control: who pauses whom, and for how long.
 */
class EsaPauseNetwork
{
  public:
    /// @param parameters of all ports
    explicit EsaPauseNetwork(const PauseParameters& parameters)
        : m_parameters(parameters)
    {
    }

    ~EsaPauseNetwork();

    EsaPauseNetwork(const EsaPauseNetwork&) = delete;
    EsaPauseNetwork& operator=(const EsaPauseNetwork&) = delete;

    /**
     * @brief Gives the devices at the ends of a link flow control.
     * @param lower the end at a host, or at the lower switch
     * @param upper the end at a switch
     * @param isLowerAtSwitch whether the lower end is at a switch, too; hosts never ask for a pause
     */
    void AddLink(EsaNetDevice& lower, EsaNetDevice& upper, bool isLowerAtSwitch);

    /// @return the port of each device
    const std::vector<std::unique_ptr<EsaPausePort>>& Ports() const
    {
        return m_ports;
    }

    /// @return the ports whose links are in a deadlock; empty: none was found
    const std::vector<const EsaPausePort*>& Deadlock() const
    {
        return m_deadlock;
    }

    /// @return number of pauses that were longer than the limit
    uint64_t Storms() const
    {
        return m_storms;
    }

  private:
    friend class EsaPausePort;

    /// @brief A pause has become a storm. Looks for a deadlock, which ends the simulation.
    void OnStorm();

    PauseParameters m_parameters;                       ///< of all ports
    std::vector<std::unique_ptr<EsaPausePort>> m_ports; ///< both ends of each link
    EsaPausePort* m_arrivedAt{nullptr}; ///< whose packet a switch handles now; null: nobody's
    std::vector<const EsaPausePort*> m_deadlock; ///< links that wait for each other
    uint64_t m_storms{0};                        ///< pauses above the limit
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
 * that, so frames are held here, and the device gets them one by one.
 */
class EsaPausePort : public PacketReceiver
{
  public:
    /**
     * @param network all ports
     * @param device the device
     * @param isAtSwitch whether its packets wait in a switch
     * @param sink takes the fragments that arrive
     */
    EsaPausePort(EsaPauseNetwork& network,
                 EsaNetDevice& device,
                 bool isAtSwitch,
                 PacketReceiver* sink);

    /**
     * @brief Holds a fragment until it may leave.
     * @param fragment the fragment, whose contents are moved away
     * @param now the time
     */
    void Hold(InaPacket& fragment, Picoseconds now);

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

    /// @return bytes that are held, without the frame being sent
    uint64_t HeldBytes() const
    {
        return m_heldBytes;
    }

    /// @return number of pauses that the other end has asked for
    uint64_t Pauses() const
    {
        return m_pauses;
    }

    /// @return time for which this end was paused, until now
    Time PausedTime() const;

    /// @return the longest pause, until now
    Time LongestPause() const;

    /// @return the device
    const EsaNetDevice& Device() const
    {
        return m_device;
    }

  private:
    friend class EsaPauseNetwork;

    /// A fragment that waits.
    struct Held
    {
        InaPacket fragment;          ///< the fragment
        EsaPausePort* from{nullptr}; ///< where it came in; null: it was made here
    };

    /// @brief Begins to send the next fragment, if one may leave.
    void SendNext();

    /// @brief Binds the timers to the node, when it first needs them.
    void BindTimers();

    /// @brief The fragment that was being sent has left.
    void OnSent();

    /// @brief Bytes that came in here have begun to wait, or have left.
    void Count(int64_t bytes);

    /// @brief The other end says whether this end may send.
    void SetPaused(bool isPaused);

    EsaPauseNetwork& m_network;        ///< all ports
    EsaNetDevice& m_device;            ///< the device
    EsaPausePort* m_peer{nullptr};     ///< the other end
    bool m_isAtSwitch;                 ///< whether its packets wait in a switch
    PacketReceiver* m_sink;            ///< takes the fragments that arrive
    SimClock m_clock;                  ///< converts times
    std::deque<Held> m_held;           ///< what waits to be sent
    uint64_t m_heldBytes{0};           ///< its bytes
    EsaPausePort* m_sentFrom{nullptr}; ///< where the fragment being sent came in
    uint32_t m_sentBytes{0};           ///< its length; 0: none is being sent
    uint64_t m_waitingBytes{0};        ///< that came in here, and wait in the switch
    bool m_asksForPause{false};        ///< whether the other end was told to pause
    bool m_isPaused{false};            ///< whether this end is told to
    bool m_isBound{false};             ///< whether the timers are bound to the node
    Time m_pausedAt;                   ///< when it was told
    Time m_pausedTime;                 ///< of pauses that are over
    Time m_longestPause;               ///< of pauses that are over
    uint64_t m_pauses{0};              ///< how often it was told
    NodeTimer m_sent;                  ///< when the fragment being sent has left
    NodeTimer m_storm;                 ///< when a pause is too long

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PAUSE_PORT_H
