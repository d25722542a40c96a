// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_MEMORY_POOL_H
#define ESA_MEMORY_POOL_H

#include <cstddef>
#include <new>

namespace ns3::esa
{

/// Bytes of a cache line on the processors that this is tuned for.
constexpr std::size_t kCacheLineBytes = 64;

/**
 * @ingroup esa
 * @brief Memory for what every packet touches, side by side and in large pages.
 *
 * A large network has far more memory than the processor can translate the addresses of at a time,
 * if pages have the usual 4 KB: then even memory that is in a cache has to wait for its address. So
 * this memory is taken in large blocks, and the operating system is to use large pages for
 * them. Equal requests begin at different places of a page. Otherwise the same entry of many equal
 * arrays would compete for the same few places of a cache.
 *
 * Memory that is given back is used again for requests of the same size. Blocks are kept until the
 * program ends. Several threads may take and give memory. With the address sanitizer, all memory
 * comes from the usual place.
 */
class MemoryPool
{
  public:
    /// @param bytes how much
    /// @return memory at the beginning of a cache line
    static void* Take(std::size_t bytes);

    /// @param memory from Take(), or null
    /// @param bytes how much was requested
    static void Give(void* memory, std::size_t bytes) noexcept;
};

/// @ingroup esa
/// @brief Has a standard container take its memory from the MemoryPool.
/// @tparam T what it contains
template <typename T>
struct PoolAllocator
{
    using value_type = T; ///< as the standard wants it

    PoolAllocator() = default;

    /// One allocator is as good as another.
    template <typename Other>
    PoolAllocator(const PoolAllocator<Other>& /* other */)
    {
    }

    /// @param count number of elements @return memory for them
    T* allocate(std::size_t count)
    {
        return static_cast<T*>(MemoryPool::Take(count * sizeof(T)));
    }

    /// @param memory from allocate() @param count number of elements
    void deallocate(T* memory, std::size_t count) noexcept
    {
        MemoryPool::Give(memory, count * sizeof(T));
    }

    /// @return true: each gives back what the other took
    template <typename Other>
    bool operator==(const PoolAllocator<Other>& /* other */) const
    {
        return true;
    }

    /// @return false
    template <typename Other>
    bool operator!=(const PoolAllocator<Other>& /* other */) const
    {
        return false;
    }
};

/// @ingroup esa
/// @brief Base of classes whose objects are made in the MemoryPool.
class PoolAllocated
{
  public:
    /// @param bytes size of the object
    /// @return memory for it
    static void* operator new(std::size_t bytes)
    {
        return MemoryPool::Take(bytes);
    }

    /// @param bytes size of the object
    /// @param alignment at most a cache line, as all memory of the pool has it
    /// @return memory for it
    static void* operator new(std::size_t bytes, [[maybe_unused]] std::align_val_t alignment)
    {
        return MemoryPool::Take(bytes);
    }

    /// @param memory of an object
    static void operator delete(void* memory, std::size_t bytes) noexcept
    {
        MemoryPool::Give(memory, bytes);
    }

    /// @param memory of an object
    /// @param alignment what it was made with
    static void operator delete(void* memory,
                                std::size_t bytes,
                                [[maybe_unused]] std::align_val_t alignment) noexcept
    {
        MemoryPool::Give(memory, bytes);
    }

  protected:
    ~PoolAllocated() = default;
};

} // namespace ns3::esa

#endif // ESA_MEMORY_POOL_H
