// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REORDERED_RESULTS_H
#define ESA_REORDERED_RESULTS_H

#include "esa-reordering-detector.h"

#include "ns3/esa-stream-position.h"
#include "ns3/esa-task-tree.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds the results that larger ones of the same tree have overtaken, and reports each once.
 *
 * The packets of one tree keep their order. Those of two trees do not: one way may be longer or
 * busier than another. So results of different trees show nothing of each other.
 */
class ReorderedResults
{
  public:
    /// @param reorderingThreshold larger results that make a result late
    /// @param first position of the job's first fragment
    /// @param trees trees of the job
    ReorderedResults(uint32_t reorderingThreshold, StreamPosition first, uint32_t trees)
        : m_one{ReorderingDetector(reorderingThreshold, first), first},
          m_areSeveral(trees > 1)
    {
        if (m_areSeveral)
        {
            m_trees.assign(trees, m_one);
        }
    }

    /// @param position position of a new result
    void OnResult(StreamPosition position)
    {
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
        return position < tree.overtaking.End();
    }

    /// @brief Quickly excludes that there is an overtaken result: nearly always there is none.
    /// @param firstMissing position of the first missing result
    /// @return false if Next() would find none
    bool MayHave(StreamPosition firstMissing) const
    {
        return firstMissing < m_one.overtaking.End() || m_areSeveral;
    }

    /// @brief Searches for the next overtaken result, without taking it.
    /// @param firstMissing position of the first missing result
    /// @param isLate as for Next()
    /// @return false: Next() would find none
    template <typename F>
    bool HasNext(StreamPosition firstMissing, F&& isLate)
    {
        return m_areSeveral || FindIn(m_one, firstMissing, isLate);
    }

    /// @brief The next overtaken result, if any. No position is passed twice.
    /// @param firstMissing position of the first missing result
    /// @param isLate called with a position: whether it is still to be reported
    /// @return true if there is one
    template <typename F>
    bool Next(StreamPosition firstMissing, F&& isLate, StreamPosition& out)
    {
        if (!m_areSeveral)
        {
            return NextOf(m_one, firstMissing, isLate, out);
        }
        for (uint32_t number = 0; number < m_trees.size(); ++number)
        {
            const auto isLateHere = [&](StreamPosition position) {
                return TreeAt(position) == number && isLate(position);
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
};

} // namespace ns3::esa

#endif // ESA_REORDERED_RESULTS_H
