/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-system.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{

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

} // namespace ns3::esa
