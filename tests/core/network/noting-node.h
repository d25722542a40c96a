// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_NETWORK_NOTING_NODE_H
#define ESA_TEST_CORE_NETWORK_NOTING_NODE_H

#include "ns3/esa-agenda.h"
#include "ns3/esa-line.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A driver that notes when nodes have something earlier to do.
class NotingDriver : public Agenda::Driver
{
  public:
    void Wake(Agenda& /* agenda */, int64_t step) override
    {
        woken.push_back(step);
    }

    void OnSent(Line& line) override
    {
        line.Publish();
    }

    std::vector<int64_t> woken; ///< the steps
};

/// A node that notes what happens.
class AgendaTest : public testing::Test
{
  protected:
    /// @return the time of a step
    static Picoseconds Step(int64_t step)
    {
        return Picoseconds(1000 * step);
    }

    /// @brief Notes something, with the time.
    void Note(const std::string& what)
    {
        happened.push_back(what + "@" + std::to_string(agenda->Now().count()));
    }

    NotingDriver driver; ///< of the node
    std::shared_ptr<Agenda> agenda{
        std::make_shared<Agenda>(driver, StepClock(1000), 7)}; ///< of the node
    std::vector<std::string> happened;                         ///< in order
};

using Happened = std::vector<std::string>;

} // namespace ns3::esa::test

#endif // ESA_TEST_CORE_NETWORK_NOTING_NODE_H
