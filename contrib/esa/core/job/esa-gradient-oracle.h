// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GRADIENT_ORACLE_H
#define ESA_GRADIENT_ORACLE_H

#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-payload.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Where the gradients of a job come from if they are not synthetic, for example from a
/// training that is really computed.
class GradientValues
{
  public:
    virtual ~GradientValues() = default;

    /**
     * @brief What a worker sends in a task. It stays the same as long as the task's result is
     * missing at any worker. The sum of all workers' values fits into 32 bits: a sum that saturates
     * would depend on their order.
     * @param seq sequence number of the task
     * @param worker the worker's number in the job
     * @return the worker's values
     */
    virtual FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const = 0;
};

/// What each job sends, by job number; a null pointer stands for synthetic values.
using JobGradients = std::vector<std::shared_ptr<const GradientValues>>;

/**
 * @ingroup esa
 * @brief Makes the gradients of one job, and checks their sums.
 *
 * A result is right if it has the fragment of each worker exactly once. Switches, workers and PSes
 * keep bitmaps of who is in a sum, but a fault in these is the fault that a check must find: a
 * fragment may be added twice while its bit is set once. So the check may read the sum alone.
 *
 * To carry all values costs 62 additions for each packet in each switch and PS. One number in their
 * place is cheap, but the number has to be chosen with care. If fragments count
 * workers, one worker twice is taken for another one. If each worker has its bit, 64 bits do not
 * hold thousands of workers, and two copies look like the next worker's bit. A random number for
 * each task and worker finds every fault, but then the expected sum of each task takes as many
 * hashes as the job has workers.
 *
 * So the digest is a product: worker w's fragment of task t has h(t) x r(w) modulo 2^64. h(t) is an
 * odd hash of the task, r(w) a random odd number of the worker.
 * If worker w was counted c(w) times, a result has h(t) x (sum of c(w) r(w)). h(t) is odd, hence
 * invertible. So the result equals the expected h(t) x (sum of r(w)) only if all c(w) are one, but
 * for a chance of about 2^-63. The sum of r(w) is computed once: one multiplication checks a
 * result, whatever the number of workers. A fragment in the sum of another task shows as well,
 * since h differs.
 *
 * With full payload a fragment also has 62 values. They are made from (job, seq, worker, place), or
 * come from outside, and a result is compared value by value. With half precision both lanes of
 * each value are compared (see HalfPair).
 *
 * Further reading: probabilistic checking (Freivalds, 1977); multiset fingerprints; universal
 * hashing (Carter and Wegman, 1979).
 */
class GradientOracle
{
  public:
    /**
     * @param fullPayload whether fragments carry their 62 values
     * @param precision what a value is
     * @param source where the values come from, by number of a worker; null: they are made here
     */
    GradientOracle(uint16_t job,
                   uint32_t workers,
                   bool fullPayload,
                   GradientPrecision precision = GradientPrecision::Single,
                   std::shared_ptr<const GradientValues> source = nullptr);

    /// @brief Fills a fragment's sum with one worker's gradient.
    /// @param fragment the fragment; its seq is set
    /// @param worker the worker's number in the job
    void Fill(InaPacket& fragment, uint32_t worker) const
    {
        ESA_ASSERT(worker < m_workerFactors.size(),
                   "a worker's number is below the number of workers");
        fragment.sum.digest = TaskFactor(fragment.seq) * m_workerFactors[worker];
        if (m_fullPayload)
        {
            fragment.sum.values = PayloadRef(ValuesOf(fragment.seq, worker));
        }
    }

    /// @brief Adds the fragments of all workers, one after the other, as a switch does.
    /// @param seq sequence number of their task
    /// @return the sum
    GradientSum SumOf(uint32_t seq) const
    {
        GradientSum sum;
        const uint64_t task = TaskFactor(seq);
        for (const uint64_t factor : m_workerFactors)
        {
            sum.digest += task * factor;
        }
        if (m_fullPayload)
        {
            AddValues(sum, seq);
        }
        return sum;
    }

    /// @return true if it holds each worker's fragment exactly once
    bool IsExact(const InaPacket& result) const
    {
        return result.sum.digest == TaskFactor(result.seq) * m_factorSum &&
               (!m_fullPayload || HasExactValues(result));
    }

    /// @param data data of some workers, summed if they are several
    /// @param workers their numbers
    /// @return true if it holds the fragment of each of them once, and nothing else
    bool IsExactOf(const InaPacket& data, const std::vector<uint16_t>& workers) const;

    /// @param data data of a worker @param worker its number @return true if it holds the worker's
    /// fragment, and nothing else
    bool IsExactOf(const InaPacket& data, uint16_t worker) const
    {
        ESA_ASSERT(worker < m_workerFactors.size(),
                   "a worker's number is below the number of workers");
        return data.sum.digest == TaskFactor(data.seq) * m_workerFactors[worker] &&
               (!m_fullPayload ||
                (data.sum.values && data.sum.values.Values() == ValuesOf(data.seq, worker)));
    }

  private:
    /// @param seq sequence number
    /// @return the task's odd factor
    uint64_t TaskFactor(uint32_t seq) const
    {
        return Hash64(TaskKey(m_job, seq)) | 1;
    }

    /// @param result a result @return true if its values are the sums of all workers' values
    bool HasExactValues(const InaPacket& result) const;

    /// @brief Adds the values of the fragments of all workers. @param seq sequence number
    void AddValues(GradientSum& sum, uint32_t seq) const;

    /// @return number of workers in the job
    uint32_t Workers() const
    {
        return static_cast<uint32_t>(m_workerFactors.size());
    }

    /// @param seq sequence number
    /// @param worker number of a worker in the job
    /// @return its values
    FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const;

    /// @param seq sequence number
    /// @param worker number of a worker in the job
    /// @return values made from these
    FragmentValues SyntheticValuesOf(uint32_t seq, uint32_t worker) const;

    /// @param values a result's values
    /// @param seq its sequence number
    /// @return true if each is the sum of all workers'
    bool AreExactSums(const FragmentValues& values, uint32_t seq) const;

    /// @param values a result's values
    /// @param seq its sequence number
    /// @return true if both lanes of each are the sums of all workers'
    bool AreExactPairSums(const FragmentValues& values, uint32_t seq) const;

    uint16_t m_job;                                 ///< job number
    bool m_fullPayload;                             ///< whether values are carried
    GradientPrecision m_precision;                  ///< what a value is
    std::shared_ptr<const GradientValues> m_source; ///< of the values, unless they are made here
    std::vector<uint64_t> m_workerFactors;          ///< r(w), by worker
    uint64_t m_factorSum{0};                        ///< their sum
};

} // namespace ns3::esa

#endif // ESA_GRADIENT_ORACLE_H
