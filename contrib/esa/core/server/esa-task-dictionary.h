// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TASK_DICTIONARY_H
#define ESA_TASK_DICTIONARY_H

#include "ns3/esa-assert.h"
#include "ns3/esa-payload.h"
#include "ns3/esa-units.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// The sets of workers, and of groups, in an entry of the dictionary.
enum class EntrySet : uint8_t
{
    InSum,   ///< workers whose fragments are in the sum
    Lacking, ///< workers that have answered that they have no result
    Queried, ///< workers that were queried and have not answered

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

/// @ingroup esa
/// @brief The entry of a parameter server for one task: <bitmap, aggregation result, timestamp>
/// (paper, "PS Assisting with Aggregation"), and the state of its reminders and queries.
struct TaskEntry
{
    /**
     * @brief What the PS has of the task.
     *
     * The functions are members of ParameterServer, the last one of TaskDictionary. What is not in
     * the table changes nothing.
     *
     * | state | what comes                           | function         | next state       |
     * |-------|--------------------------------------|------------------|------------------|
     * | none  | a fragment or partial sum            | Merge            | Open             |
     * | none  | a reminder of a worker               | OnWorkerReminder | Noted            |
     * | none  | an answer of a worker                | OnAnswer         | Noted            |
     * | Noted | a fragment or partial sum            | Merge            | Open             |
     * | Noted | a reminder of a worker               | AskSwitches      | Noted            |
     * | Noted | a result from the cache of a worker  | Recover          | Done with result |
     * | Noted | a worker has had the result          | OnAnswer         | Done             |
     * | Open  | a fragment or partial sum            | Merge            | Open             |
     * | Open  | the last missing fragment            | Complete         | Done with result |
     * | Open  | enough larger fragments              | CountOvertaken   | Open             |
     * | Open  | no fragment for a timeout            | TimeOut          | Open             |
     * | Open  | a reminder of a worker               | AskSwitches      | Open             |
     * | Open  | a result from the cache of a worker  | Recover          | Done with result |
     * | Open  | a worker has had the result          | OnAnswer         | Done             |
     * | Open  | a task so late that none waits here  | Advance          | Done             |
     * | Done  | a fragment or partial sum            | Merge            | Done             |
     * | Done  | a reminder; the result is here       | SendLost         | Done             |
     * | Done  | a reminder; no result is here        | OnReminderOfDone | Noted            |
     * | Done  | a resend of a worker                 | SendAgain        | Done             |
     * | Done  | a later task that has the same place | FindOrInsert     | none             |
     *
     * *Invariants* (TaskDictionary::AssertInvariants(), 1 and 2;
     * ParameterServer::AssertInvariants()):
     *
     * 1. An entry stands at the place of its position.
     * 2. An entry that is open has its bit among those that wait.
     * 3. A noted entry has no fragment. An open one has some, but not of all workers.
     * 4. As many workers are counted in the sum of an open entry as are in its set.
     * 5. A switch that has not answered was reminded.
     * 6. As many entries are open as are counted.
     * 7. The positions whose overtaking is counted are in order, and their entries open.
     */
    enum class State : uint8_t
    {
        Noted, ///< no fragment yet, but a worker requested it or answered about it
        Open,  ///< some of its fragments are here
        Done,  ///< its result was sent, or workers have it
    };

    uint64_t position{0};           ///< position of the task in the job's stream
    GradientSum sum;                ///< sum of the fragments that came
    Picoseconds setUpAt{kNever};    ///< when the first fragment came
    Picoseconds changedAt{kNever};  ///< when the last fragment came, or the last timeout; if done:
                                    ///< when the result was sent to all
    Picoseconds remindedAt{kNever}; ///< when the switch was last reminded
    Picoseconds queriedAt{kNever};  ///< when the workers were last queried
    Picoseconds markedAt{kNever};   ///< when the last fragment with an ECN mark came
    EntrySets sets;                 ///< sets of workers
    uint32_t aggregator{0}; ///< index of the task's aggregator; of several groups, of the first one
    uint16_t inSum{0};      ///< number of workers in the sum
    uint8_t overtaken{0};   ///< larger fragments since the last change
    uint8_t questions{0};   ///< questions to the workers so far (at most 255 are counted)
    uint8_t inVain{0};      ///< questions since the last answer (at most 255 are counted)
    uint8_t timeouts{0};    ///< timeouts since the last change; counted up to kMaxBackOffs
    uint8_t sentAgain{0};   ///< number of times that the result was sent again
    bool hasQueriedFew{false};   ///< the last question went to one worker or a few
    State state{State::Noted};   ///< what the PS has
    bool hasCollided{false};     ///< a fragment passed by another task's aggregator
    bool isContended{false};     ///< another task has requested its aggregator
    bool isSplit{false};         ///< a part of the sum went past the switch, or left it
    bool timedOut{false};        ///< has timed out: gives no round-trip sample (Karn's rule)
    bool isRemindedAgain{false}; ///< an answer may be one to an earlier reminder (Karn's rule)

    /// @return whether something is due at some time
    bool Waits() const
    {
        return state == State::Open;
    }
};

/**
 * @ingroup esa
 * @brief The dictionary of a parameter server: the entries of the tasks under way, and of recent
 * ones.
 *
 * Every packet needs its entry at once, and the number of tasks under way is not known beforehand.
 * So the dictionary is an array of places that grows: position p has place p modulo the capacity.
 * When a task needs the place of an open entry, or of a result that a worker may still request, the
 * capacity doubles. Other entries give way to later ones. The capacity is bounded by kSpread,
 * because ParameterServer drops packets that are further behind the latest position.
 *
 * Of most tasks the PS gets nothing, because switches sum them. So a place is only a number: of
 * its entry among those that were ever needed.
 *
 * The timer wants the few entries at which something is due. A bit for each place marks where they
 * may be, since to read all entries would bring all of them into the cache.
 */
class TaskDictionary
{
  public:
    /// @param kept results of this many latest positions are kept
    explicit TaskDictionary(uint64_t kept = 0)
        : m_kept(kept),
          m_places(kInitialCapacity, kNoEntry),
          m_waiting(kInitialCapacity / kWordBits)
    {
        ESA_ASSERT(kept <= kSpread / 2, "what is kept fits into the largest dictionary");
    }

    /// Entries own memory.
    TaskDictionary(TaskDictionary&&) = default;

    /// @return this dictionary, which has the other one's entries
    TaskDictionary& operator=(TaskDictionary&&) = default;

    /// @param position position of a task
    /// @return its entry, or nullptr
    TaskEntry* Find(uint64_t position)
    {
        TaskEntry* const entry = EntryAt(PlaceOf(position));
        return entry && entry->position == position ? entry : nullptr;
    }

    /// Tasks under way are closer together than this, a power of two: 260 MB of gradients.
    static constexpr uint64_t kSpread = uint64_t{1} << 20;

    /**
     * @brief Finds an open entry that stands in the place of a task and is at least kSpread behind
     * it. No worker can be waiting for that entry.
     * @param position position of the task
     * @return the entry, which has to be closed before FindOrInsert(position); nullptr: there is
     *        none
     */
    TaskEntry* Outdated(uint64_t position)
    {
        TaskEntry* const entry = EntryAt(PlaceOf(position));
        const bool isOutdated = entry && entry->state == TaskEntry::State::Open &&
                                entry->position + kSpread <= position;
        return isOutdated ? entry : nullptr;
    }

    /// @brief Finds the entry of a task, or makes one; references to other entries may become
    /// invalid.
    /// @param position position of the task
    /// @return its entry; a new one is Noted
    TaskEntry& FindOrInsert(uint64_t position);

    /// @brief Something is due at an entry: to be called whenever it begins to wait. @param entry
    /// the entry, which Waits()
    void NoteWaiting(const TaskEntry& entry)
    {
        const std::size_t place = PlaceOf(entry.position);
        m_waiting[place / kWordBits] |= uint64_t{1} << place % kWordBits;
    }

    /// @brief Calls a function for each entry that waits, in the order of places.
    /// @param function called with TaskEntry&; must not insert
    template <typename F>
    void ForEachWaiting(F&& function)
    {
        for (std::size_t word = 0; word < m_waiting.size(); ++word)
        {
            // Meanwhile others may begin to wait.
            uint64_t left = UINT64_MAX;
            while (const uint64_t waiting = m_waiting[word] & left)
            {
                const auto bit = static_cast<uint32_t>(__builtin_ctzll(waiting));
                left = bit + 1 < kWordBits ? UINT64_MAX << (bit + 1) : 0;
                TaskEntry& entry = *EntryAt(word * kWordBits + bit);
                if (entry.Waits())
                {
                    function(entry);
                }
                if (!entry.Waits())
                {
                    m_waiting[word] &= ~(uint64_t{1} << bit);
                }
            }
        }
    }

    /// @brief Checks the invariants 1 and 2 of TaskEntry::State. @param entry one of this
    /// dictionary
    void AssertInvariants(const TaskEntry& entry) const
    {
        [[maybe_unused]] const std::size_t place = PlaceOf(entry.position);
        ESA_ASSERT(m_places[place] != kNoEntry && &m_entries[m_places[place]] == &entry,
                   "1: an entry stands at the place of its position");
        ESA_ASSERT(!entry.Waits() || (m_waiting[place / kWordBits] >> place % kWordBits & 1) != 0,
                   "2: an open entry is among those that wait");
    }

    /// @brief Frees the memory of the entries; all are forgotten.
    void Release()
    {
        std::vector<uint32_t>(1, kNoEntry).swap(m_places);
        std::vector<uint64_t>(1).swap(m_waiting);
        std::vector<TaskEntry>().swap(m_entries);
    }

    /// @return number of places
    std::size_t Capacity() const
    {
        return m_places.size();
    }

    /// @return number of entries for which memory was needed
    std::size_t Entries() const
    {
        return m_entries.size();
    }

  private:
    /// @return the place of a position
    std::size_t PlaceOf(uint64_t position) const
    {
        return position & (m_places.size() - 1);
    }

    /// @return the entry that stands at a place; null: none
    TaskEntry* EntryAt(std::size_t place)
    {
        const uint32_t entry = m_places[place];
        return entry == kNoEntry ? nullptr : &m_entries[entry];
    }

    /// @return true if this position may not replace the entry in its place
    bool IsTaken(uint64_t position)
    {
        const TaskEntry* const entry = EntryAt(PlaceOf(position));
        if (!entry || entry->state == TaskEntry::State::Open)
        {
            return entry != nullptr;
        }
        // A later entry in this place shows that the array is shorter than the spread of the tasks.
        return entry->position > position || position - entry->position < m_kept;
    }

    /// Doubles the capacity.
    void Grow();

    static constexpr uint32_t kNoEntry = UINT32_MAX;      ///< of a place without an entry
    static constexpr std::size_t kWordBits = 64;          ///< of m_waiting
    static constexpr std::size_t kInitialCapacity = 1024; ///< places at first
    static_assert((kInitialCapacity & (kInitialCapacity - 1)) == 0, "a power of two");

    uint64_t m_kept;                  ///< results of this many latest positions are kept
    std::vector<uint32_t> m_places;   ///< entry by place
    std::vector<uint64_t> m_waiting;  ///< a bit by place; where it is 0, no entry waits
    std::vector<TaskEntry> m_entries; ///< the entries, in the order in which places were first used
};

} // namespace ns3::esa

#endif // ESA_TASK_DICTIONARY_H
