/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-attributes.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>

namespace ns3::esa
{

namespace
{

/// Whether the owner's objects are all of their class.
bool
IsWholeClass(AttributeOwner owner)
{
    return owner != AttributeOwner::UplinkDevice && owner != AttributeOwner::UplinkChannel;
}

/// Whether a field is known to set an attribute.
bool
IsListed(const std::vector<ScenarioAttribute>& attributes, const ScenarioAttribute& wanted)
{
    return std::any_of(attributes.begin(), attributes.end(), [&wanted](const auto& attribute) {
        return attribute.field == wanted.field && attribute.className == wanted.className &&
               attribute.attribute == wanted.attribute;
    });
}

/// The attributes of the table's rows. One that a field sets in two kinds of objects is listed
/// once.
std::vector<ScenarioAttribute>
CollectAttributes()
{
    std::vector<ScenarioAttribute> attributes;
    for (const ScenarioField& field : ScenarioFields())
    {
        for (const FieldAttribute& set : field.attributes)
        {
            const ScenarioAttribute attribute{PathOfPointer(field.pointer),
                                              ClassOf(set.owner),
                                              set.name,
                                              set.setBy == SetBy::Table && IsWholeClass(set.owner)};
            if (!IsListed(attributes, attribute))
            {
                attributes.push_back(attribute);
            }
        }
    }
    for (const SystemRecord& system : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            attributes.push_back({parameter->field,
                                  EsaSystem::TypeIdOf(system).GetName(),
                                  parameter->attribute,
                                  true});
        }
    }
    return attributes;
}

} // namespace

const char*
ClassOf(AttributeOwner owner)
{
    switch (owner)
    {
    case AttributeOwner::Device:
    case AttributeOwner::UplinkDevice:
        return "ns3::esa::EsaNetDevice";
    case AttributeOwner::Channel:
    case AttributeOwner::UplinkChannel:
        return "ns3::esa::EsaChannel";
    case AttributeOwner::Switch:
        return "ns3::esa::EsaSwitch";
    case AttributeOwner::Worker:
        return "ns3::esa::EsaWorkerApp";
    case AttributeOwner::Ps:
        return "ns3::esa::EsaPsApp";
    case AttributeOwner::Flow:
        return "ns3::esa::EsaFlowEndpoint";
    }
    return nullptr;
}

const std::vector<ScenarioAttribute>&
ScenarioAttributes()
{
    static const std::vector<ScenarioAttribute> attributes = CollectAttributes();
    return attributes;
}

} // namespace ns3::esa
