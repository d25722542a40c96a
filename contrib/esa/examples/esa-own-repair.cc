// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * How to write a repair of your own without changing the module.
 *
 * SwitchML was evaluated with a fixed timer: a fragment without a result is sent again after 1 ms.
 * The module's timer learns the round trip instead, and doubles for each copy (RetransmissionRepair
 * has the reason). The system "switchml_fixed" has the fixed timer, so that both can be compared.
 * Its timeout is a parameter. Clocks (Clocking) and addressings (Addressing) are added in the same
 * way.
 *
 *     ./ns3 run esa-own-repair -- --config scenarios/loss/loss-switchml.json \
 *         --system switchml,switchml_fixed --set switchml_fixed.timeout_us=500
 *
 * To begin your own repair, copy this file to scratch/.
 */

#include "ns3/esa-repair-schedule.h"
#include "ns3/esa-repair.h"
#include "ns3/esa-scenario-program.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-transport-parts.h"

#include <memory>

using namespace ns3::esa;

namespace
{

constexpr SystemParameter kTimeout{
    "switchml_fixed.timeout_us",
    "Timeout",
    "Time in us after which a fragment without a result is sent again. SwitchML's paper, "
    "evaluation: 1000.",
    false, // fractions are allowed
    1,
    1e6,
    1000};

constexpr const SystemParameter* kParameters[]{&kTimeout};

/// Sends a fragment to its slot again whenever a fixed time has passed without a result.
class FixedTimeoutRepair final : public Repair
{
  public:
    /// @param timeout from a fragment, or its latest copy, to the next copy
    explicit FixedTimeoutRepair(Picoseconds timeout)
        : m_timeout(timeout)
    {
    }

    void OnSent(StreamPosition position, Picoseconds now) override
    {
        m_timers.Add(position, now + m_timeout);
    }

    void OnResult(StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds /* now */) override
    {
        m_timers.OnResult(position, sent);
    }

    bool Next(SentFragments& sent, Picoseconds now, RepairPacket& out) override
    {
        if (!m_timers.TakeDue(sent, now, out.position))
        {
            return false;
        }
        sent.NoteRequested(out.position, now);
        m_timers.Add(out.position, now + m_timeout);
        out.kind = PacketKind::Gradient;
        out.bringsGradient = true;
        return true;
    }

    Picoseconds Deadline(const SentFragments& /* sent */) const override
    {
        return m_timers.Next();
    }

  private:
    Picoseconds m_timeout;   ///< from a fragment, or its latest copy, to the next copy
    RepairSchedule m_timers; ///< of the fragments without results
};

/// Makes the repair. Without recovery no packet is lost, so that only the module's repair is used.
std::unique_ptr<Repair>
RetransmitAfterFixedTime(const System& system, const WorkerTransportParameters& parameters)
{
    if (!parameters.repair.recovery)
    {
        return kRetransmitToSwitch.make(system, parameters);
    }
    return std::make_unique<FixedTimeoutRepair>(FromMicroseconds(system.Value(kTimeout)));
}

/// The part: what is not stated is what the module takes for granted of no part of a program.
constexpr TransportPart<Repair> kFixedTimeout{&RetransmitAfterFixedTime};

} // namespace

int
main(int argc, char* argv[])
{
    // Everything except the repair is as in SwitchML.
    SystemRecord fixed = *FindSystem("switchml");
    fixed.name = "switchml_fixed";
    fixed.summary = "as switchml, but with a fixed timer";
    fixed.onHost.repair = &kFixedTimeout;
    fixed.parameters = kParameters;
    return ScenarioMain(argc, argv, {fixed});
}
