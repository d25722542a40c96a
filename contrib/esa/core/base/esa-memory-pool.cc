// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-memory-pool.h"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>

#ifdef __linux__
#include <sys/mman.h>
#endif

// The sanitizer sees what is wrong with a place only if it is not a part of a block.
#ifdef __SANITIZE_ADDRESS__
#define ESA_WITHOUT_BLOCKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ESA_WITHOUT_BLOCKS
#endif
#endif

namespace ns3::esa
{

#ifdef ESA_WITHOUT_BLOCKS

void*
MemoryPool::Take(std::size_t bytes)
{
    return ::operator new(bytes, std::align_val_t(kCacheLineBytes));
}

void
MemoryPool::Give(void* memory, std::size_t /* bytes */) noexcept
{
    ::operator delete(memory, std::align_val_t(kCacheLineBytes));
}

#else

namespace
{

/// Bytes of a large page, where a block begins.
constexpr std::size_t kLargePageBytes = std::size_t{2} << 20;

/// Bytes of a block. The system gives memory to those pages only that are used.
constexpr std::size_t kBlockBytes = 16 * kLargePageBytes;

/// From this size on, a request gets an additional cache line, so that equal arrays, which are
/// often made one behind the other, do not begin at the same place of a page.
constexpr std::size_t kStaggeredBytes = 2048;

/// Requests from this size on do not share a block with others.
constexpr std::size_t kLargestShared = kBlockBytes / 4;

/// Memory that was given back; it stands in that memory.
struct Unused
{
    Unused* next; ///< the next one of the same size
};

/// The blocks and what is unused in them.
struct Blocks
{
    char* next{nullptr};                     ///< the first byte that was not taken yet
    std::size_t left{0};                     ///< bytes from there to the end of the block
    std::map<std::size_t, Unused*> unused{}; ///< by size: given back, the last one first
    std::mutex mutex{};                      ///< held while they are looked at
};

/// @return the blocks; they live as long as the program, since objects with static lifetime may
/// give back memory after all others
Blocks&
TheBlocks()
{
    static auto* blocks = new Blocks;
    return *blocks;
}

/// @return the size in whole units
constexpr std::size_t
InWhole(std::size_t bytes, std::size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/// @param bytes what was requested
/// @return what is taken for it
constexpr std::size_t
SizeFor(std::size_t bytes)
{
    const std::size_t lines = InWhole(bytes > 0 ? bytes : 1, kCacheLineBytes);
    return bytes < kStaggeredBytes ? lines : lines + kCacheLineBytes;
}

/// @param bytes size of a block
/// @return the block
char*
MakeBlock(std::size_t bytes)
{
    void* block = std::aligned_alloc(kLargePageBytes, InWhole(bytes, kLargePageBytes));
    if (!block)
    {
        throw std::bad_alloc();
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    madvise(block, InWhole(bytes, kLargePageBytes), MADV_HUGEPAGE); // a hint, which may fail
#endif
    return static_cast<char*>(block);
}

} // namespace

void*
MemoryPool::Take(std::size_t bytes)
{
    const std::size_t size = SizeFor(bytes);
    if (size >= kLargestShared)
    {
        return MakeBlock(size);
    }
    Blocks& blocks = TheBlocks();
    const std::lock_guard lock(blocks.mutex);
    if (Unused*& first = blocks.unused[size])
    {
        Unused* taken = first;
        first = taken->next;
        return taken;
    }
    if (blocks.left < size)
    {
        blocks.next = MakeBlock(kBlockBytes);
        blocks.left = kBlockBytes;
    }
    char* taken = blocks.next;
    blocks.next += size;
    blocks.left -= size;
    return taken;
}

void
MemoryPool::Give(void* memory, std::size_t bytes) noexcept
{
    if (!memory)
    {
        return;
    }
    const std::size_t size = SizeFor(bytes);
    if (size >= kLargestShared)
    {
        std::free(memory);
        return;
    }
    // Take() has made the place of this size, so that nothing is allocated here.
    Blocks& blocks = TheBlocks();
    const std::lock_guard lock(blocks.mutex);
    Unused*& first = blocks.unused[size];
    first = new (memory) Unused{first};
}

#endif

} // namespace ns3::esa
