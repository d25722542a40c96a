// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-memory-pool.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @param memory some memory @return its address
uintptr_t
AddressOf(const void* memory)
{
    return reinterpret_cast<uintptr_t>(memory);
}

TEST(MemoryPool, GivesWholeCacheLinesThatDoNotOverlap)
{
    constexpr std::size_t kSizes[]{1, 63, 64, 65, 1000, 5000, 100'000, 9 << 20};
    std::vector<unsigned char*> taken;
    for (const std::size_t bytes : kSizes)
    {
        taken.push_back(static_cast<unsigned char*>(MemoryPool::Take(bytes)));
        EXPECT_EQ(AddressOf(taken.back()) % kCacheLineBytes, 0U) << bytes;
        std::memset(taken.back(), static_cast<int>(taken.size()), bytes);
    }
    for (std::size_t i = 0; i < taken.size(); ++i)
    {
        EXPECT_EQ(taken[i][0], i + 1);
        EXPECT_EQ(taken[i][kSizes[i] - 1], i + 1);
        MemoryPool::Give(taken[i], kSizes[i]);
    }
}

#ifndef __SANITIZE_ADDRESS__ // which has all memory come from elsewhere

TEST(MemoryPool, GivesAgainWhatWasGivenBack)
{
    void* first = MemoryPool::Take(12'345);
    MemoryPool::Give(first, 12'345);
    void* other = MemoryPool::Take(123);
    void* again = MemoryPool::Take(12'345);
    EXPECT_NE(other, first) << "it is of another size";
    EXPECT_EQ(again, first);
    MemoryPool::Give(other, 123);
    MemoryPool::Give(again, 12'345);
}

TEST(MemoryPool, BeginsEqualArraysAtDifferentPlacesOfAPage)
{
    constexpr std::size_t kBytes = 16'384;
    constexpr std::size_t kArrays = 20;
    std::vector<void*> arrays;
    std::set<uintptr_t> places;
    for (std::size_t i = 0; i < kArrays; ++i)
    {
        arrays.push_back(MemoryPool::Take(kBytes));
        places.insert(AddressOf(arrays.back()) % 4096);
    }
    EXPECT_GE(places.size(), kArrays - 1) << "but for one that may begin a new block";
    for (void* array : arrays)
    {
        MemoryPool::Give(array, kBytes);
    }
}

#endif

/// A class whose objects are made in the pool.
struct Counted : PoolAllocated
{
    virtual ~Counted()
    {
        ++destroyed;
    }

    uint64_t value{7};              ///< something to hold
    static inline int destroyed{0}; ///< how many are gone
};

/// One that is larger, and wants a cache line of its own.
struct alignas(kCacheLineBytes) Larger : Counted
{
    std::vector<int, PoolAllocator<int>> values{1, 2, 3}; ///< in the pool, too
};

TEST(PoolAllocated, ObjectsAreMadeAndDestroyedAsUsual)
{
    Counted::destroyed = 0;
    std::vector<std::unique_ptr<Counted>> objects;
    objects.push_back(std::make_unique<Counted>());
    objects.push_back(std::make_unique<Larger>());
    for (const auto& object : objects)
    {
        EXPECT_EQ(AddressOf(object.get()) % kCacheLineBytes, 0U);
        EXPECT_EQ(object->value, 7U);
    }
    EXPECT_EQ(static_cast<Larger&>(*objects[1]).values,
              (std::vector<int, PoolAllocator<int>>{1, 2, 3}));
    objects.clear();
    EXPECT_EQ(Counted::destroyed, 2);
}

} // namespace
} // namespace ns3::esa
