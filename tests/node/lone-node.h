/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_NODE_LONE_NODE_H
#define ESA_TEST_NODE_LONE_NODE_H

#include "ns3/esa-agenda.h"
#include "ns3/esa-host-node.h"

#include <memory>
#include <vector>

namespace ns3::esa::test
{

/// A host whose link leads nowhere: it notes what leaves. It goes from step to step.
class LoneNode : private Agenda::Driver, private HostPort
{
  public:
    LoneNode()
    {
        HostPort& port = *this;
        host.Connect(m_agenda, port);
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
        }
    }

    HostNode host;               ///< the host
    std::vector<InaPacket> left; ///< packets that have left
    uint64_t queuedBytes{0};     ///< what waits at the link

  private:
    void Wake(Agenda& /* agenda */, int64_t /* step */) override
    {
    }

    void Send(InaPacket& fragment, Picoseconds /* now */) override
    {
        left.push_back(fragment);
    }

    uint64_t BitsPerS() const override
    {
        return 100000000000;
    }

    uint64_t QueuedBytes(Picoseconds /* now */) const override
    {
        return queuedBytes;
    }

    std::shared_ptr<Agenda> m_agenda{
        std::make_shared<Agenda>(*this, StepClock(1000), 0)}; ///< what is due
};

} // namespace ns3::esa::test

#endif // ESA_TEST_NODE_LONE_NODE_H
