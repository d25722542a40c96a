// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REORDERED_RESULTS_H
#define ESA_REORDERED_RESULTS_H

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-task-roles.h"
#include "ns3/esa-task-tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds the results that larger ones have overtaken.
 *
 * A single larger result means nothing where packets take several paths or pass a PS. To count the
 * larger results for each missing one costs a counter per fragment. But a result is overtaken when
 * a fixed number of larger ones have arrived. So only this number of the largest positions matters,
 * and the smallest of them bounds what is overtaken. Mostly they follow each other, and then the
 * smallest one stands for them all.
 *
 * Further reading: duplicate acknowledgements (DupThresh, RFC 5681), RACK (RFC 8985), the packet
 * threshold of QUIC (RFC 9002).
 */
class ReorderingDetector
{
  public:
    /// @param reorderingThreshold larger results that make a result late
    /// @param first position of the job's first fragment
    ReorderingDetector(uint32_t reorderingThreshold, StreamPosition first)
        : m_end(first),
          m_overtakes(reorderingThreshold)
    {
        ESA_ASSERT(reorderingThreshold >= 1, "a result is overtaken by at least one other");
        if (reorderingThreshold > kFew)
        {
            m_many.resize(reorderingThreshold);
        }
    }

    /// @param position position of a new result
    void OnResult(StreamPosition position)
    {
        if (position == m_next)
        {
            ++m_next;
            ++m_end;
            return;
        }
        Insert(position);
    }

    /// @return missing results before this position are overtaken
    StreamPosition End() const
    {
        return m_end;
    }

  private:
    /// @brief OnResult(), where the largest positions do not follow each other.
    [[gnu::noinline]] void Insert(StreamPosition position)
    {
        StreamPosition* largest = m_overtakes > kFew ? m_many.data() : m_few.data();
        if (m_next != kNoPosition)
        {
            for (std::size_t place = 0; place < m_size; ++place)
            {
                largest[place] = m_next - 1 - place;
            }
        }
        if (m_size < m_overtakes)
        {
            ++m_size;
        }
        else if (position < largest[m_size - 1])
        {
            return;
        }
        // The smallest one is dropped, and the others below the new one move back by one place.
        std::size_t place = m_size - 1;
        for (; place > 0 && largest[place - 1] < position; --place)
        {
            largest[place] = largest[place - 1];
        }
        largest[place] = position;
        ESA_ASSERT(std::is_sorted(largest, largest + m_size, std::greater<>()),
                   "the largest comes first");
        m_next = kNoPosition;
        if (m_size == m_overtakes)
        {
            m_end = largest[m_size - 1];
            m_next = largest[0] - m_end + 1 == m_size ? largest[0] + 1 : kNoPosition;
        }
    }

    /// As many as usual stand in this object: every other place in memory costs time.
    static constexpr std::size_t kFew = 3;

    StreamPosition m_end;               ///< positions before this one are overtaken
    StreamPosition m_next{kNoPosition}; ///< after the largest positions, if these follow each other
    uint32_t m_overtakes;               ///< larger results that make a result late
    uint32_t m_size{0};                 ///< how many of the largest positions there are

    // Largest positions with results, in order, in one of two places; not used if m_next has them
    std::array<StreamPosition, kFew> m_few{}; ///< if kFew are enough
    std::vector<StreamPosition> m_many;       ///< otherwise
};

/**
 * @ingroup esa
 * @brief Finds the results that larger ones of the same tree have overtaken, and reports each once.
 *
 * The packets of one tree keep their order. Those of two trees do not: one way may be longer or
 * busier than another. So results of different trees show nothing of each other. With t trees, a
 * larger result of the same tree is of a fragment that was sent t fragments later. So it counts for
 * t larger ones: if each counted for one, a window of a few packets per tree would hold too few of
 * them, and each of its late results would wait for a timer.
 *
 * What one worker brings for all others over a tree (TaskRole::IsGather()) keeps its order, too,
 * but what two workers bring does not. So there a result is overtaken by later ones of the same
 * worker and tree.
 */
class ReorderedResults
{
  public:
    /// @param reorderingThreshold larger results that make a result late
    /// @param first position of the job's first fragment
    /// @param trees trees of the job
    /// @param roles see AggregationPlan::Roles()
    /// @param findsGathered whether what one worker brings may be late, too: it is never split, so
    ///        only if it is lost
    ReorderedResults(uint32_t reorderingThreshold,
                     StreamPosition first,
                     uint32_t trees,
                     std::shared_ptr<const TaskRoles> roles = nullptr,
                     bool findsGathered = true)
        : m_one{ReorderingDetector((reorderingThreshold + trees - 1) / trees, first), first},
          m_areSeveral(trees > 1),
          m_overtakes(reorderingThreshold),
          m_roles(std::move(roles)),
          m_findsGathered(findsGathered)
    {
        if (m_areSeveral)
        {
            m_trees.assign(trees, m_one);
        }
    }

    /// @param position position of a new result
    void OnResult(StreamPosition position)
    {
        if (m_roles && NoteGathered(position))
        {
            return;
        }
        if (m_areSeveral)
        {
            m_trees[TreeAt(position)].overtaking.OnResult(position);
            return;
        }
        m_one.overtaking.OnResult(position);
    }

    /// @param position position of a missing result
    /// @return true if it is overtaken
    bool IsOvertaken(StreamPosition position) const
    {
        const Tree& tree = m_areSeveral ? m_trees[TreeAt(position)] : m_one;
        return position < tree.overtaking.End() && !IsGathered(position);
    }

    /// @brief Quickly excludes that there is an overtaken result: nearly always there is none.
    /// @param firstMissing position of the first missing result
    /// @return false if Next() would find none
    bool MayHave(StreamPosition firstMissing) const
    {
        return firstMissing < m_one.overtaking.End() || m_areSeveral || !m_gathered.empty();
    }

    /// @brief Searches for the next overtaken result, without taking it.
    /// @param firstMissing position of the first missing result
    /// @param isLate as for Next()
    /// @return false: Next() would find none
    template <typename F>
    bool HasNext(StreamPosition firstMissing, F&& isLate)
    {
        StreamPosition late;
        return m_areSeveral || FindGathered(isLate, late) ||
               FindIn(m_one, firstMissing, SumsOnly(isLate));
    }

    /// @brief The next overtaken result, if any. No position is passed twice.
    /// @param firstMissing position of the first missing result
    /// @param isLate called with a position: whether it is still to be reported
    /// @return true if there is one
    template <typename F>
    bool Next(StreamPosition firstMissing, F&& isLate, StreamPosition& out)
    {
        if (FindGathered(isLate, out))
        {
            m_gathered.pop_back();
            return true;
        }
        if (!m_areSeveral)
        {
            return NextOf(m_one, firstMissing, SumsOnly(isLate), out);
        }
        for (uint32_t number = 0; number < m_trees.size(); ++number)
        {
            const auto isLateHere = [&](StreamPosition position) {
                return TreeAt(position) == number && SumsOnly(isLate)(position);
            };
            if (NextOf(m_trees[number], firstMissing, isLateHere, out))
            {
                return true;
            }
        }
        return false;
    }

  private:
    /// The results of one tree.
    struct Tree
    {
        ReorderingDetector overtaking; ///< what is overtaken
        StreamPosition scan;           ///< positions before this one were looked at
    };

    /// More results that a result checks for, in case that the one before it is lost, too.
    static constexpr uint64_t kFurther = 4;

    /// @return whether one worker brings the data of a task
    bool IsGathered(StreamPosition position) const
    {
        return m_roles && m_roles->Of(position).IsGather();
    }

    /// @return a predicate that is true for sums that are late
    template <typename F>
    auto SumsOnly(F& isLate) const
    {
        return [this, &isLate](StreamPosition position) {
            return isLate(position) && !IsGathered(position);
        };
    }

    /// @brief A result has arrived: notes which earlier ones of the same worker it has overtaken,
    /// if these are missing. @return false: it is a sum
    [[gnu::noinline]] bool NoteGathered(StreamPosition position)
    {
        const TaskRole role = m_roles->Of(position);
        if (!role.IsGather())
        {
            return false;
        }
        // those of the same worker that take the same tree
        const uint64_t trees = m_areSeveral ? m_trees.size() : 1;
        const uint64_t distance = std::lcm<uint64_t>(role.stride, trees);
        for (uint64_t back = m_overtakes + kFurther; m_findsGathered && back-- > m_overtakes;)
        {
            if (position - role.begin >= back * distance)
            {
                m_gathered.push_back(position - back * distance);
            }
        }
        return true;
    }

    /// @brief Searches for the next result from one worker that is overtaken. It is last in
    /// m_gathered then. @return false: there is none
    template <typename F>
    bool FindGathered(F& isLate, StreamPosition& out)
    {
        for (; !m_gathered.empty(); m_gathered.pop_back())
        {
            if (isLate(m_gathered.back()))
            {
                out = m_gathered.back();
                return true;
            }
        }
        return false;
    }

    /// @return the tree of a result
    uint32_t TreeAt(StreamPosition position) const
    {
        return TreeOfTask(static_cast<uint32_t>(position), static_cast<uint32_t>(m_trees.size()));
    }

    /// @brief HasNext(), of one tree, whose scan then stands at the result.
    template <typename F>
    static bool FindIn(Tree& tree, StreamPosition firstMissing, F&& isLate)
    {
        const StreamPosition end = tree.overtaking.End();
        tree.scan = std::max(tree.scan, std::min(firstMissing, end));
        while (tree.scan < end && !isLate(tree.scan))
        {
            ++tree.scan;
        }
        return tree.scan < end;
    }

    /// @brief Next(), of one tree.
    template <typename F>
    static bool NextOf(Tree& tree, StreamPosition firstMissing, F&& isLate, StreamPosition& out)
    {
        const bool isFound = FindIn(tree, firstMissing, isLate);
        if (isFound)
        {
            out = tree.scan++;
        }
        return isFound;
    }

    Tree m_one;                ///< if the job has one tree: it stands in this object
    bool m_areSeveral;         ///< whether the job has several
    std::vector<Tree> m_trees; ///< otherwise
    uint32_t m_overtakes;      ///< larger results that make a result late

    std::shared_ptr<const TaskRoles> m_roles; ///< null: all tasks are sums
    bool m_findsGathered;                     ///< whether what one worker brings may be late
    std::vector<StreamPosition> m_gathered; ///< from one worker, and overtaken if they are missing
};

} // namespace ns3::esa

#endif // ESA_REORDERED_RESULTS_H
