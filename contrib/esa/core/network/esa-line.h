// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LINE_H
#define ESA_LINE_H

#include "esa-agenda.h"
#include "esa-frame-queue.h"
#include "esa-packet-receiver.h"
#include "esa-serial-line.h"
#include "esa-step-clock.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-flow-marking.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Takes in the frames at the end of a line.
class LineEnd
{
  public:
    virtual ~LineEnd() = default;

    /// @brief A frame arrives.
    /// @param frame the frame; the receiver may change it, and must not keep it
    virtual void OnFrame(Frame& frame, Picoseconds now) = 0;

    /// @return takes the next FastPath() fragments in, without OnFrame(); null: OnFrame() gets all
    PacketReceiver* FragmentSink() const
    {
        return m_fragmentSink;
    }

    /// @return how many of the next fragments go to FragmentSink() before OnFrame() gets one; 0 if
    /// there is no sink
    uint64_t FastPath() const
    {
        return m_fragmentSink ? *m_fastPath : 0;
    }

    /// @brief One of the FastPath() fragments goes to FragmentSink().
    void CountFastPath()
    {
        --*m_fastPath;
    }

  protected:
    /// @brief Sets how many fragments go to FragmentSink() before OnFrame() gets one.
    /// @param areAll all do; otherwise none does, unless they are counted
    /// @param counted the count of these, which others may change; null: they are not counted
    void SetFastPath(bool areAll, uint64_t* counted)
    {
        m_own = areAll ? UINT64_MAX : 0;
        m_fastPath = counted ? counted : &m_own;
    }

    /// @param sink see FragmentSink()
    void SetFragmentSink(PacketReceiver* sink)
    {
        m_fragmentSink = sink;
    }

  private:
    PacketReceiver* m_fragmentSink{nullptr}; ///< see FragmentSink()
    uint64_t* m_fastPath{&m_own};            ///< see FastPath()
    uint64_t m_own{UINT64_MAX}; ///< used without another count; UINT64_MAX: all go to the sink
};

/// @ingroup esa
/// @brief What a device counts: all but the last count is of the frames that it sends.
struct DeviceCounts
{
    uint64_t bytesQueued{0};     ///< bytes that the link sends for frames that found room in the
                                 ///< queue
    Picoseconds largestQueue{0}; ///< largest length of the queue, as the time to send it
    uint64_t framesCarried{0};   ///< frames that its link has carried to the other end, also if
                                 ///< they were lost there
    uint64_t ecnMarks{0};        ///< fragments that were marked
    uint64_t drops{0};           ///< frames that found the queue full
    uint64_t incomingDrops{0};   ///< with flow control: frames that came in here, over the link
                                 ///< from the other end, and found no room
};

/**
 * @ingroup esa
 * @brief One direction of a link: a FIFO queue, a serial port and a delay.
 *
 * The queue is first in, first out. So it is fixed when a frame arrives as soon as it is queued,
 * and no step in between costs anything. One node sends into the line; the agenda of the node at
 * the other end takes the frames out. Both may be at work at the same time: what was sent reaches
 * the agenda by Publish().
 *
 * Bytes in the queue, or sent, are all that the link sends, with its overhead for each frame
 * (LineRate).
 */
class Line
{
  public:
    /// What holds for all frames.
    struct Rules
    {
        LineRate rate;              ///< how fast it is
        Picoseconds delay{0};       ///< from the last bit sent to the far node's software
        Picoseconds propagation{0}; ///< the part of it that control frames take, too
        Picoseconds queueLength{0}; ///< room of the queue, as time to send; 0: unlimited
        Picoseconds ecn{0};         ///< ECN threshold, as time to send; 0: never mark
        bool marksResults{false};   ///< whether it holds for results, too
        FlowMarking flowMarking;    ///< of data of flows
        uint64_t salt{0};           ///< differs with the port, and with seed and run
    };

    /// @param rules what holds for frames from now on
    void SetRules(const Rules& rules);

    /// @brief Connects the line with the node at its other end.
    /// @param reader the node's agenda
    /// @param port number of the node's port
    /// @param end takes the frames in
    void Connect(std::shared_ptr<Agenda> reader, uint32_t port, LineEnd& end);

    /// @brief The other end gets no more frames.
    void Disconnect();

    /// @return whether it is connected
    bool IsConnected() const
    {
        return m_reader != nullptr;
    }

    /// @brief Nothing will be sent into the line before it is opened.
    void Close()
    {
        m_isOpen = false;
    }

    /// @brief Something may be sent into the line from now on.
    void Open();

    /// @return whether something may be sent into it
    bool IsOpen() const
    {
        return m_isOpen;
    }

    /// @param bytes length of a frame @return how long it takes to send it
    Picoseconds DurationOf(uint32_t bytes)
    {
        if (bytes != m_lastBytes)
        {
            FindDuration(bytes);
        }
        return m_lastDuration;
    }

    /// @return when all frames queued will have left
    Picoseconds IdleAt() const
    {
        return m_serial.IdleAt();
    }

    /// @param now the time @return how long it takes to send what is queued
    Picoseconds QueueTimeAt(Picoseconds now) const
    {
        return std::max(IdleAt() - now, Picoseconds(0));
    }

    /// @param bytes length of a frame
    /// @return whether the queue has room for it; if not, the line has counted a drop
    bool HasRoom(uint32_t bytes, Picoseconds now)
    {
        const Picoseconds room = m_rules.queueLength;
        if (room.count() == 0 || IdleAt() - now + DurationOf(bytes) <= room)
        {
            return true;
        }
        ++m_drops;
        return false;
    }

    /// @brief Sets whether each frame is shown to somebody. @param isWatched whether so
    void Watch(bool isWatched)
    {
        m_isWatched = isWatched;
        FindThresholds();
    }

    /// @return whether nothing has to be decided about a frame: there is no listener, and the
    /// queue is so short that it has room and marks nothing
    bool IsBelowThresholds(Picoseconds now) const
    {
        return IdleAt() - now < m_thresholds;
    }

    /// @param fragment a fragment to be queued
    /// @param queued the queue that it finds, as time to send
    /// @return whether the queue marks it; the line has then marked and counted it
    bool Marks(InaPacket& fragment, Picoseconds queued)
    {
        return ReachesThreshold(queued, m_minMark) && MarksAbove(fragment, queued);
    }

    /// @brief Queues a frame.
    /// @param bytes its length
    /// @return the frame, with its time of arrival, to be filled in; see FrameQueue::PushBack()
    [[gnu::always_inline]] Frame& Push(uint32_t bytes, Picoseconds now)
    {
        ESA_ASSERT(bytes > 0, "a frame has a length");
        const Picoseconds departure = m_serial.Send(now, DurationOf(bytes));
        m_frameBytes += bytes;
        m_largestQueue = std::max(m_largestQueue, departure - now);
        Frame& frame = m_frames.PushBack();
        frame.arrival = departure + m_delay;
        Announce();
        return frame;
    }

    /// @brief Sends a control frame, which waits for no other frame.
    /// @param left when its last bit has left
    /// @param arrive called at the other end, with the time
    void SendSignal(Picoseconds left, std::function<void(Picoseconds)> arrive)
    {
        m_signals.push_back({left + m_rules.propagation, std::move(arrive)});
        Announce();
    }

    /// @brief Hands what was sent since the last call to the agenda of the other end, while neither
    /// end is at work.
    void Publish();

    /// @brief Little is sent for some time: an empty line needs no memory for frames. To be called
    /// while neither end is at work.
    void ReleaseIdleMemory()
    {
        m_frames.ReleaseIdleMemory();
    }

    /// @return the agenda of the node at the other end; null: none
    Agenda* Reader() const
    {
        return m_reader.get();
    }

    /// @brief The queue was this long, as time to send, before a frame is pushed.
    void NoteQueue(Picoseconds length)
    {
        m_largestQueue = std::max(m_largestQueue, length);
    }

    /// @return the frames on their way; the agenda at the other end takes them
    FrameQueue& Frames()
    {
        return m_frames;
    }

    /// @return takes the frames in at the other end
    LineEnd& End() const
    {
        return *m_end;
    }

    /// @return whether the first frame is a packet of a flow
    bool IsAtFlow()
    {
        return IsFlowKind(m_frames.Front().fragment.kind);
    }

    /// @brief Hands the first frame to the other end. @param now the time
    [[gnu::always_inline]] void Deliver(Picoseconds now)
    {
        Frame& frame = m_frames.Front();
        if (!frame.cargo && m_end->FastPath() > 0)
        {
            m_end->CountFastPath();
            m_end->FragmentSink()->ReceiveFragment(frame.fragment, now);
        }
        else
        {
            m_end->OnFrame(frame, now);
        }
        m_frames.PopFront(frame);
    }

    /// @return from when a frame has left to when it arrives
    Picoseconds Delay() const
    {
        return m_delay;
    }

    /// @return how fast it is
    const LineRate& Rate() const
    {
        return m_rules.rate;
    }

    /// @param span a span of time @return bytes that are sent in it
    uint64_t InBytes(Picoseconds span) const;

    /// @param bytes not 0 @return the minimum span of time in which these bytes are sent
    Picoseconds SpanOf(uint64_t bytes)
    {
        if (bytes != m_spanBytes)
        {
            FindSpan(bytes);
        }
        return m_span;
    }

    /// @param now the time @return bytes that have left, with the part of the frame being sent
    uint64_t SentBytes(Picoseconds now) const
    {
        return BytesQueued() - InBytes(IdleAt() - now);
    }

    /// @return what was counted since the start
    DeviceCounts Counts() const
    {
        return {BytesQueued(), m_largestQueue, m_frames.Taken(), m_ecnMarks, m_drops, 0};
    }

  private:
    /// A control frame.
    struct Signal
    {
        Picoseconds at{0};                       ///< when it arrives
        std::function<void(Picoseconds)> arrive; ///< called then
    };

    /// @return bytes that the link sends for the frames that were pushed
    uint64_t BytesQueued() const
    {
        return m_frameBytes + m_frames.Pushed() * m_rules.rate.overheadBytes;
    }

    /// @brief Something was sent: it is to be published.
    void Announce()
    {
        if (!m_isAnnounced)
        {
            AnnounceFirst();
        }
    }

    /// @brief Something was sent for the first time since the last Publish().
    [[gnu::noinline]] void AnnounceFirst()
    {
        m_isAnnounced = true;
        m_reader->OnSent(*this);
    }

    /// @brief Decides about a mark, with a queue above the minimum of the thresholds.
    bool MarksAbove(InaPacket& fragment, Picoseconds queued);

    /// @brief Finds what DurationOf() returns.
    [[gnu::noinline]] void FindDuration(uint32_t bytes)
    {
        m_lastBytes = bytes;
        m_lastDuration = m_rules.rate.FrameTime(bytes);
    }

    /// @brief Finds what SpanOf() returns.
    void FindSpan(uint64_t bytes);

    /// @brief Finds the shortest queue at which something has to be decided about a frame.
    void FindThresholds();

    // What the reader needs comes first. What the sender needs for each frame fills a cache line
    // beside the end of the queue.
    LineEnd* m_end{nullptr}; ///< takes the frames in
    FrameQueue m_frames;     ///< frames on their way
    SerialLine m_serial;     ///< when frames leave
    Picoseconds m_thresholds{
        Picoseconds::min()};       ///< nothing is decided about frames in a queue below
    Picoseconds m_lastDuration{0}; ///< time to send the last frame ...
    Picoseconds m_delay{0};        ///< of m_rules
    uint64_t m_frameBytes{0};      ///< length of all frames that were pushed
    Picoseconds m_largestQueue{0}; ///< largest length of the queue, as the time to send it
    uint32_t m_lastBytes{0};       ///< ... and its length
    bool m_isAnnounced{false};     ///< whether something is to be published
    bool m_isOpen{true};           ///< whether something may be sent
    bool m_isWatched{false};       ///< see Watch()

    std::shared_ptr<Agenda> m_reader; ///< of the node at the other end
    uint32_t m_port{0};               ///< number of its port
    Picoseconds m_minMark{0};         ///< minimum of the thresholds; 0: never mark
    uint64_t m_ecnMarks{0};           ///< fragments that were marked
    uint64_t m_markable{0};           ///< packets of flows for which chance may have decided
    uint64_t m_drops{0};              ///< frames that found the queue full
    Rules m_rules;                    ///< what holds for all frames
    uint64_t m_spanBytes{0};          ///< argument of the last SpanOf() ...
    Picoseconds m_span{0};            ///< ... and what it has returned
    std::vector<Signal> m_signals;    ///< control frames to be published
};

} // namespace ns3::esa

#endif // ESA_LINE_H
