// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system.h"

#include "ns3/esa-frame-sizes.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kBytesPerValue = 4; ///< int32

/// Bytes of an aggregator or slot beside its values: bitmaps, counters and identity.
constexpr uint64_t kAggregatorStateBytes = 16;

} // namespace

std::string
AllowedInstead(const SystemParameter& parameter, double value)
{
    const bool isInRange = value >= parameter.minimum && value <= parameter.maximum;
    if (isInRange && (!parameter.isWhole || value == std::floor(value)))
    {
        return "";
    }
    std::ostringstream allowed;
    allowed << std::setprecision(15) << (parameter.isWhole ? "an integer" : "a number") << " from "
            << parameter.minimum << " to " << parameter.maximum;
    return allowed.str();
}

std::vector<const SystemParameter*>
ParametersOf(const SystemRecord& record)
{
    std::vector<const SystemParameter*> parameters(record.parameters.begin,
                                                   record.parameters.begin +
                                                       record.parameters.count);
    for (const SystemParameter* parameter : record.PartParameters())
    {
        if (parameter)
        {
            parameters.push_back(parameter);
        }
    }
    return parameters;
}

System::System(const SystemRecord& record)
    : m_record(&record),
      m_parameters(ParametersOf(record))
{
    for (const SystemParameter* parameter : m_parameters)
    {
        m_values.push_back(parameter->defaultValue);
    }
}

std::size_t
System::PlaceOf(const SystemParameter& parameter) const
{
    const auto place = std::find(m_parameters.begin(), m_parameters.end(), &parameter);
    if (place == m_parameters.end())
    {
        throw std::invalid_argument(std::string("the system ") + m_record->name +
                                    " has no parameter " + parameter.field);
    }
    return static_cast<std::size_t>(place - m_parameters.begin());
}

double
System::Value(const SystemParameter& parameter) const
{
    return m_values[PlaceOf(parameter)];
}

void
System::Set(const SystemParameter& parameter, double value)
{
    const std::size_t place = PlaceOf(parameter);
    const std::string allowed = AllowedInstead(parameter, value);
    if (!allowed.empty())
    {
        throw std::invalid_argument(parameter.field + std::string(" = ") + std::to_string(value) +
                                    ": must be " + allowed);
    }
    m_values[place] = value;
}

uint32_t
System::PayloadBytes() const
{
    const double values = ValueBytes() / static_cast<double>(kBytesPerValue);
    return kBytesPerValue * std::max(1U, static_cast<uint32_t>(values * m_dataShare));
}

uint32_t
System::ValueBytes() const
{
    const HostPart& hosts = m_record->onHost;
    if (hosts.values)
    {
        return kBytesPerValue * static_cast<uint32_t>(Value(*hosts.values));
    }
    return hosts.frame == FrameFormat::Mtu
               ? MtuPayloadBytes(static_cast<uint32_t>(Value(kMtuBytes)))
               : esa::PayloadBytes(hosts.frame);
}

uint16_t
System::HeaderBytes() const
{
    return esa::HeaderBytes(m_record->onHost.frame);
}

uint16_t
System::DataFrameBytes() const
{
    return static_cast<uint16_t>(HeaderBytes() + ValueBytes());
}

uint64_t
System::AggregatorBytes() const
{
    const SwitchPart& node = m_record->onSwitch;
    if (node.aggregatorBytes)
    {
        return static_cast<uint64_t>(Value(*node.aggregatorBytes));
    }
    const uint64_t versions = node.memory == MemoryLayout::StaticSlots ? 2 : 1;
    return versions * PayloadBytes() + kAggregatorStateBytes;
}

// A rule that reads a parameter needs the whole system.
CollisionDecision
PreemptAtRandom(const Collision& collision)
{
    const double probability = collision.system.Value(kPreemptProbability);
    return probability >= 1 || collision.random.Uniform() < probability
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThrough;
}

} // namespace ns3::esa
