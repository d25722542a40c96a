// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_OBJECT_H
#define ESA_SYSTEM_OBJECT_H

#include "ns3/esa-freezable-attributes.h"
#include "ns3/esa-system.h"
#include "ns3/object.h"

#include <optional>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A system of the registry as an ns-3 object, so that its parameters are attributes.
 *
 * Each system has parameters of its own, which must not be attributes of all. So each has a TypeId
 * of its own, made from its record: ns3::esa::NAME with NAME in capital words (ns3::esa::Straw2,
 * ns3::esa::HalvingDoubling). To change a default, call Config::SetDefault() before the object is
 * made, as usual in ns-3.
 */
class EsaSystem : public Object, public FreezableAttributes
{
  public:
    /// The parent TypeId of all systems. The call also makes the TypeIds of all systems.
    static TypeId GetTypeId();

    /// @return its TypeId
    static TypeId TypeIdOf(const SystemRecord& record);

    /// @param number its value in the parameter's unit
    /// @return the value of its attribute: a time if the name of the field ends with _us
    static Ptr<AttributeValue> ValueOf(const SystemParameter& parameter, double number);

    /// Makes a system whose parameters have their defaults. Aborts if no system has this
    /// name.
    static Ptr<EsaSystem> Create(const std::string& name);

    /// @return the system and its values
    const System& Get() const;

    const char* AttributesSettableUntil() const override;

  protected:
    void NotifyConstructionCompleted() override;

  private:
    friend class SystemParameterAccessor;

    /// @return the system; the first call makes it from the record, with defaults
    System& Of(const SystemRecord& record);

    std::optional<System> m_system; ///< the system, set when it is constructed
};

} // namespace ns3::esa

#endif // ESA_SYSTEM_OBJECT_H
