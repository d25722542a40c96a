/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-system-list.h"

#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

namespace ns3::esa
{

std::string
InColumns(const NameList& names, const std::string& indent)
{
    std::size_t width = 0;
    for (const auto& [name, words] : names)
    {
        width = std::max(width, name.size());
    }
    std::string lines;
    for (const auto& [name, words] : names)
    {
        lines += indent + name + std::string(width + 2 - name.size(), ' ') + words + "\n";
    }
    return lines;
}

NameList
ListOfSystems()
{
    NameList systems;
    for (const SystemRecord& system : Systems())
    {
        systems.emplace_back(system.name, system.summary);
    }
    return systems;
}

NameList
ListOfSystemFields()
{
    std::map<const SystemParameter*, std::string> users;
    std::vector<const SystemParameter*> parameters; // in the order of the systems
    for (const SystemRecord& system : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            std::string& names = users[parameter];
            if (names.empty())
            {
                parameters.push_back(parameter);
            }
            names += (names.empty() ? "" : ", ") + std::string(system.name);
        }
    }
    NameList fields;
    for (const SystemParameter* parameter : parameters)
    {
        std::ostringstream words;
        words << std::setprecision(15) << parameter->defaultValue << ": " << users[parameter];
        fields.emplace_back(parameter->field, words.str());
    }
    return fields;
}

} // namespace ns3::esa
