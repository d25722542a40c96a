// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-freezable-attributes.h"

#include "ns3/abort.h"
#include "ns3/object-base.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3::esa
{
namespace
{

/// Hands everything on to another accessor. If the object's attributes are frozen, only the value
/// that the attribute has is allowed.
class FreezingAccessor : public AttributeAccessor
{
  public:
    /// @param accessor sets the attribute
    explicit FreezingAccessor(Ptr<const AttributeAccessor> accessor)
        : m_accessor(accessor)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto* freezable = dynamic_cast<const FreezableAttributes*>(object);
        if (!freezable || !freezable->AreAttributesFrozen())
        {
            return m_accessor->Set(object, value);
        }
        const TypeId::AttributeInformation own = InformationIn(object->GetInstanceTypeId());
        // Who loads a saved configuration sets each attribute to the value that it has.
        const Ptr<AttributeValue> present = value.Copy();
        const bool isSame =
            m_accessor->Get(object, *present) &&
            present->SerializeToString(own.checker) == value.SerializeToString(own.checker);
        NS_ABORT_MSG_UNLESS(isSame,
                            object->GetInstanceTypeId().GetName()
                                << ": " << own.name << " is set too late; it can be set until "
                                << freezable->AttributesSettableUntil());
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        return m_accessor->Get(object, value);
    }

    bool HasGetter() const override
    {
        return m_accessor->HasGetter();
    }

    bool HasSetter() const override
    {
        return m_accessor->HasSetter();
    }

  private:
    /// @param tid TypeId of an object with this attribute
    /// @return name and checker of the attribute, which ns-3 does not give its accessor
    TypeId::AttributeInformation InformationIn(TypeId tid) const
    {
        for (;; tid = tid.GetParent())
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                if (PeekPointer(tid.GetAttribute(i).accessor) == this)
                {
                    return tid.GetAttribute(i);
                }
            }
            NS_ABORT_MSG_UNLESS(tid.HasParent(), "an object has the attributes of its TypeId");
        }
    }

    Ptr<const AttributeAccessor> m_accessor; ///< sets the attribute
};

} // namespace

Ptr<const AttributeAccessor>
BeforeUse(Ptr<const AttributeAccessor> accessor)
{
    return Create<FreezingAccessor>(accessor);
}

bool
IsSetBeforeUse(const AttributeAccessor& accessor)
{
    return dynamic_cast<const FreezingAccessor*>(&accessor) != nullptr;
}

} // namespace ns3::esa
