// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_FUZZ_FUZZ_REQUIRE_H
#define ESA_TEST_FUZZ_FUZZ_REQUIRE_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

/// @brief Ends the program unless a condition is true; libFuzzer reports that as a finding.
/// @param isTrue the condition
/// @param what the condition as text
inline void
Require(bool isTrue, const char* what)
{
    if (!isTrue)
    {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

/// @param check a name of a check
/// @return whether the check is given a fault on purpose. ESA_CANARY names the check; a target that
/// finds nothing in its corpus then compares nothing, and the script fails.
inline bool
IsCanary(const char* check)
{
    static const char* const wanted = std::getenv("ESA_CANARY");
    return wanted && std::strcmp(wanted, check) == 0;
}

#endif // ESA_TEST_FUZZ_FUZZ_REQUIRE_H
