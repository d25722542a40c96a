// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FREEZABLE_ATTRIBUTES_H
#define ESA_FREEZABLE_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

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
 * program with a message that names the attribute and until when it can be set, unless the value is
 * the one that the attribute has, as when ConfigStore loads what it has saved.
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

} // namespace ns3::esa

#endif // ESA_FREEZABLE_ATTRIBUTES_H
