// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PORT_H
#define ESA_PORT_H

#include "esa-agenda.h"
#include "esa-line.h"
#include "esa-packet-receiver.h"

#include "ns3/esa-assert.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace ns3::esa
{

class PausePort;
class Port;

/// @ingroup esa
/// @brief The device around a port: it sets the port up, carries ordinary traffic, and shows to
/// others what happens. A port works without a call of it for each fragment.
class PortOwner
{
  public:
    virtual ~PortOwner() = default;

    /// @brief A frame is sent and the port has no rules yet: sets them, and connects the port.
    virtual void PreparePort() = 0;

    /// @brief A fragment was marked. @param fragment the fragment
    virtual void OnMarked(const InaPacket& fragment) = 0;

    /// @brief A fragment finds no room. @param fragment the fragment @param isIncoming whether the
    /// room is for what arrives, not for what is sent
    virtual void OnDropped(const InaPacket& fragment, bool isIncoming) = 0;

    /// @brief A fragment is queued, if the owner watches. @param fragment the fragment, before its
    /// contents are moved away @param begins when its transmission begins @param now the time
    virtual void OnQueued(const InaPacket& fragment, Picoseconds begins, Picoseconds now) = 0;

    /// @brief The other end has to pause, or may go on. @param bytes that wait @param isPause
    /// which of both
    virtual void OnPauseRequested(uint64_t bytes, bool isPause) = 0;

    /// @brief A frame arrives that is no fragment; or any frame, if the owner watches.
    /// @param frame the frame; if it is a fragment, the owner hands it back by Port::Receive()
    virtual void OnFrameHere(Frame& frame, Picoseconds now) = 0;
};

/**
 * @ingroup esa
 * @brief A port of a node: the line that it sends into, and what it does with fragments that
 * arrive.
 *
 * With flow control by pauses (PausePort) a fragment waits in front of the line until it may leave.
 *
 * A device of ns-3 has an event, and a trace source, for each moment of a frame. Here all moments
 * are known when the frame is queued:
 *
 * | ns-3's trace source | the moment                       | where it is computed               |
 * |---------------------|----------------------------------|------------------------------------|
 * | MacTx               | a frame is handed to the device  | Send(), Emplace(), SendFrame()     |
 * | MacTxDrop           | it finds the queue full          | Line::HasRoom()                    |
 * | Enqueue             | it is queued                     | Line::Push()                       |
 * | PhyTxBegin          | its transmission begins          | TimesOf(), Transmit(), SendFrame() |
 * | PhyTxEnd            | its last bit has left            | SerialLine::Send()                 |
 * | PhyRxBegin          | its first bit arrives            | nowhere: nothing depends on it     |
 * | PhyRxEnd            | its last bit arrives             | Line::Push(): Frame::arrival       |
 * | PhyRxDrop           | it is lost on its path           | EsaNetDevice::ApplyFaults()        |
 * | MacRx               | the node's software gets it      | Agenda::Run(), Line::Deliver()     |
 * | Sniffer             | PhyTxBegin and MacRx, for files  | EsaNetDevice::OnQueued(), Receive() |
 */
class Port : private LineEnd
{
  public:
    /// @param owner the device, which outlives the port
    explicit Port(PortOwner& owner);
    ~Port() override;

    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;

    /// @brief Sets whose port it is. @param agenda of the node @param number of the port there
    void SetNode(std::shared_ptr<Agenda> agenda, uint32_t number);

    /// @param sink takes the fragments that arrive; null: they are dropped
    void SetSink(PacketReceiver* sink)
    {
        m_sink = sink;
        FindFastPaths();
    }

    /// @return takes the fragments that arrive; null: they are dropped
    PacketReceiver* Sink() const
    {
        return m_sink;
    }

    /// @param rules what holds for frames that are sent from now on
    void SetRules(const Line::Rules& rules);

    /// @brief The rules have changed: PreparePort() is called at the next frame.
    void InvalidateRules()
    {
        m_isReady = false;
        FindFastPaths();
    }

    /// @brief Connects the port with that at the other end. @param peer a port that has a node
    void Connect(Port& peer);

    /// @brief Nothing arrives at the other end any more.
    void Disconnect();

    /// @return whether it is connected
    bool IsConnected() const
    {
        return m_line.IsConnected();
    }

    /// @return the line to the other end
    const Line& GetLine() const
    {
        return m_line;
    }

    /// @brief Something may be sent from now on. Where a port is not open, its line limits no
    /// lookahead.
    void Open()
    {
        m_line.Open();
    }

    /// @param pauses flow control of the port, which outlives it
    void SetPauses(PausePort* pauses)
    {
        m_pauses = pauses;
        FindFastPaths();
        Open(); // for control frames
    }

    /// @return flow control of the port; null: it has none
    const PausePort* Pauses() const
    {
        return m_pauses;
    }

    /// @param isWatched whether OnQueued() is called for each fragment
    void WatchSent(bool isWatched)
    {
        m_isSentWatched = isWatched;
        FindFastPaths();
    }

    /// @param isWatched whether the owner gets each frame that arrives
    /// @param unaffected number of the next fragments that the owner does not get, if the port has
    ///        no flow control; the port counts them down; null: the owner gets all
    void WatchReceived(bool isWatched, uint64_t* unaffected = nullptr)
    {
        m_isReceivedWatched = isWatched;
        SetFastPath(!isWatched, unaffected);
    }

    // What leaves: a packet that is there, one that is made in its place, or a frame of ordinary
    // traffic

    /// @brief Queues a packet; marks it when the queue is above a threshold.
    /// @param packet the packet, whose contents are moved away
    void Send(InaPacket& packet, Picoseconds now)
    {
        if (m_line.IsBelowThresholds(now))
        {
            m_line.Push(packet.frameBytes, now).Fill(std::move(packet));
            return;
        }
        SendChecked(packet, now);
    }

    /// @brief Queues a copy of a packet, as one of several of a multicast.
    /// @param worker to whom the copy goes
    void Send(const InaPacket& packet, uint16_t worker, Picoseconds now)
    {
        if (m_line.IsBelowThresholds(now))
        {
            Frame& frame = m_line.Push(packet.frameBytes, now);
            frame.Fill(packet);
            frame.fragment.worker = worker;
            return;
        }
        InaPacket copy = packet;
        copy.worker = worker;
        SendChecked(copy, now);
    }

    /**
     * @brief Queues a new packet. It is made in its place in the queue, if nothing has to be
     * decided about it: to copy it there right after its fields were written would cost more than
     * to write them.
     * @param bytes length of its frame
     * @param write called with the packet, which carries no values, to write all the rest
     */
    template <typename Function>
    void Emplace(uint16_t bytes, Picoseconds now, Function write)
    {
        if (m_line.IsBelowThresholds(now))
        {
            write(m_line.Push(bytes, now).fragment);
            return;
        }
        InaPacket packet;
        write(packet);
        SendChecked(packet, now);
    }

    /// @brief Queues a new packet of a flow, which is made in its place, too.
    /// @param header its contents, with its length
    /// @param fill called with the packet, to write what is still missing
    template <typename Function>
    void Emplace(const InaHeader& header, Picoseconds now, Function fill)
    {
        Emplace(header.frameBytes, now, [&header, &fill](InaPacket& packet) {
            static_cast<InaHeader&>(packet) = header;
            packet.sum.digest = 0;
            fill(packet);
        });
    }

    /// @brief Queues a frame of ordinary traffic.
    /// @param cargo what it carries
    /// @param bytes its length
    /// @return when its transmission begins; kNever: the queue was full
    Picoseconds SendFrame(std::unique_ptr<FrameCargo> cargo, uint32_t bytes, Picoseconds now);

    /// @brief A fragment has arrived.
    void Receive(InaPacket& fragment, Picoseconds now);

    /// @brief A frame arrives later than the line has brought it.
    /// @param frame the frame, whose contents are moved away
    /// @param late by how much
    /// @param arrive called then, with the frame and the time
    void ReceiveLater(Frame& frame,
                      Picoseconds late,
                      std::function<void(Frame&, Picoseconds)> arrive);

    /// @return bytes queued, with what is left of the frame being sent @param now the time
    uint64_t QueuedBytes(Picoseconds now) const;

    /// @param room of the queue, in bytes @return whether fewer bytes of fragments are queued;
    /// ordinary traffic between them does not count
    bool HasUnder(uint64_t room, Picoseconds now)
    {
        return !m_isReady || (TimeUntil(room, now) + OrdinaryTime(now)).count() > 0;
    }

    /// @param now the time @return bytes that have left, with the part of the frame being sent
    uint64_t SentBytes(Picoseconds now) const
    {
        return m_line.SentBytes(now);
    }

    /// @return the largest length of the queue, in bytes, with the frame being sent
    uint64_t LargestQueueBytes() const
    {
        return m_line.InBytes(m_line.Counts().largestQueue);
    }

    /// @param frameBytes length of a frame that is sent @return bytes that the link sends for it
    uint32_t WireBytes(uint32_t frameBytes) const
    {
        return static_cast<uint32_t>(m_line.Rate().WireBytes(frameBytes));
    }

    /// @param bytes length of a frame @return how long it takes to send it
    Picoseconds DurationOf(uint32_t bytes)
    {
        return m_line.DurationOf(bytes);
    }

    /// @return what was counted since the start
    DeviceCounts Counts() const
    {
        DeviceCounts counts = m_line.Counts();
        counts.incomingDrops = m_incomingDrops;
        return counts;
    }

    /// @return what is due at the node
    const std::shared_ptr<Agenda>& NodeAgenda() const
    {
        return m_agenda;
    }

  private:
    friend class PausePort;

    void OnFrame(Frame& frame, Picoseconds now) override;

    /// @brief Finds out whether most fragments need no decision, as they are sent and as they
    /// arrive.
    void FindFastPaths()
    {
        m_line.Watch(!m_isReady || m_pauses || m_isSentWatched || m_paths);
        SetFragmentSink(m_pauses || m_paths ? nullptr : m_sink);
    }

    /// @param room of the queue, in bytes @return time to send what fits in before QueuedBytes()
    /// are not less; not positive: they are not
    Picoseconds TimeUntil(uint64_t room, Picoseconds now)
    {
        return m_line.SpanOf(room) - (m_pauses ? QueueTimeWithHeld(now) : m_line.QueueTimeAt(now));
    }

    /// @return how long it takes to send the frames of ordinary traffic that are queued
    Picoseconds OrdinaryTime(Picoseconds now)
    {
        while (m_ordinaryTime.count() > 0 && m_ordinary.front().leaves <= now)
        {
            m_ordinaryTime -= m_ordinary.front().duration;
            m_ordinary.pop_front();
        }
        return m_ordinaryTime;
    }

    /// @param frameBytes length of a frame that is sent now @return when it leaves and arrives
    LinePaths::Times TimesOf(uint32_t frameBytes, Picoseconds now);

    /// @brief Send(), with all decisions.
    void SendChecked(InaPacket& fragment, Picoseconds now);

    /// @brief A fragment finds a queue, which may mark it. @param queued as time to send
    void Mark(InaPacket& fragment, Picoseconds queued);

    // With flow control
    void Hold(InaPacket& fragment, Picoseconds now);     ///< queues a fragment
    void Transmit(InaPacket& fragment, Picoseconds now); ///< the next one leaves
    void DropIncoming(const InaPacket& fragment);        ///< there is no room for it
    /// @return how long it takes to send what is queued, with what is held
    Picoseconds QueueTimeWithHeld(Picoseconds now) const;
    /// @brief Sends a control frame. @param arrived called at the other end, with the time
    void SendSignal(uint32_t bytes, Picoseconds now, std::function<void(Picoseconds)> arrived);

    Line m_line;                      ///< to the other end
    PortOwner& m_owner;               ///< the device
    PausePort* m_pauses{nullptr};     ///< flow control; null: none
    bool m_isReady{false};            ///< whether the line has its rules
    bool m_isSentWatched{false};      ///< whether OnQueued() is called
    bool m_isReceivedWatched{false};  ///< whether the owner gets all that arrives
    PacketReceiver* m_sink{nullptr};  ///< takes the fragments that arrive
    std::shared_ptr<Agenda> m_agenda; ///< of the node
    uint32_t m_number{0};             ///< of the port in its node
    uint64_t m_incomingDrops{0};      ///< frames that came in and found no room

    /// A frame of ordinary traffic in the queue.
    struct OrdinaryFrame
    {
        Picoseconds leaves;   ///< when its last bit has left
        Picoseconds duration; ///< how long it takes to send it
    };

    std::unique_ptr<LinePaths> m_paths; ///< of what is sent; null: they are not followed
    LinePaths* m_arriving{nullptr};     ///< of what arrives, at the other end; null: the same

    std::deque<OrdinaryFrame> m_ordinary; ///< in order
    Picoseconds m_ordinaryTime{0};        ///< to send all of them
};

} // namespace ns3::esa

#endif // ESA_PORT_H
