// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_PROCESS_H
#define ESA_HOST_PROCESS_H

#include "esa-hook.h"
#include "esa-host-node.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What runs on a host for one job: a worker, or a server that sums.
 *
 * A simulator needs to know little of it: when it starts and ends, and what it reports. So one
 * application runs any of them.
 */
class HostProcess : public PacketReceiver, public PoolAllocated
{
  public:
    /// What it reports. A server has receive and send, a worker all but receive.
    struct Hooks
    {
        Hook<const IterationRecord&> iteration; ///< an iteration has ended
        Hook<Picoseconds> ending;               ///< when the last iteration will end; called when
                                                ///< its last layer starts
        Hook<const LayerRecord&> layer;         ///< a layer has computed
        Hook<uint32_t> partition;               ///< all results of a partition are here
        Hook<const InaPacket&> receive;         ///< a packet has arrived
        Hook<const InaPacket&> send;            ///< a packet leaves
        Hook<const InaPacket&> result;          ///< a result is here for the first time
        Hook<const InaPacket&> wrongResult;     ///< of these, one whose sum is wrong
    };

    /// @param job which it belongs to
    explicit HostProcess(std::shared_ptr<const TrainingJob> job)
        : m_job(std::move(job))
    {
        ESA_ASSERT(m_job && m_job->system, "a process has a job, and the job has a system");
    }

    ~HostProcess() override = default;

    HostProcess(const HostProcess&) = delete;
    HostProcess& operator=(const HostProcess&) = delete;

    /// @brief Begins to listen and to work.
    /// @param host where it runs; outlives the process
    virtual void Start(HostNode& host, Picoseconds now) = 0;

    /// @brief Ends what it does by itself: its training, or its checks for timeouts.
    virtual void Stop()
    {
    }

    /// @brief The job has left: nothing is due any more. What was counted stays.
    virtual void Release()
    {
        m_hasLeft = true;
    }

    /// @return what it is, for logs: "worker 3 of job 0"
    virtual std::string Describe() const = 0;

    /// @return what it reports
    virtual Hooks& GetHooks() = 0;

    /// @return the job
    const std::shared_ptr<const TrainingJob>& Job() const
    {
        return m_job;
    }

    /// @return whether the job has left (Release())
    bool HasLeft() const
    {
        return m_hasLeft;
    }

  private:
    std::shared_ptr<const TrainingJob> m_job; ///< the job
    bool m_hasLeft{false};                    ///< whether it has left
};

} // namespace ns3::esa

#endif // ESA_HOST_PROCESS_H
