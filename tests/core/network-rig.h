/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_CORE_NETWORK_RIG_H
#define ESA_TEST_CORE_NETWORK_RIG_H

#include "core/oracle-gradients.h"

#include "ns3/esa-parameter-server.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system-registry.h"

#include <deque>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Settings of a network that consists of the core alone.
struct NetworkOptions
{
    std::string system{"esa"};                ///< a name of the system registry
    uint16_t jobs{2};                         ///< jobs
    uint8_t workers{2};                       ///< workers of each job
    uint32_t aggregators{1};                  ///< in all; of static slots: slots of each job
    IndexRule rule{IndexRule::Mix64};         ///< addressing of the shared pool
    uint64_t fragments{200};                  ///< fragments of each worker
    uint64_t firstPosition{0};                ///< position of the first
    WindowParameters window{16, 2, 64, 0, 1}; ///< the workers' windows
    bool fullPayload{false};                  ///< whether values are carried
    uint32_t seed{1};                         ///< of the order of deliveries
};

/**
 * @brief Workers, a switch and a PS per job, connected by queues without losses.
 *
 * Each direction of each link is a queue. Random numbers of the seed choose the queue that delivers
 * next. So packets of one link keep their order, but those of different links may arrive in any
 * order.
 */
class NetworkRig
{
  public:
    /// @param options its settings
    explicit NetworkRig(const NetworkOptions& options);

    /**
     * @brief Runs until there is nothing more to do.
     * @return false if that took more than ten simulated seconds
     */
    bool Run();

    /// One worker's end of the network.
    struct Worker
    {
        OracleGradients gradients;    ///< what it sends
        WorkerTransport transport;    ///< its protocol
        uint16_t job;                 ///< job number
        uint16_t number;              ///< number in the job
        uint64_t toOffer;             ///< fragments not offered yet
        std::deque<InaPacket> up{};   ///< packets to the switch
        std::deque<InaPacket> down{}; ///< packets from the switch
        std::set<uint64_t> results{}; ///< positions of new results
        uint64_t exact{0};            ///< of these, exact ones
        uint64_t copies{0};           ///< results that were not new
    };

    /// One job's parameter server.
    struct Server
    {
        ParameterServer server;       ///< its protocol
        GradientOracle oracle;        ///< the job's gradients
        std::deque<InaPacket> up{};   ///< packets to the switch
        std::deque<InaPacket> down{}; ///< packets from the switch
    };

    /// @return all workers, job by job
    const std::vector<Worker>& Workers() const
    {
        return m_workers;
    }

    /// @return the PS of each job
    const std::vector<Server>& Servers() const
    {
        return m_servers;
    }

    /// @return the switch
    const SwitchPipeline& Switch() const
    {
        return m_switch;
    }

  private:
    /// @return size of the switch's table
    uint32_t TableSize() const;

    /// Makes a job's workers and PS.
    void AddJob(uint16_t job);

    /// @return true if every worker has every result and no packet is on its way
    bool Done() const;

    /// Executes one of the possible events; @return false if there is none
    bool Step();

    /// Workers and PSes check their timeouts.
    void Tick();

    /// A worker has more fragments ready.
    void Offer(Worker& worker);

    /// A packet reaches the switch.
    void AtSwitch(InaPacket packet);

    /// A result reaches a worker.
    void AtWorker(Worker& worker, const InaPacket& packet);

    /// A packet reaches a PS.
    void AtServer(Server& server, const InaPacket& packet);

    /// A worker sends what it may send.
    void Pump(Worker& worker);

    /// A PS sends what it has to send.
    void Pump(Server& server);

    /// Random numbers for the collision rule, from a generator of its own.
    class SeededRandom : public RandomSource
    {
      public:
        explicit SeededRandom(uint32_t seed)
            : m_random(seed)
        {
        }

        double Uniform() override
        {
            return m_random() / 4294967296.0;
        }

      private:
        std::mt19937 m_random; ///< the numbers
    };

    NetworkOptions m_options;      ///< the settings
    System m_system;               ///< the system
    std::mt19937 m_random;         ///< chooses the queue that delivers next
    SeededRandom m_ruleRandom;     ///< for the collision rule
    SwitchPipeline m_switch;       ///< the switch
    std::vector<Worker> m_workers; ///< the workers, job by job
    std::vector<Server> m_servers; ///< the PS of each job
    Picoseconds m_now{0};          ///< the time
    Picoseconds m_nextTick{0};     ///< when timeouts are checked next
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_NETWORK_RIG_H
