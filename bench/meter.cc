// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "meter.h"

#include <cerrno>
#include <cstring>
#include <ctime>

#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace esabench
{
namespace
{

#if __has_include(<linux/perf_event.h>)

/// A counter of the processor.
class Counter
{
  public:
    /// @param event PERF_COUNT_HW_...
    explicit Counter(uint64_t event)
    {
        perf_event_attr attributes{};
        attributes.size = sizeof attributes;
        attributes.type = PERF_TYPE_HARDWARE;
        attributes.config = event;
        attributes.exclude_kernel = 1;
        attributes.exclude_hv = 1;
        m_file = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0UL));
        m_error = m_file < 0 ? errno : 0;
    }

    /// @return why there is no such counter; 0: there is one
    int Error() const
    {
        return m_error;
    }

    /// @return the count; 0 if there is no such counter
    uint64_t Count() const
    {
        uint64_t count = 0;
        return m_file >= 0 && read(m_file, &count, sizeof count) == sizeof count ? count : 0;
    }

  private:
    int m_file;  ///< its file, open until the program ends
    int m_error; ///< errno, if it could not be opened
};

#else

constexpr uint64_t PERF_COUNT_HW_INSTRUCTIONS = 0;
constexpr uint64_t PERF_COUNT_HW_CACHE_MISSES = 0;

/// A counter of a system that has none.
struct Counter
{
    explicit Counter(uint64_t /* event */)
    {
    }

    int Error() const
    {
        return ENOSYS;
    }

    uint64_t Count() const
    {
        return 0;
    }
};

#endif

/// @return the counter of instructions
const Counter&
Instructions()
{
    static const Counter counter(PERF_COUNT_HW_INSTRUCTIONS);
    return counter;
}

/// @return the counter of cache misses
const Counter&
CacheMisses()
{
    static const Counter counter(PERF_COUNT_HW_CACHE_MISSES);
    return counter;
}

} // namespace

double
CpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Meter::Meter(Measurement& measurement)
    : m_measurement(measurement),
      m_cpuS(CpuSeconds()),
      m_instructions(Instructions().Count()),
      m_cacheMisses(CacheMisses().Count())
{
}

Meter::~Meter()
{
    m_measurement.cpuS = CpuSeconds() - m_cpuS;
    m_measurement.instructions = Instructions().Count() - m_instructions;
    m_measurement.cacheMisses = CacheMisses().Count() - m_cacheMisses;
}

std::string
Meter::WhyNoCounters()
{
    const int error = Instructions().Error() ? Instructions().Error() : CacheMisses().Error();
    return error ? std::strerror(error) : "";
}

} // namespace esabench
