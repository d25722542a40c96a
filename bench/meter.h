// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef METER_H
#define METER_H

#include <cstdint>
#include <string>

namespace esabench
{

/// What one measurement gave.
struct Measurement
{
    std::string name;         ///< what was measured
    uint64_t packetHops{0};   ///< packets carried over a link
    uint64_t tasks{0};        ///< sums of all workers' fragments of one number; 0: there are none
    double cpuS{0};           ///< processor time
    double wallS{0};          ///< wall clock of a scenario's simulation
    uint64_t instructions{0}; ///< instructions, if they can be counted
    uint64_t cacheMisses{0};  ///< misses of the last cache, if they can be counted

    /// @return packet-hops per second of processor time
    double HopsPerCpuS() const
    {
        return static_cast<double>(packetHops) / cpuS;
    }
};

/**
 * @brief Measures from its construction to its end: processor time, and what the processor counts.
 *
 * The processor counts instructions and cache misses for this thread, outside of the kernel, by
 * Linux's perf_event_open(2). Virtual machines often have no such counters, and
 * /proc/sys/kernel/perf_event_paranoid may forbid them.
 */
class Meter
{
  public:
    /// @param measurement where processor time, instructions and cache misses go
    explicit Meter(Measurement& measurement);
    ~Meter();

    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;

    /// @return nothing if instructions and cache misses can be counted; otherwise why not
    static std::string WhyNoCounters();

  private:
    Measurement& m_measurement; ///< where it goes
    double m_cpuS;              ///< processor time at the start
    uint64_t m_instructions;    ///< instructions at the start
    uint64_t m_cacheMisses;     ///< cache misses at the start
};

/// @return processor time of this process so far, in seconds
double CpuSeconds();

} // namespace esabench

#endif // METER_H
