// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-result-cache.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-task-dictionary.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kWrap = uint64_t{1} << 32; ///< where sequence numbers wrap

TEST(PositionOf, IsThePositionNearby)
{
    EXPECT_EQ(PositionOf(5, 3), 5U);
    EXPECT_EQ(PositionOf(3, 5), 3U);
    EXPECT_EQ(PositionOf(7, 7), 7U);
    EXPECT_EQ(PositionOf(0, 0), 0U);
}

TEST(PositionOf, WrapsForwardsAndBackwards)
{
    EXPECT_EQ(PositionOf(0, kWrap - 1), kWrap);
    EXPECT_EQ(PositionOf(10, kWrap - 10), kWrap + 10);
    EXPECT_EQ(PositionOf(UINT32_MAX, kWrap), kWrap - 1);
    EXPECT_EQ(PositionOf(UINT32_MAX, 3 * kWrap + 5), 3 * kWrap - 1);
    EXPECT_EQ(PositionOf(5, 7 * kWrap), 7 * kWrap + 5);
}

TEST(PositionOf, ReachesAlmostHalfTheNumbersEitherWay)
{
    constexpr uint64_t kNear = 5 * kWrap + 12345;
    constexpr uint64_t kHalf = uint64_t{1} << 31;
    EXPECT_EQ(PositionOf(static_cast<uint32_t>(kNear + kHalf - 1), kNear), kNear + kHalf - 1);
    EXPECT_EQ(PositionOf(static_cast<uint32_t>(kNear - kHalf + 1), kNear), kNear - kHalf + 1);
}

TEST(SequenceRing, KeepsTheRangeWhenItGrows)
{
    SequenceRing<uint64_t> ring;
    const uint64_t first = kWrap - 100; // not at the ring's beginning
    uint64_t end = first;
    for (; end < first + 3000; ++end)
    {
        ring.Reserve(first, end + 1);
        ring[end] = end;
    }
    for (uint64_t position = first; position < end; ++position)
    {
        ASSERT_EQ(ring[position], position);
    }
    EXPECT_GE(ring.Capacity(), 3000U);
}

TEST(SequenceRing, DoesNotGrowWhileTheRangeMoves)
{
    SequenceRing<uint64_t> ring;
    const auto capacity = ring.Capacity();
    for (uint64_t first = 0; first < 10'000; ++first)
    {
        ring.Reserve(first, first + capacity);
    }
    EXPECT_EQ(ring.Capacity(), capacity);
    ring.Reserve(0, capacity + 1);
    EXPECT_GT(ring.Capacity(), capacity);
}

TEST(ResultCache, KeepsAsManyResultsAsTheWindow)
{
    ResultCache cache(64);
    EXPECT_FALSE(cache.Find(0)) << "nothing is here before the first";
    for (uint64_t position = 0; position < 1000; ++position)
    {
        cache.Store(position, GradientSum{position, {}});
    }
    for (uint64_t position = 1000 - 64; position < 1000; ++position)
    {
        ASSERT_TRUE(cache.Find(position)) << position;
        EXPECT_EQ(cache.Find(position)->digest, position);
    }
    EXPECT_FALSE(cache.Find(1000 - 65));
    EXPECT_FALSE(cache.Find(1000));
}

TEST(ResultCache, KeepsValues)
{
    ResultCache cache(4);
    cache.Store(0, GradientSum{7, {}});
    FragmentValues values{};
    values[3] = 5;
    cache.Store(1, GradientSum{8, PayloadRef(values)});
    ASSERT_TRUE(cache.Find(1) && cache.Find(1)->values);
    EXPECT_EQ(cache.Find(1)->values.Values(), values);
    ASSERT_TRUE(cache.Find(0));
    EXPECT_FALSE(cache.Find(0)->values) << "a result without values has none";
    cache.Store(5, GradientSum{9, {}});
    ASSERT_TRUE(cache.Find(5));
    EXPECT_FALSE(cache.Find(5)->values) << "the values of the result that was replaced are gone";
}

TEST(ResultCache, KeepsNothingUnlessItIsAsked)
{
    ResultCache cache(0);
    cache.Store(0, GradientSum{7, {}});
    EXPECT_FALSE(cache.Find(0));
}

TEST(TaskDictionary, FindsWhatWasInserted)
{
    TaskDictionary dictionary;
    EXPECT_EQ(dictionary.Find(7), nullptr);
    TaskEntry& entry = dictionary.FindOrInsert(7);
    EXPECT_EQ(entry.position, 7U);
    EXPECT_EQ(entry.state, TaskEntry::State::Noted);
    EXPECT_EQ(dictionary.Find(7), &entry);
    EXPECT_EQ(&dictionary.FindOrInsert(7), &entry);
    EXPECT_EQ(dictionary.Find(7 + dictionary.Capacity()), nullptr);
}

TEST(TaskDictionary, HasMemoryForTheTasksItHearsOf)
{
    TaskDictionary dictionary;
    for (uint64_t position = 0; position < 1'000'000; position += 64)
    {
        dictionary.FindOrInsert(position).state = TaskEntry::State::Done;
    }
    EXPECT_EQ(dictionary.Entries(), dictionary.Capacity() / 64);
}

TEST(TaskDictionary, GrowsRatherThanGivesUpAnOpenEntry)
{
    TaskDictionary dictionary;
    const uint64_t capacity = dictionary.Capacity();
    for (uint64_t position = 5; position < 5 + 3 * capacity; ++position)
    {
        TaskEntry& entry = dictionary.FindOrInsert(position);
        entry.state = TaskEntry::State::Open;
        entry.sum.digest = 10 * position;
        dictionary.NoteWaiting(entry);
    }
    EXPECT_EQ(dictionary.Capacity(), 4 * capacity);
    uint64_t open = 0;
    dictionary.ForEachWaiting([&](TaskEntry& entry) {
        ++open;
        EXPECT_EQ(entry.sum.digest, 10 * entry.position);
    });
    EXPECT_EQ(open, 3 * capacity);
    for (uint64_t position = 5; position < 5 + 3 * capacity; ++position)
    {
        ASSERT_NE(dictionary.Find(position), nullptr) << position;
    }
}

TEST(TaskDictionary, FindsThoseThatWait)
{
    TaskDictionary dictionary;
    const auto insert = [&](uint64_t position) {
        TaskEntry& entry = dictionary.FindOrInsert(position);
        entry.state = TaskEntry::State::Open;
        dictionary.NoteWaiting(entry);
    };
    const auto found = [&] {
        std::vector<uint64_t> positions;
        dictionary.ForEachWaiting([&](TaskEntry& entry) {
            positions.push_back(entry.position);
            if (entry.position == 64) // two more begin to wait, one of them too late
            {
                insert(127);
                insert(0);
            }
            if (entry.position == 70)
            {
                entry.state = TaskEntry::State::Done;
            }
        });
        return positions;
    };
    dictionary.FindOrInsert(0);
    dictionary.FindOrInsert(127);
    for (const uint64_t position : {63U, 64U, 70U, 200U})
    {
        insert(position);
    }
    EXPECT_EQ(found(), (std::vector<uint64_t>{63, 64, 70, 127, 200}));
    EXPECT_EQ(found(), (std::vector<uint64_t>{0, 63, 64, 127, 200}));
    dictionary.Find(64)->state = TaskEntry::State::Done;
    EXPECT_EQ(found(), (std::vector<uint64_t>{0, 63, 127, 200}));
    dictionary.Release();
    EXPECT_EQ(found(), std::vector<uint64_t>{});
    insert(5);
    EXPECT_EQ(found(), std::vector<uint64_t>{5});
}

TEST(TaskDictionary, DoneAndNotedEntriesGiveWayToLaterOnes)
{
    TaskDictionary dictionary;
    const uint64_t capacity = dictionary.Capacity();
    for (uint64_t position = 0; position < 10 * capacity; ++position)
    {
        TaskEntry& entry = dictionary.FindOrInsert(position);
        ASSERT_EQ(entry.inSum, 0U) << "nothing is left of the earlier one";
        entry.inSum = 1;
        if (position % 2 == 0)
        {
            entry.state = TaskEntry::State::Done;
        }
    }
    EXPECT_EQ(dictionary.Capacity(), capacity);
    EXPECT_EQ(dictionary.Find(0), nullptr);
    EXPECT_NE(dictionary.Find(10 * capacity - 1), nullptr);
}

TEST(TaskDictionary, ALaterEntryDoesNotGiveWayToAnEarlierOne)
{
    TaskDictionary dictionary;
    const uint64_t capacity = dictionary.Capacity();
    dictionary.FindOrInsert(3 + capacity).state = TaskEntry::State::Done;
    dictionary.FindOrInsert(3).state = TaskEntry::State::Open;
    ASSERT_NE(dictionary.Find(3 + capacity), nullptr);
    EXPECT_EQ(dictionary.Find(3 + capacity)->state, TaskEntry::State::Done);
    EXPECT_EQ(dictionary.Find(3)->state, TaskEntry::State::Open);
}

} // namespace
} // namespace ns3::esa
