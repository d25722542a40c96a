/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ns3-settings.h"

#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace ns3::esa
{
namespace
{

/// @return whether an attribute of any class has another default than the class declares
bool
HasAttributeDefault()
{
    // ns-3 reads this variable whenever it makes an object.
    const char* const variable = std::getenv("NS_ATTRIBUTE_DEFAULT");
    if (variable && *variable != '\0')
    {
        return true;
    }
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            const TypeId::AttributeInformation info = type.GetAttribute(j);
            if (info.initialValue != info.originalInitialValue)
            {
                return true;
            }
        }
    }
    return false;
}

} // namespace

bool
IsNs3AsUsual()
{
    StringValue simulator;
    GlobalValue::GetValueByName("SimulatorImplementationType", simulator);
    return simulator.Get() == "ns3::DefaultSimulatorImpl" && Time::GetResolution() == Time::NS &&
           !HasAttributeDefault();
}

} // namespace ns3::esa
