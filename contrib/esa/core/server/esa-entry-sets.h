// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ENTRY_SETS_H
#define ESA_ENTRY_SETS_H

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// The sets of workers, and of groups, in an entry of the dictionary.
enum class EntrySet : uint8_t
{
    InSum,   ///< workers whose fragments are in the sum
    Lacking, ///< workers that have answered that they have no result
    Asked,   ///< workers that were queried and have not answered

    // Of groups, whose number is a bit
    Reminded,  ///< groups whose switch was reminded
    Reminding, ///< of these, groups whose switch has not answered
};

/// Number of these sets.
constexpr std::size_t kEntrySets = 5;

/**
 * @ingroup esa
 * @brief Sets of workers: one word each where a job has at most 32 workers, a word for each leaf
 * group of a larger one. A set of groups has as many words: no group above a leaf group has one
 * member, so there are less than twice as many groups as leaf groups.
 *
 * Most jobs are small, so a single word stands in the entry itself. Memory for more is taken when a
 * set is first used, and given back when the task is done.
 */
class EntrySets
{
  public:
    /// @param set one of the sets
    /// @param words words of a set, always the same number
    /// @return its words
    uint32_t* Words(EntrySet set, std::size_t words)
    {
        const auto place = static_cast<std::size_t>(set);
        if (words == 1)
        {
            return &m_single[place];
        }
        if (!m_many)
        {
            m_many = std::make_unique<uint32_t[]>(kEntrySets * words);
        }
        return &m_many[place * words];
    }

    /// @brief Gives the memory of larger sets back; they are empty then.
    void Release()
    {
        m_many.reset();
    }

  private:
    std::array<uint32_t, kEntrySets> m_single{}; ///< the sets, if each is one word
    std::unique_ptr<uint32_t[]> m_many;          ///< otherwise
};

/// @param word a word of a set of workers
/// @return number of workers in it
inline uint32_t
CountOf(uint32_t word)
{
    return static_cast<uint32_t>(std::bitset<32>(word).count());
}

} // namespace ns3::esa

#endif // ESA_ENTRY_SETS_H
