// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PARAMETER_SERVER_PARAMETERS_H
#define ESA_PARAMETER_SERVER_PARAMETERS_H

#include "ns3/esa-job-racks.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/// Parameters of a parameter server.
struct ParameterServerParameters
{
    /// How far a worker may run ahead of its first missing result at most, with any window.
    static constexpr uint32_t kMaxAhead = 65536;

    uint16_t job{0};                                   ///< job number
    JobRacks racks;                                    ///< its workers, and where they stand
    uint64_t firstPosition{0};                         ///< position of the job's first fragment
    Picoseconds rtoMin{FromMicroseconds(1000)};        ///< least timeout
    uint32_t reorderingThreshold{3};                   ///< larger fragments that cause a reminder
    Picoseconds reorderingWindow{0};                   ///< time by which fragments overtake each
                                                       ///< other; if not 0, an entry that did not
                                                       ///< change for so long causes a reminder
    Picoseconds reminderHoldoff{FromMicroseconds(10)}; ///< worker reminders are not passed on
                                                       ///< this soon after another reminder; with
                                                       ///< recovery: least time for answers
    bool recovery{false};                              ///< repair losses
    bool tellsCollisions{false}; ///< results show whether a fragment passed by another task
    Picoseconds queryDelay{0}; ///< from the switches' answers, which do not complete a sum, to the
                               ///< question to the workers
    Picoseconds answerTime{0}; ///< with recovery: time that an answer takes on the PS's link; 0:
                               ///< questions never wait
    uint32_t maxAnswers{512};  ///< answers requested and not carried by the link yet, from which on
                               ///< questions wait
    uint32_t keptResults{0};   ///< with recovery: results of this many latest tasks are kept, where
                               ///< no worker keeps them
};

/// Counters of a parameter server.
struct ParameterServerCounts
{
    uint64_t fragments{0};          ///< fragments and partial sums received
    uint64_t overlaps{0};           ///< of these, with a worker that was in the sum already
    uint64_t malformed{0};          ///< packets dropped: of another job, or of impossible workers
    uint64_t misses{0};             ///< answers of switches that hold nothing of a task
    uint64_t strays{0};             ///< packets dropped: no task at their position can be under way
    uint64_t results{0};            ///< results sent
    uint64_t remindersOvertaken{0}; ///< reminders because larger fragments overtook an entry
    uint64_t remindersTimeout{0};   ///< reminders because an entry timed out
    uint64_t remindersForwarded{0}; ///< reminders because of a worker's request, and all
                                    ///< that had to wait
    uint64_t remindersCopied{0};    ///< copies of these for further groups
    uint64_t queries{0};            ///< queries sent to workers
    uint64_t retransmissions{0};    ///< fragments that workers sent in answer
    uint64_t recovered{0};          ///< tasks whose result came from a worker's cache
    uint64_t forwards{0};           ///< results sent to single workers

    /// @return all reminders sent, without the copies
    uint64_t Reminders() const
    {
        return remindersOvertaken + remindersTimeout + remindersForwarded;
    }
};

} // namespace ns3::esa

#endif // ESA_PARAMETER_SERVER_PARAMETERS_H
