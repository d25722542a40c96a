/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/program/program-call.h"

#include <cstdlib>

namespace ns3::esa::test
{

/// Calls with a variable of the environment.
class ProgramEnvironment : public ScenarioProgram
{
  protected:
    Outcome CallWith(const char* name, const std::string& value)
    {
        setenv(name, value.c_str(), 1);
        const Outcome outcome = Call({"--validate", "--config", m_config});
        unsetenv(name);
        return outcome;
    }
};

TEST_F(ProgramEnvironment, RefusesVariablesWithWhichNs3WouldAbort)
{
    const std::vector<std::pair<const char*, std::string>> wrong{
        {"NS_LOG", "Nonsense=debug"},
        {"NS_LOG", "Simulator|all"},
        {"NS_LOG", "Simulator=nonsense"},
        {"NS_LOG", "="},
        {"NS_GLOBAL_VALUE", "SimulatorImplementationType=x"},
        {"NS_GLOBAL_VALUE", "RngRun=3"},
        {"NS_GLOBAL_VALUE", "Nothing=1"},
        {"NS_GLOBAL_VALUE", "PrintHelp"},
        {"NS_ATTRIBUTE_DEFAULT", "ns3::TcpSocket::SegmentSize=x"},
        {"NS_ATTRIBUTE_DEFAULT", "ns3::esa::EsaSwitch::"},
        {"NS_ATTRIBUTE_DEFAULT", "\x1b[2J"}};
    for (const auto& [name, value] : wrong)
    {
        const Outcome outcome = CallWith(name, value);
        EXPECT_EQ(outcome.code, 2) << name << "=" << value;
        EXPECT_EQ(Lines(outcome.err).size(), 1) << outcome.err;
        EXPECT_TRUE(BeginsWith(outcome.err, std::string("esa-scenario: error: ") + name));
        EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
    }
}

#ifndef NS3_LOG_ENABLE
TEST_F(ProgramEnvironment, TellsThatLogsAreNotCompiledIn)
{
    setenv("NS_LOG", "EsaSwitch=debug", 1);
    const Outcome outcome = Call({"--config", m_config});
    const Outcome quiet = Call({"--config", m_config, "--quiet"});
    unsetenv("NS_LOG");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(HasText(outcome.err, "NS_LOG: the logs of this program are not compiled in"));
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(Call({"--config", m_config}).err, "");
}
#endif

TEST_F(ProgramEnvironment, KeepsGoodVariables)
{
    EXPECT_EQ(CallWith("NS_LOG", "").code, 0);
    EXPECT_EQ(CallWith("NS_LOG", "Simulator=level_error|prefix_time:Config=error").code, 0);
    EXPECT_EQ(CallWith("NS_GLOBAL_VALUE", "ChecksumEnabled=true;").code, 0);
    EXPECT_EQ(CallWith("NS_ATTRIBUTE_DEFAULT", "ns3::TcpSocket::SegmentSize=1000").code, 0);
}

} // namespace ns3::esa::test
