// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_NODE_SILENT_PORT_OWNER_H
#define ESA_TEST_NODE_SILENT_PORT_OWNER_H

#include "ns3/esa-port.h"

namespace ns3::esa::test
{

/// An owner of ports that is informed of everything, and does nothing.
class SilentPortOwner : public PortOwner
{
    void OnMarked(const InaPacket& /* fragment */) override
    {
    }

    void OnDropped(const InaPacket& /* fragment */, bool /* isIncoming */) override
    {
    }

    void OnQueued(const InaPacket& /* fragment */,
                  Picoseconds /* begins */,
                  Picoseconds /* now */) override
    {
    }

    void OnPauseRequested(uint64_t /* bytes */, bool /* isPause */) override
    {
    }

    void OnFrameHere(Frame& /* frame */, Picoseconds /* now */) override
    {
    }
};

} // namespace ns3::esa::test

#endif // ESA_TEST_NODE_SILENT_PORT_OWNER_H
