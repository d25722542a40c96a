/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ATTRIBUTE_CHECK_H
#define ESA_ATTRIBUTE_CHECK_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find out whether an attribute takes a value.
 *
 * Some of ns-3's values (times, object factories) abort the program when a text is wrong. So a
 * child process tries the text.
 *
 * @param checker the attribute's checker
 * @param text the value
 * @return empty, or what is wrong with it
 */
std::string CheckAttributeValue(const Ptr<const AttributeChecker>& checker,
                                const std::string& text);

} // namespace ns3::esa

#endif // ESA_ATTRIBUTE_CHECK_H
