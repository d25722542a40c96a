/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_CORE_ORACLE_GRADIENTS_H
#define ESA_TEST_CORE_ORACLE_GRADIENTS_H

#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-worker-transport.h"

#include <cstdint>

namespace ns3::esa
{

/// A worker's gradients, whose sums an oracle knows.
class OracleGradients
{
  public:
    /**
     * @param oracle the job's
     * @param worker number of the worker in the job
     */
    OracleGradients(const GradientOracle& oracle, uint16_t job, uint16_t worker)
        : m_oracle(oracle),
          m_job(job),
          m_worker(worker)
    {
    }

    /// @brief Adds gradient and priority to a packet that leaves, as a host does.
    void Fill(WorkerTransport::OutgoingPacket& out) const
    {
        if (!out.bringsGradient)
        {
            return;
        }
        m_oracle.Fill(out.packet, m_worker);
        if (out.packet.kind == PacketKind::Gradient)
        {
            // Any priority works. Eight fragments in a row have the same one, so that residents
            // have time to complete.
            const uint64_t task = TaskKey(m_job, static_cast<uint32_t>(out.position) / 8);
            out.packet.priority = 1 + Hash64(task) % 255;
        }
    }

  private:
    GradientOracle m_oracle; ///< the job's
    uint16_t m_job;          ///< job number
    uint16_t m_worker;       ///< number in the job
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_ORACLE_GRADIENTS_H
