// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-payload.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return the same value 62 times
FragmentValues
All(int32_t value)
{
    FragmentValues values;
    values.fill(value);
    return values;
}

TEST(Payload, EveryOfThe62ValuesIsAdded)
{
    FragmentValues values;
    for (std::size_t i = 0; i < kValuesPerFragment; ++i)
    {
        values[i] = static_cast<int32_t>(i * i);
    }
    PayloadRef sum(values);
    sum.Add(PayloadRef(All(-7)));
    for (std::size_t i = 0; i < kValuesPerFragment; ++i)
    {
        EXPECT_EQ(sum.Values()[i], static_cast<int32_t>(i * i) - 7);
    }
    EXPECT_EQ(sizeof(FragmentValues), 248U);
}

TEST(Payload, ValuesSaturateAsASwitchRegisterDoes)
{
    FragmentValues values = All(0);
    values[0] = INT32_MAX;
    values[1] = INT32_MIN;
    values[2] = INT32_MAX - 1;
    values[3] = INT32_MIN + 1;
    values[4] = INT32_MAX;
    PayloadRef sum(values);
    FragmentValues more = All(0);
    more[0] = 1;
    more[1] = -1;
    more[2] = 1;
    more[3] = -1;
    more[4] = INT32_MIN;
    sum.Add(PayloadRef(more));
    EXPECT_EQ(sum.Values()[0], INT32_MAX);
    EXPECT_EQ(sum.Values()[1], INT32_MIN);
    EXPECT_EQ(sum.Values()[2], INT32_MAX);
    EXPECT_EQ(sum.Values()[3], INT32_MIN);
    EXPECT_EQ(sum.Values()[4], -1);
    sum.Add(PayloadRef(All(INT32_MAX)));
    EXPECT_EQ(sum.Values()[0], INT32_MAX);
    EXPECT_EQ(sum.Values()[1], -1) << "a saturated value comes back";
}

TEST(Payload, CopiesShareOneBlockUntilOneIsChanged)
{
    const PayloadRef original(All(1));
    PayloadRef copy = original;
    EXPECT_EQ(&copy.Values(), &original.Values());
    copy.Add(PayloadRef(All(10)));
    EXPECT_NE(&copy.Values(), &original.Values());
    EXPECT_EQ(copy.Values(), All(11));
    EXPECT_EQ(original.Values(), All(1));
}

TEST(Payload, TheLastHolderMayChangeTheBlockInPlace)
{
    PayloadRef last(All(1));
    {
        const PayloadRef shortLived = last;
    }
    const FragmentValues* const block = &last.Values();
    last.Add(PayloadRef(All(1)));
    EXPECT_EQ(&last.Values(), block) << "no copy was needed";
    EXPECT_EQ(last.Values(), All(2));
}

TEST(Payload, NoValuesAreNeutral)
{
    PayloadRef none;
    EXPECT_FALSE(none);
    none.Add(PayloadRef());
    EXPECT_FALSE(none);
    PayloadRef some(All(3));
    some.Add(none);
    EXPECT_EQ(some.Values(), All(3));
}

TEST(Payload, AddingToNoneSharesAndStillCopiesOnWrite)
{
    const PayloadRef some(All(3));
    PayloadRef sum;
    sum.Add(some);
    EXPECT_EQ(&sum.Values(), &some.Values());
    sum.Add(some);
    EXPECT_EQ(sum.Values(), All(6));
    EXPECT_EQ(some.Values(), All(3));
}

TEST(Payload, CanBeAddedToItself)
{
    PayloadRef sum(All(3));
    sum.Add(sum);
    EXPECT_EQ(sum.Values(), All(6));
    const PayloadRef shared = sum;
    sum.Add(sum);
    EXPECT_EQ(sum.Values(), All(12));
    EXPECT_EQ(shared.Values(), All(6));
}

TEST(Payload, MovesAndAssignmentsKeepTheCountOfReferences)
{
    PayloadRef first(All(1));
    PayloadRef second = std::move(first);
    EXPECT_FALSE(first);
    first = second;
    EXPECT_EQ(&first.Values(), &second.Values());
    const PayloadRef& alias = first;
    first = alias; // a self-assignment must not free the block
    second = PayloadRef(All(2));
    EXPECT_EQ(first.Values(), All(1));
    first.Add(second);
    EXPECT_EQ(first.Values(), All(3));
    EXPECT_EQ(second.Values(), All(2));
}

} // namespace
} // namespace ns3::esa
