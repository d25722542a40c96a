/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-attribute-check.h"

#include "esa-child-trial.h"

#include "ns3/esa-text.h"
#include "ns3/string.h"

namespace ns3::esa
{

std::string
CheckAttributeValue(const Ptr<const AttributeChecker>& checker, const std::string& text)
{
    const auto create = [&] { return bool(checker->CreateValidValue(StringValue(text))); };
    if (SucceedsInChild(create))
    {
        return "";
    }
    const std::string type = checker->GetValueTypeName();
    std::string allowed = "a " + type;
    if (checker->HasUnderlyingTypeInformation() && type != "ns3::TimeValue") // its range is all
    {
        allowed += ", " + checker->GetUnderlyingTypeInformation();
    }
    return "\"" + Shown(text) + "\" is not allowed: must be " + allowed;
}

} // namespace ns3::esa
