/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SETTING_ACCESSOR_H
#define ESA_SETTING_ACCESSOR_H

#include "esa-sim-clock.h"

#include "ns3/attribute.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"

#include <functional>
#include <type_traits>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Reads and writes an attribute of ns-3 in a struct of the core, in its units.
 *
 * @tparam Value the class of the attribute's values
 * @tparam Owner the class with the attribute
 * @tparam Setting what the core has
 */
template <typename Value, typename Owner, typename Setting>
class SettingAccessor : public AttributeAccessor
{
  public:
    /// @param setting finds the setting
    explicit SettingAccessor(std::function<Setting&(Owner&)> setting)
        : m_setting(std::move(setting))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* const owner = dynamic_cast<Owner*>(object);
        const auto* const given = dynamic_cast<const Value*>(&value);
        if (!owner || !given)
        {
            return false;
        }
        Setting& setting = m_setting(*owner);
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            setting = SimClock().FromTime(given->Get());
        }
        else if constexpr (std::is_same_v<Value, DataRateValue>)
        {
            setting = static_cast<Setting>(given->Get().GetBitRate());
        }
        else
        {
            setting = static_cast<Setting>(given->Get());
        }
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto* const owner = dynamic_cast<const Owner*>(object);
        auto* const wanted = dynamic_cast<Value*>(&value);
        if (!owner || !wanted)
        {
            return false;
        }
        const Setting& setting = m_setting(const_cast<Owner&>(*owner)); // it is only read
        if constexpr (std::is_same_v<Value, TimeValue>)
        {
            wanted->Set(SimClock().ToTime(setting));
        }
        else if constexpr (std::is_same_v<Value, DataRateValue>)
        {
            wanted->Set(DataRate(static_cast<uint64_t>(setting)));
        }
        else
        {
            wanted->Set(setting);
        }
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    std::function<Setting&(Owner&)> m_setting; ///< finds the setting
};

/// A struct of a class that has settings.
template <typename Owner, typename Part>
using SettingPart = Part Owner::*;

/**
 * @ingroup esa
 * @brief Makes a SettingAccessor.
 * @tparam Value the class of the attribute's values: a time is kept in picoseconds, a rate in bit/s
 * @param part a struct of the class with the attribute
 * @param members the way from there to the setting
 * @return the accessor
 */
template <typename Value, typename Owner, typename Part, typename... Members>
Ptr<const AttributeAccessor>
MakeSettingAccessor(SettingPart<Owner, Part> part, Members... members)
{
    using Setting = std::decay_t<decltype((std::declval<Part&>().*....*members))>;
    return Ptr<const AttributeAccessor>(
        new SettingAccessor<Value, Owner, Setting>(
            [=](Owner& owner) -> Setting& { return ((owner.*part).*....*members); }),
        false);
}

} // namespace ns3::esa

#endif // ESA_SETTING_ACCESSOR_H
