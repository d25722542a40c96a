// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_FUZZ_FUZZ_REQUIRE_H
#define ESA_TEST_FUZZ_FUZZ_REQUIRE_H

#include <cstdio>
#include <cstdlib>

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

#endif // ESA_TEST_FUZZ_FUZZ_REQUIRE_H
