// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_DRIVER_H
#define ESA_NETWORK_DRIVER_H

#include "esa-sim-clock.h"

#include "ns3/esa-agenda.h"
#include "ns3/event-impl.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Runs the agendas of all nodes: by events of ns-3 (EventDriver), or in rounds
/// (RoundDriver).
class NetworkDriver
{
  public:
    virtual ~NetworkDriver() = default;

    /// @return what agendas call
    virtual Agenda::Driver& ForAgendas() = 0;

    /// @brief One more node. @param agenda its agenda, whose driver is ForAgendas()
    virtual void Add(const std::shared_ptr<Agenda>& agenda) = 0;

    /// @brief One more line. @param from where it begins @param steps from the sending of a frame
    /// to its arrival, at least
    virtual void AddLine([[maybe_unused]] const Agenda& from,
                         [[maybe_unused]] const Line& line,
                         [[maybe_unused]] int64_t steps)
    {
    }

    /// @brief Calls a function once, when no node is at work any more: after the round. @param what
    /// the function
    virtual void AfterThisRound(std::function<void()> what) = 0;

    /// @brief Each node does what is due up to a time step, this one included. @param now the step
    virtual void CatchUp(int64_t now) = 0;
};

/**
 * @ingroup esa
 * @brief A node has one event of the simulator for each time step in which something is due there.
 *
 * Nothing is so simple, and all else that ns-3 has runs beside it: it is what rounds are compared
 * with. The round of a node is one time step.
 */
class EventDriver : public NetworkDriver, private Agenda::Driver
{
  public:
    EventDriver() = default;
    ~EventDriver() override;

    EventDriver(const EventDriver&) = delete;
    EventDriver& operator=(const EventDriver&) = delete;

    Agenda::Driver& ForAgendas() override
    {
        return *this;
    }

    void Add(const std::shared_ptr<Agenda>& agenda) override;
    void AfterThisRound(std::function<void()> what) override;
    void CatchUp(int64_t now) override;

  private:
    /// A node.
    struct NodeEvent
    {
        std::shared_ptr<Agenda> agenda; ///< what is due at the node
        Ptr<EventImpl> event;           ///< scheduled again and again
        int64_t step{Agenda::kNoStep};  ///< when it comes next
    };

    void Wake(Agenda& agenda, int64_t step) override;
    void OnSent(Line& line) override;

    /// @brief Schedules the event of a node. @param step when
    static void Schedule(NodeEvent& node, int64_t step);

    /// @brief A node works. @param place of the node
    void OnNode(uint32_t place);

    /// @brief A node does what is due up to a step, this one included.
    void Run(Agenda& agenda, int64_t step);

    std::vector<NodeEvent> m_nodes;                  ///< by Agenda::Place()
    std::vector<std::function<void()>> m_afterwards; ///< of AfterThisRound()
};

} // namespace ns3::esa

#endif // ESA_NETWORK_DRIVER_H
