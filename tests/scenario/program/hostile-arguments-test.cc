/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Command lines that nobody types by hand.

#include "scenario/program/program-call.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using HostileArguments = ScenarioProgram;

/// Expects a refusal of at most 21 short lines.
void
ExpectRefusal(const CallResult& outcome, const std::string& phrase)
{
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(HasText(outcome.err, phrase));
    const std::vector<std::string> lines = Lines(outcome.err);
    EXPECT_LE(lines.size(), 21U);
    for (const std::string& line : lines)
    {
        EXPECT_TRUE(BeginsWith(line, "esa-scenario: error: "));
        EXPECT_LE(line.size(), 2100U);
    }
}

TEST_F(HostileArguments, AreEscapedAndCut)
{
    const std::string forged = "x\nesa-scenario: error: forged\x1b[31m";
    const std::vector<std::vector<std::string>> calls{{forged},
                                                      {"--" + forged},
                                                      {"--set", forged},
                                                      {"--set", forged + "=1"},
                                                      {"--set", "name=" + forged},
                                                      {"--config", forged},
                                                      {"--timeline", "no/" + forged},
                                                      {"--out", "/dev/null/" + forged},
                                                      {"--system", forged},
                                                      {"--seed", forged},
                                                      {"--timeline", "a", "--sample-us", forged},
                                                      {"--ns3::" + forged + "=1"},
                                                      {"--ns3::TcpSocket::" + forged + "=1"}};
    for (std::vector<std::string> call : calls)
    {
        ExpectRefusal(Call(call), "");
        for (std::string& argument : call)
        {
            const auto at = argument.find(forged);
            if (at != std::string::npos)
            {
                argument.replace(at, forged.size(), std::string(50'000, 'y'));
            }
        }
        const CallResult outcome = Call(call);
        ExpectRefusal(outcome, "");
        EXPECT_LE(outcome.err.size(), 1000U) << call[0].substr(0, 100);
    }
    for (const char* const argument : {"--\xff", "\xff"})
    {
        ExpectRefusal(Call({argument}), "");
    }
    ExpectRefusal(Call({"--set", "description=\xff"}), "must be a text in UTF-8");
}

TEST_F(HostileArguments, FilesThatAreNoneAreRefusedWithOneError)
{
    const std::string fifo = m_directory.Path("fifo");
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    const std::string model = m_directory.Path("fifo.json");
    ASSERT_EQ(mkfifo(model.c_str(), 0600), 0);
    const std::vector<std::vector<std::string>> calls{{"--config", fifo},
                                                      {"--set", "trace.file=" + fifo},
                                                      {"--set", "dnns.A.model=" + model}};
    for (const auto& call : calls)
    {
        const CallResult outcome = Call(call);
        ExpectRefusal(outcome, "cannot be read: it is not a regular file");
        EXPECT_EQ(Lines(outcome.err).size(), 1U);
    }
    ExpectRefusal(Call({"--config", "/dev/zero"}), "it is not a regular file");
}

TEST_F(HostileArguments, TheSchemaHasTheFormatOfModelFiles)
{
    const json schema = json::parse(Call({"--print-schema"}).out);
    const json& model = schema.at("definitions").at("model_file");
    EXPECT_EQ(model.at("required"), json({"name", "layers"}));
    EXPECT_TRUE(model.at("properties").at("layers").contains("items"));
    EXPECT_FALSE(model.contains("$schema"));
}

} // namespace
} // namespace ns3::esa::test
