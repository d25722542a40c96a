// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_ADVERSARY_ADVERSARY_H
#define ESA_TEST_ADVERSARY_ADVERSARY_H

#include "adversary/ledger.h"
#include "adversary/schedule.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-group-table.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-worker-transport.h"

#include <array>
#include <functional>
#include <optional>
#include <queue>
#include <random>

/**
 * @file
 * Does every fragment count exactly once, whatever the network does? Here the real workers,
 * switches and parameter servers of the core run in a hostile network. It loses, duplicates and
 * reorders packets, injects malformed ones and pauses workers. A schedule and the random numbers of
 * its seed decide when, so every run can be repeated.
 */

namespace ns3::esa
{

constexpr SwitchId kHomeRack{0}; ///< rack of every PS

/// The result of a schedule.
struct ScheduleReport
{
    std::string violation;    ///< what went wrong; empty: nothing
    uint64_t lost{0};         ///< packets lost
    uint64_t duplicated{0};   ///< packets duplicated
    uint64_t delayed{0};      ///< packets that others may have overtaken
    uint64_t paused{0};       ///< pauses of workers
    uint64_t junk{0};         ///< malformed packets injected
    uint64_t results{0};      ///< results that workers took
    uint64_t repairs{0};      ///< repair packets of workers; queries, their answers, forwards
    uint64_t restarts{0};     ///< PSes that failed and started again
    uint64_t fetchedAgain{0}; ///< complete sums that were sent to the PS, and then fetched, too
    std::array<uint64_t, kOutcomes> outcomes{}; ///< of packets at switches

    /// @return packets at switches with an outcome
    uint64_t Of(Outcome outcome) const
    {
        return outcomes[static_cast<std::size_t>(outcome)];
    }

    /// Adds another schedule's numbers.
    ScheduleReport& operator+=(const ScheduleReport& other);
};

/// A fault of the network that is made on purpose, to show that it is found.
enum class Canary : uint8_t
{
    None,
    WrongGradients, ///< of each first worker
    HiddenLoss,     ///< the first packet is lost, and the books do not have it
    HiddenCopy,     ///< it comes twice, and the books do not have that
};

/// Runs one schedule.
class Adversary : public RandomSource
{
  public:
    explicit Adversary(const Schedule& schedule, Canary canary = Canary::None);

    /// @brief Runs until every worker has every result, then until no packet is on its way.
    ScheduleReport Run();

  private:
    /// A worker, and the results that it has.
    struct Worker
    {
        std::unique_ptr<WorkerTransport> transport; ///< its end of the protocol
        std::vector<bool> results;                  ///< which fragments' results are here
        uint64_t missing{0};                        ///< number of results that are missing
        Picoseconds pausedUntil{0};                 ///< it does nothing before
    };

    /// A job.
    struct Job
    {
        std::unique_ptr<GradientOracle> oracle;                ///< makes and checks the gradients
        std::unique_ptr<ParameterServer> server;               ///< its PS
        AggregationPlan racks;                                 ///< where its workers stand
        std::vector<SwitchId> rackOf;                          ///< rack of each worker
        std::vector<std::shared_ptr<const GroupTable>> groups; ///< what each switch sums of it
        std::vector<Worker> workers;                           ///< its workers
    };

    /// A scheduled event.
    struct Event
    {
        Picoseconds at;             ///< when
        uint64_t order;             ///< among those at the same time
        std::function<void()> what; ///< what

        bool operator>(const Event& other) const
        {
            return at != other.at ? at > other.at : order > other.order;
        }
    };

    /// A number from lowest to highest.
    uint32_t Between(uint32_t lowest, uint32_t highest);
    bool Chance(double p);
    double Uniform() override;

    /// @return the most groups of a job at one switch
    uint32_t MaxGroups() const;
    /// @return entries of a switch's table, of which each job has a share if it is static
    uint32_t TableSize(MemoryLayout layout, uint32_t share) const;
    /// Makes switch and jobs.
    void Build();
    /// Schedules an event after a delay.
    void After(Picoseconds delay, std::function<void()> what);
    /// Puts a packet on a link that may lose, duplicate or delay it.
    void Send(Link link, const InaPacket& packet, std::function<void(InaPacket)> receive);
    /// Adds a member that the packet's group does not have. Of a full group there is nobody.
    void AddNobody(InaPacket& packet) const;
    /// Adds a worker's gradient to a packet that brings it.
    void Fill(WorkerTransport::OutgoingPacket& out, uint32_t job, uint32_t worker) const;
    /// From time to time, injects a malformed packet that is made from a valid one.
    void BringJunk(uint32_t job, InaPacket packet);
    /// Sends what a worker may send.
    void PumpWorker(uint32_t job, uint32_t worker);
    /// Sends what a PS has to send.
    void PumpServer(uint32_t job);
    /// @return fragments that a worker may run ahead of its first missing result
    uint32_t MaxAhead() const;
    /// @return switches between racks that sum
    uint32_t Spines() const;
    /// @return the switch after this one on the way to the PS's rack, in one of the trees
    SwitchId Above(SwitchId at, uint32_t tree) const;
    /// @return the switch before this one on the way of a rack; the PS's rack: it is not on the way
    SwitchId Below(SwitchId at, SwitchId rack, uint32_t tree) const;
    uint32_t TreeOf(const InaPacket& packet) const;
    /// @return where the workers of a job stand, and which switches sum them
    AggregationPlan RacksOf(uint32_t job) const;
    /// @return rack of each worker of a job
    std::vector<SwitchId> RackOf(uint32_t job) const;
    void AddJob(uint32_t number, uint32_t share);
    void AddWorkers(Job& job, uint32_t number, uint32_t share);
    /// A packet leaves the switch of a rack.
    void GoOn(SwitchId rack, Egress egress, const InaPacket& packet);
    /// It goes to all workers, or down the tree of groups.
    void Multicast(SwitchId rack, const InaPacket& packet);
    void AtSwitch(SwitchId rack, InaPacket packet);
    /// It goes on towards its PS.
    void SendUp(SwitchId rack, const InaPacket& packet);
    /// It goes on to a worker, or to the switch of the worker's rack.
    void SendDown(SwitchId rack, uint32_t worker, InaPacket packet);
    void AtServer(uint32_t job, const InaPacket& packet);
    /// A result or query arrives at a worker.
    void AtWorker(uint32_t job, uint32_t worker, const InaPacket& packet);
    void TakeResult(uint32_t job, uint32_t worker, const InaPacket& packet);
    /// All timers of workers and PSes.
    void Tick();
    /// True while events or work are left.
    bool Busy() const;
    /// Checks that nothing was sent twice, and that switches are empty.
    void CheckQuiet();
    /// Checks that nothing is left behind.
    void CheckEnd();
    /// Checks that every packet that went in came out or was dropped for a named reason.
    void CheckBooks();
    /// Notes the first violation; an empty text is none.
    void Violate(const std::string& what);

    Schedule m_schedule;      ///< what to do
    Canary m_canary;          ///< a fault made on purpose
    uint64_t m_sent{0};       ///< packets put on links
    std::mt19937_64 m_random; ///< of the seed
    uint64_t m_first;         ///< first position of every job
    ScheduleReport m_report;  ///< what happened
    Picoseconds m_now{0};     ///< the time
    uint64_t m_order{0};      ///< events made so far
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; ///< future events
    std::optional<System> m_system;                                          ///< the system
    std::vector<std::unique_ptr<SwitchPipeline>> m_switches;                 ///< one per rack
    std::vector<Job> m_jobs;                                                 ///< the jobs
    PacketLedger m_ledger; ///< every packet, by link and outcome
    uint64_t m_missing{0}; ///< results that workers still miss
};

} // namespace ns3::esa

#endif // ESA_TEST_ADVERSARY_ADVERSARY_H
