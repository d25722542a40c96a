// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_PROCESS_H
#define ESA_WORKER_PROCESS_H

#include "esa-call-queue.h"
#include "esa-host-settings.h"
#include "esa-training-process.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-serial-line.h"
#include "ns3/esa-worker-transport.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker whose gradients the network sums: a WorkerTransport with gradients, a port and a
 * timer.
 *
 * The transport decides what is sent, and when. A gradient takes this path: Offer(),
 * WorkerTransport::Offer(), then in Pump() WorkerTransport::Poll() and Send(), which adds values,
 * priority and length of the frame. A result takes this path: ReceiveFragment(),
 * WorkerTransport::OnResult(), TakeResult(). Pump() follows each event, and sets the timer to the
 * transport's deadline. Where the worker shares the link of its host, SendNext() does both when the
 * worker has its turn.
 */
class WorkerProcess : public TrainingProcess, private HostConnection
{
  public:
    /// @param worker its number in the job @param settings of the job
    WorkerProcess(std::shared_ptr<const TrainingJob> job,
                  uint16_t worker,
                  std::shared_ptr<const HostSettings> settings);
    ~WorkerProcess() override;

    void Start(HostNode& host, Picoseconds now) override;
    void Release() override;
    void ReceiveFragment(InaPacket& packet, Picoseconds now) override;
    uint32_t MaxOutstanding() const override;
    uint64_t RepairsSent() const override;

  private:
    void Offer(const PositionRange& fragments, Picoseconds now) override;
    void OnWake(Picoseconds now) override;

    /// @return the parameters of the protocol @param now the time
    WorkerTransportParameters Parameters(Picoseconds now) const;

    /// @brief How long a worker waits from one question about a late result to the next one, so
    /// that the packets of all workers fit the link of the PS. The link is taken for as fast as the
    /// worker's own.
    /// @return the time
    Picoseconds TurnOfWorker() const;

    /// @param bytes length of a frame @return how long the host takes to send it
    Picoseconds FrameTime(uint32_t bytes) const
    {
        return Host()->Rate().FrameTime(bytes);
    }

    /// @brief Sends the packets that may leave, and sets the timer.
    void Pump(Picoseconds now)
    {
        if (m_transport->MayHavePacket())
        {
            // What may leave of a call is far more than a window: connections that come later would
            // wait behind it.
            if (Host()->Link().IsAlone() && !m_calls)
            {
                SendAll(now);
            }
            else
            {
                Host()->Link().Wake(*this, now);
            }
        }
        BeginNextCall(now);
        SetWakeTime(now);
    }

    /// @brief If calls follow each other, and none runs, the next one begins.
    void BeginNextCall(Picoseconds now)
    {
        if (m_calls && IsTraining() && IsIdle())
        {
            m_calls->OnIdle(now);
        }
    }

    /// @brief Sets the timer to the transport's deadline.
    void SetWakeTime(Picoseconds now)
    {
        if (IsWaiting())
        {
            return; // what is due leaves when its turn comes, and then SendNext() sets the timer
        }
        WakeAt(m_transport->Deadline(), now);
    }

    /// @brief Sends the packets that may leave, up to one that the next one has to wait for.
    void SendAll(Picoseconds now);

    std::optional<uint32_t> SendNext(Picoseconds now) override;

    /// @brief Answers a question of the PS.
    void AnswerQuery(const InaPacket& query, Picoseconds now);

    /// @brief Sends a packet that leaves before fragments, if there is one. @return length of its
    /// frame; 0: there is none
    uint16_t SendRecovery(Picoseconds now);

    /// @brief The next fragment that leaves now, if any. Of those that other workers alone send, it
    /// takes what came early. @return its position; kNoPosition: there is none
    StreamPosition NextFragment(Picoseconds now);

    /// @return true if no call runs: all that was offered is sent, and its results are here
    bool IsIdle() const;

    /// @brief The next call begins to send.
    void BeginCall(Picoseconds now);

    /// @brief Takes a result that came before the worker waited for it, if it did.
    void TakeEarly(StreamPosition position, Picoseconds now);

    /// @brief Completes a packet, and sends it. @return length of its frame
    uint16_t Send(WorkerTransport::OutgoingPacket& out, Picoseconds now);

    /// @brief Makes the packet of a fragment, and sends it. @param position of the fragment
    /// @return length of its frame
    uint16_t SendFragment(StreamPosition position, Picoseconds now);

    /// @return whether the worker has data @param position of a fragment that it sends
    bool HasData(StreamPosition position) const
    {
        const auto& roles = Job()->aggregation.Roles();
        return !roles || roles->Of(position).BringsData(Worker());
    }

    /// @brief Adds the priority of a fragment. @param position of the fragment
    void AddPriority(StreamPosition position, InaPacket& packet) const
    {
        const uint64_t fragment = position - FirstPosition();
        packet.priority =
            m_isPriorityMeasured ? MeasuredPriority(fragment) : Job()->priorities.Of(fragment);
    }

    /// @return the priority of a fragment, by a rule that reads what is measured
    [[gnu::noinline]] uint8_t MeasuredPriority(uint64_t fragment) const;

    // What every packet needs stands together.
    Port* m_port{nullptr};                      ///< where packets leave
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    bool m_isPriorityMeasured{false};           ///< Job()->priorities.AreMeasured()
    bool m_isSending{false};                    ///< whether SendAll() runs
    std::optional<WorkerTransport> m_transport; ///< the worker's end of the protocol
    std::unique_ptr<CallQueue> m_calls;         ///< null: calls share the window
    uint32_t m_maxOutstanding{0};               ///< see MaxOutstanding(), after the job has left
    uint64_t m_repairsSent{0};                  ///< see RepairsSent(), after the job has left

    std::shared_ptr<const HostSettings> m_settings; ///< of its job
};

} // namespace ns3::esa

#endif // ESA_WORKER_PROCESS_H
