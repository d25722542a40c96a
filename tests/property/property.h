// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PROPERTY_PROPERTY_H
#define ESA_TEST_PROPERTY_PROPERTY_H

#include <cstdlib>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <string>

/**
 * @file
 * Properties checked by RapidCheck: it tries random cases, and shrinks one that fails to the
 * smallest case that still fails.
 */

namespace ns3::esa
{

/// @brief The environment's RC_PARAMS; by default seed=1 and max_success=300. So a test that passes
/// today passes tomorrow.
inline void
SetPropertyDefaults()
{
    // RapidCheck reads the variable once, at the first property.
    static const bool done = [] {
        const char* wanted = std::getenv("RC_PARAMS");
        std::string parameters = wanted ? wanted : "";
        if (parameters.find("seed=") == std::string::npos)
        {
            parameters += " seed=1";
        }
        if (parameters.find("max_success=") == std::string::npos)
        {
            parameters += " max_success=300";
        }
        return setenv("RC_PARAMS", parameters.c_str(), 1) == 0;
    }();
    ASSERT_TRUE(done) << "RC_PARAMS cannot be set";
}

/// @brief Checks a property in the GoogleTest that runs.
/// @param property a function that draws its case from generators, and fails by RC_ASSERT, RC_FAIL
/// or an exception
template <typename Property>
void
CheckProperty(Property&& property)
{
    SetPropertyDefaults();
    rc::detail::checkGTest(std::forward<Property>(property));
}

} // namespace ns3::esa

#endif // ESA_TEST_PROPERTY_PROPERTY_H
