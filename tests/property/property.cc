// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "property/property.h"

#include <cstdlib>
#include <string>

namespace ns3::esa
{

void
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

} // namespace ns3::esa
