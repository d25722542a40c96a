// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SWITCH_PIPELINE_RIG_H
#define ESA_TEST_CORE_SWITCH_PIPELINE_RIG_H

#include "ns3/esa-hash.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system-registry.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <ostream>
#include <string>

namespace ns3::esa
{

/// Returns the numbers that a test has set. The test fails if more are drawn.
class ScriptedRandom : public RandomSource
{
  public:
    double Uniform() override
    {
        if (m_numbers.empty())
        {
            ADD_FAILURE() << "more random numbers were drawn than the test has set";
            return 0;
        }
        const double number = m_numbers.front();
        m_numbers.pop_front();
        return number;
    }

    /// @param number the number after those set before
    void Then(double number)
    {
        m_numbers.push_back(number);
    }

  private:
    std::deque<double> m_numbers; ///< the numbers to return
};

/// @return the digest of one worker's fragment, a pseudo-random number
inline uint64_t
DigestOf(uint16_t job, uint32_t seq, uint16_t worker)
{
    return Hash64(TaskKey(job, seq) ^ (uint64_t{worker} + 1) << 48);
}

/// @return the digest of the sum of all workers of a job
inline uint64_t
DigestOfAll(uint16_t job, uint32_t seq, uint16_t workers)
{
    uint64_t digest = 0;
    for (uint16_t worker = 0; worker < workers; ++worker)
    {
        digest += DigestOf(job, seq, worker);
    }
    return digest;
}

/// @return a worker's fragment for aggregator 0, of a job with two workers
inline InaPacket
GradientOf(uint16_t job, uint32_t seq, uint16_t worker, uint8_t priority = 0)
{
    InaPacket fragment;
    fragment.job = job;
    fragment.seq = seq;
    fragment.worker = worker;
    fragment.fanIn = 2;
    fragment.bitmap = uint32_t{1} << worker;
    fragment.priority = priority;
    fragment.sum.digest = DigestOf(job, seq, worker);
    return fragment;
}

/// @return a packet without gradient for a task at aggregator 0
inline InaPacket
ControlPacketOf(PacketKind kind, uint16_t job, uint32_t seq)
{
    InaPacket fragment;
    fragment.kind = kind;
    fragment.job = job;
    fragment.seq = seq;
    fragment.fanIn = 2;
    return fragment;
}

inline bool
operator==(const Decision& a, const Decision& b)
{
    return a.outcome == b.outcome && a.egress == b.egress;
}

/// How GoogleTest shows a decision.
inline void
PrintTo(const Decision& decision, std::ostream* out)
{
    *out << OutcomeName(decision.outcome) << " to " << static_cast<int>(decision.egress);
}

constexpr Decision kAllocated{Outcome::Allocated, Egress::Nowhere};
constexpr Decision kAggregated{Outcome::Aggregated, Egress::Nowhere};
constexpr Decision kRepeated{Outcome::Repeated, Egress::ToWorker};
constexpr Decision kStale{Outcome::Stale, Egress::Nowhere};
constexpr Decision kDuplicate{Outcome::Duplicate, Egress::Nowhere};
constexpr Decision kMalformed{Outcome::Malformed, Egress::Nowhere};
constexpr Decision kCompletedHere{Outcome::Completed, Egress::ToWorkers};
constexpr Decision kCompletedForPs{Outcome::Completed, Egress::ToParameterServer};
constexpr Decision kPreempted{Outcome::Preempted, Egress::ToParameterServer};
constexpr Decision kPassedThrough{Outcome::PassedThrough, Egress::ToParameterServer};
constexpr Decision kFetched{Outcome::Fetched, Egress::ToParameterServer};
constexpr Decision kForwarded{Outcome::Forwarded, Egress::ToParameterServer};
constexpr Decision kReleased{Outcome::Released, Egress::ToWorkers};
constexpr Decision kReturned{Outcome::Returned, Egress::ToWorkers};

/// A switch of one system, with random numbers that the test sets.
class PipelineRig
{
  public:
    /// @param parameters values by field; the others have their defaults
    explicit PipelineRig(const std::string& system,
                         uint32_t aggregators = 4,
                         const std::map<std::string, double>& parameters = {})
        : system(Make(system, parameters)),
          pipeline(this->system, aggregators, random)
    {
    }

    /// Processes a packet in the switch.
    Decision Process(InaPacket& packet, Picoseconds now = Picoseconds(0))
    {
        return pipeline.Process(packet, now);
    }

    /// As above, for a packet that is not needed afterwards.
    Decision Process(InaPacket&& packet, Picoseconds now = Picoseconds(0))
    {
        return Process(packet, now);
    }

    ScriptedRandom random;   ///< numbers for the collision rule
    System system;           ///< the system
    SwitchPipeline pipeline; ///< the switch

  private:
    static System Make(const std::string& name, const std::map<std::string, double>& parameters)
    {
        System made(*FindSystem(name));
        for (const SystemParameter* parameter : made.Parameters())
        {
            if (const auto value = parameters.find(parameter->field); value != parameters.end())
            {
                made.Set(*parameter, value->second);
            }
        }
        return made;
    }
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SWITCH_PIPELINE_RIG_H
