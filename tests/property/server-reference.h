// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PROPERTY_SERVER_REFERENCE_H
#define ESA_TEST_PROPERTY_SERVER_REFERENCE_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system-record.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <vector>

namespace ns3::esa::server_property
{

inline constexpr uint16_t kJob = 3;                         ///< the PS's job
inline constexpr int kFanIn = 4;                            ///< its workers
inline constexpr uint64_t kFirst = (uint64_t{1} << 32) - 3; ///< first position: numbers wrap soon
inline constexpr Picoseconds kReminderHoldoff =
    FromMicroseconds(10);            ///< between reminders to the switch
inline constexpr int kOvertakes = 3; ///< larger fragments that cause a reminder

/// A packet, and when it comes.
struct Step
{
    PacketKind kind;       ///< what it is
    uint32_t task;         ///< position from kFirst on
    uint32_t workers;      ///< bitmap
    uint64_t gradient;     ///< what it carries
    bool ecn;              ///< whether it is marked
    bool isForeign;        ///< another job's
    uint32_t microseconds; ///< time since the step before
};

/// How RapidCheck shows a step.
inline void
showValue(const Step& step, std::ostream& out)
{
    out << "{kind " << static_cast<int>(step.kind) << ", task " << step.task << ", workers "
        << step.workers << ", gradient " << step.gradient << (step.ecn ? ", ECN" : "")
        << (step.isForeign ? ", foreign" : "") << ", after " << step.microseconds << " us}";
}

/// @brief What the manual says about a PS's dictionary, as simply as possible: a map from tasks to
/// the sets of workers whose fragments are here.
class ReferenceServer
{
  public:
    /// The state of a task.
    struct Entry
    {
        std::set<int> workers;          ///< whose fragments are here
        uint64_t sum{0};                ///< of them
        bool ecn{false};                ///< one was marked
        bool isDone{false};             ///< its result was sent
        int larger{0};                  ///< larger fragments since the last change
        bool rests{true};               ///< the count is stopped until the next change
        Picoseconds remindedAt{kNever}; ///< when the last reminder was sent
        Picoseconds sentAt{kNever};     ///< when the result was last sent
    };

    /// A packet that the PS is to send.
    struct Sent
    {
        PacketKind kind; ///< a result for all or for one worker, or a reminder
        uint32_t task;   ///< of which task
    };

    explicit ReferenceServer(const SystemRecord& system)
        : m_reminds(system.onHost.psReminds)
    {
    }

    /// @return what the PS is to send
    std::vector<Sent> Receive(const Step& step, Picoseconds now)
    {
        if (step.isForeign || step.workers >> kFanIn != 0 ||
            (step.workers == 0 &&
             (step.kind == PacketKind::Gradient || step.kind == PacketKind::Partial)))
        {
            ++malformed;
            return {};
        }
        switch (step.kind)
        {
        case PacketKind::WorkerReminder:
            return OnReminder(step, now);
        case PacketKind::Resend:
            if (step.workers != 0 && entries[step.task].isDone)
            {
                return SendAgain(step.task, now);
            }
            return step.workers == 0 ? std::vector<Sent>{} : OnFragment(step, now);
        default:
            return OnFragment(step, now);
        }
    }

    /// @return number of tasks of which a part has arrived
    uint64_t Open() const
    {
        uint64_t open = 0;
        for (const auto& [task, entry] : entries)
        {
            open += !entry.isDone && !entry.workers.empty() ? 1 : 0;
        }
        return open;
    }

    std::map<uint32_t, Entry> entries; ///< by task
    uint64_t fragments{0};             ///< that came
    uint64_t overlaps{0};              ///< of these, dropped
    uint64_t malformed{0};             ///< malformed packets

  private:
    /// A worker lacks a result that was sent.
    std::vector<Sent> SendAgain(uint32_t task, Picoseconds now)
    {
        Entry& entry = entries[task];
        if (now < entry.sentAt + kReminderHoldoff)
        {
            return {{PacketKind::Forward, task}};
        }
        entry.sentAt = now;
        return {{PacketKind::Result, task}};
    }

    /// Fragments of some workers.
    std::vector<Sent> OnFragment(const Step& step, Picoseconds now)
    {
        ++fragments;
        Entry& entry = entries[step.task];
        std::set<int> newcomers;
        std::size_t known = 0;
        for (int worker = 0; worker < kFanIn; ++worker)
        {
            if ((step.workers & (1U << worker)) != 0)
            {
                newcomers.insert(worker);
                known += entry.workers.count(worker);
            }
        }
        if (entry.isDone || known > 0)
        {
            ++overlaps;
            if (entry.isDone || known < entry.workers.size() || newcomers.size() == known)
            {
                return {};
            }
            entry.workers.clear();
            entry.sum = 0;
        }
        entry.workers.merge(newcomers);
        entry.sum += step.gradient;
        entry.ecn = entry.ecn || step.ecn;
        entry.isDone = entry.workers.size() == kFanIn;
        std::vector<Sent> sent = Overtake(step.task, now);
        entry.larger = 0;
        entry.rests = false;
        if (entry.isDone)
        {
            entry.sentAt = now;
            sent.push_back({PacketKind::Result, step.task});
        }
        return sent;
    }

    /// A fragment of a task has come: it overtakes all smaller tasks once more.
    std::vector<Sent> Overtake(uint32_t task, Picoseconds now)
    {
        std::vector<Sent> sent;
        for (auto& [smaller, entry] : entries)
        {
            if (!m_reminds || smaller >= task || entry.isDone || entry.rests ||
                ++entry.larger < kOvertakes)
            {
                continue;
            }
            entry.rests = true; // one reminder per change
            entry.remindedAt = now;
            sent.push_back({PacketKind::Reminder, smaller});
        }
        return sent;
    }

    /// A worker requests a reminder.
    std::vector<Sent> OnReminder(const Step& step, Picoseconds now)
    {
        Entry& entry = entries[step.task];
        if (entry.isDone ||
            (entry.remindedAt != kNever && now < entry.remindedAt + kReminderHoldoff))
        {
            return {};
        }
        entry.remindedAt = now;
        return {{PacketKind::Reminder, step.task}};
    }

    bool m_reminds; ///< whether the PS reminds
};

} // namespace ns3::esa::server_property

#endif // ESA_TEST_PROPERTY_SERVER_REFERENCE_H
