/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_MODEL_ATTRIBUTE_EFFECTS_H
#define ESA_TEST_MODEL_ATTRIBUTE_EFFECTS_H

#include <functional>
#include <map>
#include <string>

namespace ns3::esa::test
{

/**
 * @brief The attributes that can be set while a simulation runs.
 * @return by name ("ns3::esa::Type::Attribute"), a check that a late change takes effect
 */
const std::map<std::string, std::function<void()>>& AttributeEffects();

} // namespace ns3::esa::test

#endif // ESA_TEST_MODEL_ATTRIBUTE_EFFECTS_H
