// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SETTING_ACCESSOR_H
#define ESA_SETTING_ACCESSOR_H

#include "esa-sim-clock.h"

#include "ns3/attribute.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An object that reads attributes once, and refuses those that come later.
 *
 * ns-3 lets everybody set an attribute at any time, also when the object has already made something
 * of the old value. The new value would be read back, and change nothing; or it would change one
 * end of what two ends had agreed on. So such an attribute's accessor is wrapped by BeforeUse(),
 * and its object calls FreezeAttributes() when it has read the value. A later attempt ends the
 * program with a message that names the attribute and until when it can be set.
 *
 * An attribute whose accessor is not wrapped has to take effect whenever it is set. The test
 * AttributeFreeze goes through all of the module, and fails at one that is neither.
 */
class FreezableAttributes
{
  public:
    virtual ~FreezableAttributes() = default;

    /// @brief Refuses wrapped attributes from now on. Once is enough; more do no harm.
    void FreezeAttributes()
    {
        m_areFrozen = true;
    }

    /// @return whether wrapped attributes are refused
    bool AreAttributesFrozen() const
    {
        return m_areFrozen;
    }

    /// @return until when they can be set, as the end of a sentence that "until" begins
    virtual const char* AttributesSettableUntil() const = 0;

  private:
    bool m_areFrozen{false}; ///< whether wrapped attributes are refused
};

/// @ingroup esa
/// @brief Has an attribute refused once its object, a FreezableAttributes, has used it.
/// @param accessor sets the attribute before
/// @return an accessor for AddAttribute()
Ptr<const AttributeAccessor> BeforeUse(Ptr<const AttributeAccessor> accessor);

/// @ingroup esa
/// @param accessor an attribute's accessor
/// @return whether BeforeUse() made it
bool IsSetBeforeUse(const AttributeAccessor& accessor);

/// @return a setting of the core as a value of an attribute
/// @tparam Value the class of the attribute's values
template <typename Value, typename Setting>
Value
AttributeOf(const Setting& setting)
{
    if constexpr (std::is_same_v<Value, TimeValue>)
    {
        return TimeValue(SimClock().ToTime(setting));
    }
    else if constexpr (std::is_same_v<Value, DataRateValue>)
    {
        return DataRateValue(DataRate(static_cast<uint64_t>(setting)));
    }
    else
    {
        return Value(setting);
    }
}

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
        *wanted = AttributeOf<Value>(m_setting(const_cast<Owner&>(*owner))); // it is only read
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

/**
 * @ingroup esa
 * @brief Makes attributes of ns-3 from the settings in a struct of the core. Each of them is
 * refused once its object has used it (BeforeUse()).
 * @tparam Owner the class with the attributes
 * @tparam Members the path from there to the struct
 */
template <typename Owner, typename Part, typename... Members>
class SettingAttributes
{
  public:
    /// A struct of the class.
    using OwnPart = Part Owner::*;

    /// @param tid the TypeId of the class
    /// @param part a struct of the class
    /// @param members the path from there to the struct with the settings
    SettingAttributes(TypeId tid, OwnPart part, Members... members)
        : m_tid(tid),
          m_part(part),
          m_members(members...)
    {
    }

    /// @return the same for a struct in the struct
    template <typename Member>
    auto In(Member member) const
    {
        return std::apply(
            [&](auto... members) {
                return SettingAttributes<Owner, Part, Members..., Member>(m_tid,
                                                                          m_part,
                                                                          members...,
                                                                          member);
            },
            m_members);
    }

    /// @brief Adds an attribute, whose default is the default of the setting.
    /// @tparam Value the class of its values: a time is kept in picoseconds, a rate in bit/s
    /// @param member the setting
    template <typename Value, typename Member>
    void Add(const std::string& name,
             const std::string& help,
             Member member,
             Ptr<const AttributeChecker> checker) const
    {
        const auto path = std::tuple_cat(m_members, std::tuple(member));
        const auto find = [full = std::tuple_cat(std::tuple(m_part), path)](Owner & owner) -> auto&
        {
            return MemberAt(owner, full);
        };
        Part defaults;
        const auto& initial = MemberAt(defaults, path);
        using Setting = std::decay_t<decltype(initial)>;
        const Ptr<const AttributeAccessor> accessor(
            new SettingAccessor<Value, Owner, Setting>(find),
            false);
        TypeId(m_tid).AddAttribute(name,
                                   help,
                                   AttributeOf<Value>(initial),
                                   BeforeUse(accessor),
                                   checker);
    }

  private:
    /// @return the member of an object at the end of a path of members
    template <typename Object, typename Path>
    static auto& MemberAt(Object& object, const Path& path)
    {
        return std::apply(
            [&object](auto... steps) -> auto& { return (object.*....*steps); },
            path);
    }

    TypeId m_tid;                     ///< of the class
    OwnPart m_part;                   ///< a struct of the class
    std::tuple<Members...> m_members; ///< the path from there
};

} // namespace ns3::esa

#endif // ESA_SETTING_ACCESSOR_H
