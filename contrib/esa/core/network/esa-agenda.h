// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGENDA_H
#define ESA_AGENDA_H

#include "esa-critical-path.h"
#include "esa-step-clock.h"

#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Much can happen at a node in one time step. If all of it were events of one queue, its order
 * would follow from when each event was planned, and this from the whole history of the run. The
 * order at a node is therefore stated:
 *
 * 1. frames arrive, in the order of their exact times and of their ports; at one port the frame
 *    that is next on the line comes first, then control frames, then late frames;
 * 2. timers run out, in the order in which they were set;
 * 3. the application acts, in the order in which its actions were planned.
 *
 * What begins a step (Agenda::PlanBegin(), a worker that starts) comes before all of them.
 *
 * Nodes send to each other by lines only, and each line has a delay. So no order between nodes is
 * needed, and a node may be ahead of another one by the delay of a line.
 *
 * *What looks simpler.* The order in which events were planned is an order, too. But rounds plan in
 * another order than events, and threads in no order. A number for each packet, in the order of
 * sending, would have to be agreed on by all nodes.
 *
 * *Invariants.* A node plans nothing for another one while it works. It sends nothing to itself by
 * a line. What it gets is not earlier than what it has done. One node works at a time in a thread.
 * esa-agenda.cc asserts what it can see of them.
 *
 * The arrivals of one run are put in order at once (SortArrivals()). All that is not the next frame
 * of a line is one heap: before a frame that is not up to m_quietUntil, RunBefore() does what comes
 * before it.
 */

namespace ns3::esa
{

struct Aggregator;
class AggregatorTable;
class Line;
class NodeTimer;

/**
 * @ingroup esa
 * @brief What is due at one node, and its clock: frames on the lines that end there, timers and
 * planned actions.
 *
 * A driver runs the agendas of all nodes. It may do so step by step, or in rounds of many steps as
 * long as no line is shorter than a round: what a node does depends on its own agenda only.
 */
class Agenda
{
  public:
    /// The driver of a node.
    class Driver
    {
      public:
        virtual ~Driver() = default;

        /// @brief Something is due earlier than all else that is due at the node.
        /// @param agenda of the node
        /// @param step when
        virtual void Wake(Agenda& agenda, int64_t step) = 0;

        /// @brief Something was sent into a line: the driver calls Line::Publish() while the node
        /// where it ends is not at work. @param line the line
        virtual void OnSent(Line& line) = 0;

        /// @brief A line that carried nothing may carry something from now on.
        virtual void OnOpened()
        {
        }
    };

    /// Largest number of ports of a node.
    static constexpr uint32_t kMaxPorts = 1 << 20;

    /// No step: nothing is due.
    static constexpr int64_t kNoStep = INT64_MAX;

    /// @param driver runs the agenda
    /// @param clock converts times
    Agenda(Driver& driver, const StepClock& clock, uint32_t node);

    ~Agenda();

    Agenda(const Agenda&) = delete;
    Agenda& operator=(const Agenda&) = delete;

    /// @return number of the node
    uint32_t Node() const
    {
        return m_node;
    }

    /// @return the agenda whose node is at work in this thread; null: none is
    static const Agenda* Running()
    {
        return s_running;
    }

    /// @return a time step
    Picoseconds Step() const
    {
        return m_clock.FromSteps(1);
    }

    /// @return time of what the node does, or did last
    Picoseconds Now() const
    {
        return m_now;
    }

    /// @brief Follows critical paths; before anything is planned.
    void FollowPaths()
    {
        m_paths = std::make_unique<NodePaths>();
    }

    /// @return the paths at the node; null: they are not followed
    NodePaths* Paths() const
    {
        return m_paths.get();
    }

    /// @return converts times
    const StepClock& Clock() const
    {
        return m_clock;
    }

    /// @param place of the node among the nodes of Rounds
    void SetPlace(uint32_t place)
    {
        m_place = place;
    }

    /// @return place of the node among the nodes of Rounds
    uint32_t Place() const
    {
        return m_place;
    }

    /// @param group of nodes to which this one belongs
    void SetGroup(uint32_t group)
    {
        m_group = group;
    }

    /// @return number of the group of nodes to which this one belongs
    uint32_t Group() const
    {
        return m_group;
    }

    /// @return number of lines that end at the node
    uint32_t Lines() const
    {
        return m_lineCount;
    }

    /// @return the step in which something is due next; kNoStep: nothing is
    int64_t Next() const
    {
        return m_next;
    }

    /// @brief The node does all that is due before a step.
    /// @param end the step, exclusive
    /// @return number of frames that lines have brought
    std::size_t Run(int64_t end);

    /// @brief Plans what an application does, after frames and timers of its time step.
    /// @param at when, rounded up to a whole step
    /// @param what called then
    /// @param wait what it waits for until then
    void Plan(Picoseconds at, std::function<void()> what, const Wait& wait = {});

    /// @brief Plans an arrival that is not the next one of a line, for example of a late frame.
    /// @param at exact time
    /// @param port where
    /// @param arrive called then, with the time
    void PlanArrival(Picoseconds at, uint32_t port, std::function<void(Picoseconds)> arrive);

    /// @brief Plans the arrival of a control frame, which comes before late frames of its time and
    /// port: when each was planned differs between runners.
    /// @param at exact time
    /// @param port where
    /// @param arrive called then, with the time
    void PlanSignal(Picoseconds at, uint32_t port, std::function<void(Picoseconds)> arrive);

    /// @brief Plans what happens at the beginning of a time step, before frames arrive.
    /// @param at when, rounded up to a whole step
    /// @param what called then, with the time
    void PlanBegin(Picoseconds at, std::function<void(Picoseconds)> what);

    /// @brief Packets that arrive need aggregators, which are fetched into the cache before.
    /// @param table of them, which outlives the agenda's last run
    void Prefetch(const AggregatorTable& table);

    /// @return whether aggregators are fetched into the cache
    bool Prefetches() const
    {
        return m_aggregatorCount > 0;
    }

    /// @brief Little is due for some time: the lines that end at the node release memory
    /// (Line::ReleaseIdleMemory()).
    void ReleaseIdleMemory();

    /// @brief The simulation is over: nothing is due any more, and nothing will be.
    void Close();

    // For lines

    /// @brief A line ends at the node. @param line the line @param port at which port
    void AddLine(Line& line, uint32_t port);

    /// @brief No line ends at a port any more.
    void RemoveLine(uint32_t port);

    /// @brief Something was sent to the node. @param line the line
    void OnSent(Line& line)
    {
        m_driver.OnSent(line);
    }

    /// @brief A line to the node was opened.
    void OnOpened()
    {
        m_driver.OnOpened();
    }

    /// @brief A line has a frame again. @param port where it ends @param arrival of the frame
    void OnFirstFrame(uint32_t port, Picoseconds arrival);

  private:
    friend class NodeTimer;
    class AtWork;

    /// What is due besides the next frames of lines: timers, planned actions, and arrivals that are
    /// not the next one of a line. A timer may have several; the last one that was set counts.
    struct Item
    {
        int64_t ps;       ///< exact time
        int32_t port;     ///< where it arrives, or kBeforePorts, or kBehindPorts
        uint32_t action;  ///< place of what is called; kNoAction: it is of a timer
        uint64_t order;   ///< among items of one time and port
        NodeTimer* timer; ///< the timer; null: the timer is gone
    };

    /// The order of items in the heap. @return whether a is due after b
    static bool IsAfter(const Item& a, const Item& b)
    {
        return a.ps != b.ps ? a.ps > b.ps : a.port != b.port ? a.port > b.port : a.order > b.order;
    }

    /// @return frames up to this exact time, inclusive, come before an item
    static int64_t QuietBefore(const Item& item)
    {
        return item.port == kBehindPorts ? item.ps : item.ps - 1;
    }

    struct Lists;

    /// @return the lists of this thread
    static Lists& ListsOfThread();

    static constexpr int64_t kNoArrival = INT64_MAX;   ///< of a line without frames
    static constexpr int32_t kBeforePorts = -1;        ///< what comes before all frames
    static constexpr int32_t kBehindPorts = INT32_MAX; ///< what comes behind all frames
    static constexpr uint32_t kNoAction = UINT32_MAX;  ///< of a timer
    static constexpr uint32_t kPortBits = 20;          ///< of a port's number, see kMaxPorts
    static constexpr int64_t kLongestList = int64_t{1} << (62 - kPortBits); ///< of due frames, in
                                                                            ///< ps: 4 s
    static constexpr uint64_t kActions = uint64_t{1} << 63; ///< first order of actions
    static constexpr uint64_t kLateFrames = kActions;       ///< first order of late frames
    static constexpr uint32_t kMaxItemsOfStep = 10000000;   ///< of all items

    /// @brief Adds an item.
    void AddItem(const Item& item);

    /// @brief Adds what is called, without or with a path of its own.
    /// @param item without its action
    void AddAction(Item item, std::function<void()> what);

    /// @brief Adds an arrival, or what begins a step, on the path of what the node does now.
    /// @param arrive called then, with the time
    void AddArrival(const Item& item, std::function<void(Picoseconds)> arrive);

    /// @brief Something is due at a step.
    void Lower(int64_t step);

    /// @brief Drops the first items as long as they are void. @return whether there is an item
    bool HasItem();

    /// @brief Drops the first item, which is void.
    void DropItem();

    /// @brief Does what the first item is. @throws std::runtime_error if one time step has so many
    /// that it would never end
    void RunItem();

    /// @brief Does all that comes before a frame. @param ps its time @param port where
    void RunBefore(int64_t ps, int32_t port);

    /// @brief Lists the packets of the busy lines. @param base nothing is due before @param last
    /// exact time of the last one
    void FindDue(int64_t base, int64_t last, Lists& lists) const;

    /// @brief Delivers the frames of one line. @param last exact time of the last one @return how
    /// many
    std::size_t DeliverLine(uint32_t port, int64_t last);

    /// @brief Delivers the frames of the busy lines. @param last exact time of the last one @return
    /// how many
    std::size_t DeliverLines(int64_t last, Lists& lists);

    /// @return exact time of the first arrival of the busy lines; kNoArrival: there is none
    int64_t FirstOf(const std::vector<uint32_t>& busy) const;

    /// @brief Lists and delivers the frames of the busy lines. @param base time of the first one
    /// @param last exact time of the last one, at most kLongestList later @return how many
    std::size_t DeliverList(int64_t base, int64_t last, Lists& lists);

    /// @brief A packet arrives soon: fetches it, or the aggregator that it will need, into the
    /// cache.
    void PrefetchFirst(Line& line, bool areGradients) const;

    /// @brief Notes what is due next. @param busy ports that had frames that were due
    void FindNext(const std::vector<uint32_t>& busy);

    /// @brief A timer is destroyed: its items are void.
    void Remove(const NodeTimer& timer);

    static inline thread_local const Agenda* s_running{nullptr}; ///< at work in this thread

    Driver& m_driver;                             ///< runs the agenda
    StepClock m_clock;                            ///< converts times
    int64_t m_next{kNoStep};                      ///< when something is due next
    int64_t m_quietUntil{kNoArrival};             ///< frames up to this exact time, inclusive, need
                                                  ///< no RunBefore()
    Picoseconds m_now{0};                         ///< time of what the node does
    bool m_isRunning{false};                      ///< whether the node is at work
    bool m_isClosed{false};                       ///< whether the simulation is over
    uint32_t m_node;                              ///< number of the node
    uint32_t m_place{0};                          ///< among the nodes of Rounds
    uint32_t m_group{0};                          ///< to which the node belongs
    uint32_t m_lineCount{0};                      ///< lines that end at the node
    uint64_t m_order{0};                          ///< of the last item
    Picoseconds m_itemTime{-1};                   ///< time of the last item that was due
    uint32_t m_itemsOfStep{0};                    ///< items of this time that were due
    std::vector<int64_t> m_firsts;                ///< by port: arrival of the first frame
    std::vector<Line*> m_lines;                   ///< by port; null: no line ends there
    std::vector<Item> m_items;                    ///< a heap
    std::vector<std::function<void()>> m_actions; ///< by place
    std::vector<uint32_t> m_freeActions;          ///< places
    const Aggregator* m_aggregators{nullptr};     ///< of Prefetch()
    std::unique_ptr<NodePaths> m_paths;           ///< null: they are not followed
    uint32_t m_aggregatorCount{0};                ///< how many
};

/// @ingroup esa
/// @brief A timer of a node, which runs out after the frames of its time step have arrived.
class NodeTimer
{
  public:
    NodeTimer() = default;
    ~NodeTimer();

    NodeTimer(const NodeTimer&) = delete;
    NodeTimer& operator=(const NodeTimer&) = delete;

    /// @brief Binds the timer to a node; before it is set.
    /// @param agenda of the node
    /// @param what called when it runs out
    /// @param part what is waited for until then
    void Bind(std::shared_ptr<Agenda> agenda,
              std::function<void()> what,
              TimePart part = TimePart::Repair);

    /// @brief Sets the timer, and no longer for another time. @param at when it runs out
    void Set(Picoseconds at);

    /// @brief The timer will not run out, unless it is set again.
    void Cancel()
    {
        m_order = 0;
    }

    /// @return when it runs out; kNoDeadline: it is not set
    Picoseconds At() const
    {
        return m_order == 0 ? kNoDeadline : m_at;
    }

    /// @return whether it will run out
    bool IsSet() const
    {
        return m_order != 0;
    }

  private:
    friend class Agenda;

    std::shared_ptr<Agenda> m_agenda;  ///< of the node
    std::function<void()> m_what;      ///< called when it runs out
    Picoseconds m_at{0};               ///< when
    uint64_t m_order{0};               ///< of the item that counts; 0: it is not set
    uint32_t m_items{0};               ///< items of the agenda that name it
    TimePart m_part{TimePart::Repair}; ///< what is waited for

    std::unique_ptr<CriticalPath> m_path; ///< on which it was set; null: paths are not followed
};

} // namespace ns3::esa

#endif // ESA_AGENDA_H
