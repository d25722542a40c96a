// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TESTS_ASSERTIONS_H
#define ESA_TESTS_ASSERTIONS_H

#include <gtest/gtest.h>

/// @brief Checks that a statement breaks an invariant and that an assertion says so; where
/// assertions are not compiled in, skips the rest of the test.
/// @param statement what breaks it
/// @param sentence a part of the assertion's sentence, a regular expression
#ifdef NS3_ASSERT_ENABLE
#define EXPECT_ASSERTION(statement, sentence) EXPECT_DEATH(statement, sentence)
#else
#define EXPECT_ASSERTION(statement, sentence)                                                      \
    GTEST_SKIP() << "assertions are not compiled in; ./ns3 configure -d debug does that"
#endif

#endif // ESA_TESTS_ASSERTIONS_H
