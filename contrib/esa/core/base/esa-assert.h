// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ASSERT_H
#define ESA_ASSERT_H

#include <cstdio>
#include <cstdlib>
#include <utility>

/**
 * @file
 * @ingroup esa
 * Invariants, checked by the code. A comment that states what always holds is believed and not
 * checked; an assertion stops the program in the line where it does not hold. ns-3 has
 * NS_ASSERT_MSG for this, but core and workload do not use ns-3, so they have a macro of their own.
 *
 * Both are compiled in where NS3_ASSERT_ENABLE is defined: in debug builds, in the tests of mutants
 * and in fuzz targets. Elsewhere the condition is compiled, so that it stays correct C++, but never
 * evaluated: an assertion costs nothing. What a user or a packet from the network can get wrong is
 * no invariant: it needs an error message or an outcome in every build.
 */

namespace ns3::esa
{

/// Whether assertions are compiled in: a check that is longer than a condition begins with it.
#ifdef NS3_ASSERT_ENABLE
constexpr bool kHasAssertions = true;
#else
constexpr bool kHasAssertions = false;
#endif

/**
 * @ingroup esa
 * @brief Checks invariants where it is made and where it ends: at both ends of a public function.
 * @tparam Check a function that asserts them
 */
template <typename Check>
class CheckedAtBothEnds
{
  public:
    /// @param check called at both ends
    explicit CheckedAtBothEnds(Check check)
        : m_check(std::move(check))
    {
        if constexpr (kHasAssertions)
        {
            m_check();
        }
    }

    ~CheckedAtBothEnds()
    {
        if constexpr (kHasAssertions)
        {
            m_check();
        }
    }

    CheckedAtBothEnds(const CheckedAtBothEnds&) = delete;
    CheckedAtBothEnds& operator=(const CheckedAtBothEnds&) = delete;

  private:
    [[maybe_unused]] Check m_check; ///< called at both ends
};

/**
 * @ingroup esa
 * @brief Prints which assertion does not hold, and aborts.
 * @param condition its source text
 * @param sentence what should hold
 * @param file where it stands
 * @param line where it stands
 */
[[noreturn]] inline void
FailAssertion(const char* condition, const char* sentence, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: assertion failed: %s (%s)\n", file, line, sentence, condition);
    std::abort();
}

} // namespace ns3::esa

/// @ingroup esa
/// @brief States an invariant of core or workload.
/// @param condition what holds; without side effects
/// @param sentence the same as a sentence, for whoever meets it broken
#ifdef NS3_ASSERT_ENABLE
#define ESA_ASSERT(condition, sentence)                                                            \
    ((condition) ? static_cast<void>(0)                                                            \
                 : ::ns3::esa::FailAssertion(#condition, sentence, __FILE__, __LINE__))
#else
#define ESA_ASSERT(condition, sentence) static_cast<void>(false && (condition))
#endif

#endif // ESA_ASSERT_H
