// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_RECORD_H
#define ESA_TEST_RECORD_H

#include "ns3/application-container.h"
#include "ns3/callback.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-training-app.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @ingroup tests
/// @brief What the trace sources of workers and of a switch report during a run.
class TestRecord
{
  public:
    TestRecord() = default;
    TestRecord(const TestRecord&) = delete;
    TestRecord& operator=(const TestRecord&) = delete;

    /// @param apps the applications of jobs, whose workers are watched
    void Watch(const ApplicationContainer& apps)
    {
        for (uint32_t i = 0; i < apps.GetN(); ++i)
        {
            if (auto worker = DynamicCast<EsaTrainingApp>(apps.Get(i)))
            {
                m_workers.push_back(worker);
                worker->TraceConnectWithoutContext("Iteration",
                                                   MakeCallback(&TestRecord::OnIteration, this));
                worker->TraceConnectWithoutContext("Result",
                                                   MakeCallback(&TestRecord::OnResult, this));
            }
        }
    }

    /// @param device a switch, whose outcomes are counted
    void Watch(EsaSwitch& device)
    {
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            device.TraceConnectWithoutContext(
                OutcomeName(static_cast<Outcome>(i)),
                Callback<void, const InaPacket&>([this, i](const InaPacket&) { ++m_traced[i]; }));
        }
    }

    /// @return number of results that workers received
    uint64_t Results() const
    {
        uint64_t results = 0;
        for (const auto& worker : m_workers)
        {
            results += worker->GetResults();
        }
        return results;
    }

    /// @return number of these whose sum was wrong
    uint64_t WrongResults() const
    {
        uint64_t results = 0;
        for (const auto& worker : m_workers)
        {
            results += worker->GetWrongResults();
        }
        return results;
    }

    /// @return number of results that the trace source reported; each (job, worker, seq) counts
    /// once
    uint64_t DistinctResults() const
    {
        return m_resultsSeen.size();
    }

    /// @return number of workers
    std::size_t Workers() const
    {
        return m_workers.size();
    }

    /// @return iterations of workers that ended, in this order
    const std::vector<IterationRecord>& Iterations() const
    {
        return m_records;
    }

    /// @return end of the last iteration minus start of the first, in milliseconds
    double SpanMs() const
    {
        Picoseconds begin = Picoseconds::max();
        Picoseconds end{0};
        for (const auto& record : m_records)
        {
            begin = std::min(begin, record.begin);
            end = std::max(end, record.end);
        }
        return ToMilliseconds(end - begin);
    }

    /// @return how often its trace source fired
    uint64_t Traced(Outcome outcome) const
    {
        return m_traced[static_cast<std::size_t>(outcome)];
    }

  private:
    /// @param record an iteration that ended
    void OnIteration(const IterationRecord& record)
    {
        m_records.push_back(record);
    }

    /// @param result a result that a worker received
    void OnResult(const InaPacket& result)
    {
        m_resultsSeen.insert({result.job, result.worker, result.seq});
    }

    std::vector<Ptr<EsaTrainingApp>> m_workers; ///< the workers
    std::vector<IterationRecord> m_records;     ///< iterations that ended
    std::array<uint64_t, kOutcomes> m_traced{}; ///< calls of trace sources, by outcome
    std::set<std::tuple<uint16_t, uint16_t, uint32_t>> m_resultsSeen; ///< job, worker, seq
};

} // namespace ns3::esa

#endif // ESA_TEST_RECORD_H
