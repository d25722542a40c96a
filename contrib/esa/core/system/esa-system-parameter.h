// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_PARAMETER_H
#define ESA_SYSTEM_PARAMETER_H

#include <cstddef>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A number that belongs to one system, or to a few, and that a user may choose.
 *
 * Its scenario field, its ns-3 attribute and its line in the help are all made from this
 * declaration.
 */
struct SystemParameter
{
    const char* field;       ///< scenario field, GROUP.NAME; the unit ends the name
    const char* attribute;   ///< name of the attribute of the system's TypeId
    const char* description; ///< what it is, unit and source, in a sentence or two
    bool isWhole;            ///< an integer
    double minimum;          ///< least value
    double maximum;          ///< largest value, at most 2^53 if it is an integer
    double defaultValue;     ///< value if the user chooses none
    bool mayFollow{false};   ///< in scenarios, "auto" stands for a value that follows from the
                             ///< network, and is the default
};

/// @return empty if the value is allowed; otherwise what is allowed, for example "an integer from 1
/// to 10"
std::string AllowedInstead(const SystemParameter& parameter, double value);

/// The parameters that only rules of the system read.
struct ParameterList
{
    const SystemParameter* const* begin{nullptr}; ///< the first
    std::size_t count{0};                         ///< how many there are

    ParameterList() = default;

    /// @param parameters an array that lives as long as the program
    template <std::size_t N>
    constexpr ParameterList(const SystemParameter* const (&parameters)[N])
        : begin(parameters),
          count(N)
    {
    }
};

} // namespace ns3::esa

#endif // ESA_SYSTEM_PARAMETER_H
