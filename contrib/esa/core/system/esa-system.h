// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_H
#define ESA_SYSTEM_H

#include "esa-system-record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Every parameter of a system.
/// @return the parameters of its rules first, then the price of an aggregator and the others
std::vector<const SystemParameter*> ParametersOf(const SystemRecord& record);

/// @ingroup esa
/// @brief A system with a value for each of its parameters.
class System
{
  public:
    /// @brief Makes a system whose parameters have their defaults.
    /// @param record the system; outlives this
    explicit System(const SystemRecord& record);

    /// @return the system's record
    const SystemRecord& Record() const
    {
        return *m_record;
    }

    /// @return the parameters of the system; the parameters of its rules come first
    const std::vector<const SystemParameter*>& Parameters() const
    {
        return m_parameters;
    }

    /// @param parameter one of the system's
    /// @return its value
    /// @throws std::invalid_argument if it is another system's
    double Value(const SystemParameter& parameter) const;

    /// @brief Sets the value of a parameter.
    /// @throws std::invalid_argument if it is another system's, or the value is not allowed
    void Set(const SystemParameter& parameter, double value);

    /// @brief Sets which part of the values of a frame are gradients; the rest of it is flags of a
    /// protocol.
    /// @param share above 0, and 1 at most; 1 at first
    void SetDataShare(double share)
    {
        m_dataShare = share;
    }

    /// @return gradient bytes of a fragment
    uint32_t PayloadBytes() const;

    /// @return length of the frame of a fragment, headers included
    uint16_t DataFrameBytes() const;

    /// @return bytes of the headers of such a packet
    uint16_t HeaderBytes() const;

    /// @return bytes of the switch's memory that an aggregator or slot takes
    uint64_t AggregatorBytes() const;

  private:
    /// @return bytes of the values of a frame
    uint32_t ValueBytes() const;

    /// @return index of a parameter in m_parameters
    std::size_t PlaceOf(const SystemParameter& parameter) const;

    const SystemRecord* m_record;                     ///< the system
    std::vector<const SystemParameter*> m_parameters; ///< its parameters
    std::vector<double> m_values;                     ///< their values
    double m_dataShare{1};                            ///< see SetDataShare()
};

} // namespace ns3::esa

#endif // ESA_SYSTEM_H
