// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Collects notes on a scenario.
class Notes
{
  public:
    explicit Notes(const ParsedScenario& parsed)
        : m_scenario(parsed.scenario),
          m_trips(RoundTripsOf(*parsed.scenario))
    {
        NoteTimer();
        NoteWindows();
        NoteFixedFrames();
    }

    const std::vector<FieldNote>& All() const
    {
        return m_notes;
    }

  private:
    void Add(const std::string& field, const std::string& text)
    {
        m_notes.push_back({field, text});
    }

    /// @return whether one of the systems, or the one that it falls back to, is of a kind
    bool IsAny(const std::function<bool(const SystemRecord&)>& isOf) const
    {
        const auto& systems = m_scenario->systems;
        return std::any_of(systems.begin(), systems.end(), [&isOf](const std::string& name) {
            const SystemRecord& record = *FindSystem(name);
            const SystemRecord* const fallback = FallbackOf(record);
            return isOf(record) || (fallback && isOf(*fallback));
        });
    }

    void NoteTimer()
    {
        const double us = m_scenario->rto.minUs;
        const double trip =
            m_trips.Longest(m_scenario->WireBytes(m_scenario->LongestFrameBytes())).us;
        const auto usual = AutoValueOf(*m_scenario, "/rto/min_us");
        if (m_scenario->recovery.enabled && us > 1.01 * usual.get<double>()) // auto is rounded
        {
            Add("rto.min_us",
                "is " + ShortNumber(us) + ", " + ShortNumber(us / trip) + " round trips of " +
                    ShortNumber(trip) + " us, for which jobs wait after a loss; auto would be " +
                    usual.dump());
        }
    }

    /// Notes a window that is too small for the path. Where little memory makes auto as small, it
    /// is right.
    void NoteWindow(const std::string& field, double packets, double frameBytes)
    {
        const double wireBytes = m_scenario->WireBytes(frameBytes);
        const RoundTrip trip = m_trips.Longest(wireBytes);
        const double needed = std::ceil(trip.bytes / wireBytes);
        const auto usual = AutoValueOf(*m_scenario, PointerOfPath(field));
        if (packets > 0 && packets < std::min(needed, usual.get<double>()))
        {
            Add(field,
                "is " + ShortNumber(packets) + ", and a round trip of " + ShortNumber(trip.us) +
                    " us holds " + ShortNumber(needed) + " packets; auto would be " + usual.dump());
        }
    }

    void NoteWindows()
    {
        const double window = m_scenario->window.maxPackets;
        if (IsAny([&](const SystemRecord& system) {
                return system.SumsInSwitches() &&
                       system.onSwitch.memory != MemoryLayout::StaticSlots &&
                       LargestWindow(*m_scenario, system) == window;
            }))
        {
            NoteWindow("window.max_packets", window, kInaFrameBytes);
        }
        if (IsAny(&SystemRecord::SumsInHosts))
        {
            NoteWindow("flow.window_packets",
                       m_scenario->flow.windowPackets,
                       m_scenario->LongestFrameBytes());
        }
        for (const std::string& name : m_scenario->systems)
        {
            const SystemRecord& record = *FindSystem(name);
            const SystemParameter* const cap = record.onHost.windowCap;
            const bool isNew =
                cap && std::none_of(m_notes.begin(), m_notes.end(), [cap](const FieldNote& note) {
                    return note.field == cap->field;
                });
            if (isNew)
            {
                const System system = SystemWith(record, m_scenario->systemParameters);
                NoteWindow(cap->field, system.Value(*cap), system.DataFrameBytes());
            }
        }
    }

    /// An MTU has no effect on systems whose frames have a length of their own.
    void NoteFixedFrames()
    {
        FieldNote note{kMtuBytes.field, "does not change the frames", {}};
        std::vector<std::string> others; // fields that change them
        for (const std::string& name : m_scenario->systems)
        {
            const HostPart& hosts = FindSystem(name)->onHost;
            if (hosts.frame != FrameFormat::Mtu)
            {
                note.systems.push_back(name);
                if (hosts.values &&
                    std::find(others.begin(), others.end(), hosts.values->field) == others.end())
                {
                    others.emplace_back(hosts.values->field);
                }
            }
        }
        if (m_scenario->MtuBytes() != kUsualMtuBytes && !note.systems.empty())
        {
            note.text += others.empty() ? "" : "; set " + JoinWords(others, ", ");
            m_notes.push_back(note);
        }
    }

    const ValidScenario& m_scenario; ///< what is looked at
    RoundTrips m_trips;              ///< between a job's hosts
    std::vector<FieldNote> m_notes;  ///< what was found
};

} // namespace

std::vector<FieldNote>
NotesOnFields(const ParsedScenario& parsed)
{
    std::vector<FieldNote> notes = NotesOnUnusedFields(parsed);
    const std::vector<FieldNote> further = Notes(parsed).All();
    notes.insert(notes.end(), further.begin(), further.end());
    return notes;
}

} // namespace ns3::esa
