/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_CORE_ORACLE_GRADIENTS_H
#define ESA_TEST_CORE_ORACLE_GRADIENTS_H

#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-gradient-source.h"
#include "ns3/esa-hash.h"

#include <cstdint>

namespace ns3::esa
{

/// A worker's gradients, whose sums an oracle knows.
class OracleGradients : public GradientSource
{
  public:
    /**
     * @param oracle the job's
     * @param job job number
     * @param worker number of the worker in the job
     */
    OracleGradients(const GradientOracle& oracle, uint16_t job, uint16_t worker)
        : m_oracle(oracle),
          m_job(job),
          m_worker(worker)
    {
    }

    uint8_t PriorityOf(StreamPosition position) const override
    {
        // Any priority works. Eight fragments in a row have the same one, so that residents have
        // time to complete.
        return 1 + Hash64(TaskKey(m_job, static_cast<uint32_t>(position) / 8)) % 255;
    }

    void FillSum(StreamPosition /* position */, InaPacket& packet) const override
    {
        m_oracle.Fill(packet, m_worker);
    }

  private:
    GradientOracle m_oracle; ///< the job's
    uint16_t m_job;          ///< job number
    uint16_t m_worker;       ///< number in the job
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_ORACLE_GRADIENTS_H
