// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_NODE_LONE_NODE_H
#define ESA_TEST_NODE_LONE_NODE_H

#include "node/silent-port-owner.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-host-node.h"

#include <memory>
#include <vector>

namespace ns3::esa::test
{

/// A host whose link leads nowhere. It goes from step to step.
class LoneNode : private Agenda::Driver, private SilentPortOwner
{
  public:
    static constexpr uint64_t kBitsPerS = 100000000000; ///< rate of the link

    LoneNode()
    {
        Agenda::Driver& driver = *this;
        m_agenda = std::make_shared<Agenda>(driver, StepClock(1000), 0);
        m_port.SetNode(m_agenda, 0);
        host.Connect(m_agenda, m_port, kBitsPerS);
    }

    LoneNode(const LoneNode&) = delete;
    LoneNode& operator=(const LoneNode&) = delete;

    ~LoneNode() override
    {
        m_agenda->Close();
    }

    /// @return what is due at the host
    Agenda& Due()
    {
        return *m_agenda;
    }

    /// @brief Runs until nothing is due any more.
    void Run()
    {
        while (m_agenda->Next() != Agenda::kNoStep)
        {
            m_agenda->Run(m_agenda->Next() + 1);
            for (Line* const line : m_sent)
            {
                line->Publish();
            }
            m_sent.clear();
        }
    }

    HostNode host; ///< the host

  private:
    void Wake(Agenda& /* agenda */, int64_t /* step */) override
    {
    }

    void OnSent(Line& line) override
    {
        if (Agenda::Running())
        {
            m_sent.push_back(&line);
            return;
        }
        line.Publish();
    }

    // The owner of the port

    void PreparePort() override
    {
        Line::Rules rules;
        rules.bitsPerS = kBitsPerS;
        rules.delay = Picoseconds(1000);
        m_port.SetRules(rules);
        m_far.SetNode(m_agenda, 1);
        m_port.Connect(m_far);
    }

    std::shared_ptr<Agenda> m_agenda; ///< what is due
    std::vector<Line*> m_sent;        ///< lines with news
    Port m_port{*this};               ///< of the host
    Port m_far{*this};                ///< at the other end
};

} // namespace ns3::esa::test

#endif // ESA_TEST_NODE_LONE_NODE_H
