/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/switch-systems.h"
#include "scenario/program/program-call.h"
#include "scenario/test-util.h"

#include "ns3/esa-learning-run.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using test::Call;
using test::HasText;
using test::Lines;
using test::TemporaryDirectory;

const char* const kScenario = "scenarios/accuracy/digits.json";
const char* const kDigits = "traces/datasets/digits.csv";

/// Perceptrons that were trained through a simulated switch.
class Trained
{
  public:
    /**
     * @param system the system
     * @param iterations number of iterations
     * @param loss probability that a packet is lost
     */
    Trained(const std::string& system,
            uint32_t iterations,
            double loss,
            const std::vector<ScenarioOverride>& more = {})
        : m_scenario(ReadScenario(kScenario, Overrides(iterations, loss, more)).scenario),
          m_data(Digits()),
          run(m_scenario, m_data, LearningOptions{}, system, 1)
    {
        RunControl control;
        control.gradients = run.Gradients();
        control.built = [this](const Network& network) { run.Watch(network); };
        result = *RunScenario(m_scenario, system, 1, control);
    }

    /// Expects that every worker has learnt bit by bit what it learns from sums in fixed point.
    void ExpectFixedPointLearning() const
    {
        for (uint32_t job = 0; job < m_scenario->jobs.count; ++job)
        {
            LocalLearning local(run.LearningOf(job), GradientSumming::FixedPoint);
            for (uint32_t i = 0; i < m_scenario->iterations; ++i)
            {
                local.Step();
            }
            EXPECT_TRUE(run.WorkersAgree(job));
            for (uint32_t worker = 0; worker < m_scenario->jobs.workers; ++worker)
            {
                EXPECT_EQ(local.Model().Parameters(), run.ModelOf(job, worker).Parameters())
                    << "job " << job << ", worker " << worker;
            }
        }
    }

  private:
    /// @return what is changed in the scenario
    static std::vector<ScenarioOverride> Overrides(uint32_t iterations,
                                                   double loss,
                                                   const std::vector<ScenarioOverride>& more)
    {
        std::vector<ScenarioOverride> all{{"iterations", "iterations", iterations},
                                          {"loss", "faults.every_link.loss_probability", loss}};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    /// @return the digits
    static SplitDataSet Digits()
    {
        std::ifstream file(kDigits);
        return Split(ReadDataSet(file, kDigits));
    }

    ValidScenario m_scenario; ///< what is run
    SplitDataSet m_data;      ///< what is learnt

  public:
    LearningRun run;  ///< what was learnt
    RunResult result; ///< the rest
};

TEST(Learning, TheDigitsAreAllThere)
{
    std::ifstream file(kDigits);
    ASSERT_TRUE(file) << "the tests run at the top of the repository";
    const DataSet data = ReadDataSet(file, kDigits);
    EXPECT_EQ(data.Size(), 1797U);
    EXPECT_EQ(data.features, 64U);
    EXPECT_EQ(data.classes, 10U);
    // numbers of digits in UCI's description of the testing set
    EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), 0U), 178);
    EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), 8U), 174);
}

TEST(Learning, ThroughEverySwitchIsThatOfFixedPointSums)
{
    const auto carriesValues = [](const SystemRecord& system) {
        return system.onHost.frame != FrameFormat::Mtu;
    };
    for (const std::string& system : test::SwitchSystemsWhere(carriesValues))
    {
        SCOPED_TRACE(system);
        const Trained trained(system, 20, 0);
        EXPECT_EQ(trained.result.packetsLost, 0U);
        trained.ExpectFixedPointLearning();
    }
}

TEST(Learning, LossesAndPreemptionsDoNotChangeIt)
{
    const Trained trained("esa", 100, 0.01);
    EXPECT_GT(trained.result.packetsLost, 100U);
    EXPECT_GT(trained.result.preemptions, 100U);
    EXPECT_GT(trained.result.retransmissions, 100U);
    trained.ExpectFixedPointLearning();
}

TEST(Learning, IsAsGoodAsByExactSums)
{
    const Trained trained("esa", 100, 0.01);
    const auto& points = trained.run.Points();
    EXPECT_EQ(points.size(), 2 * (1 + 10U))
        << "both jobs, at the beginning and every 10 iterations";
    for (const LearningPoint& point : points)
    {
        EXPECT_NEAR(point.learnt.accuracy, point.exact.accuracy, 0.01);
        EXPECT_NEAR(point.learnt.loss, point.exact.loss, 1e-5);
        EXPECT_LT(point.largestDifference, 1e-6);
        if (point.iteration == 0)
        {
            EXPECT_LT(point.learnt.accuracy, 0.3);
            EXPECT_EQ(point.largestDifference, 0);
        }
        if (point.iteration == 100)
        {
            EXPECT_GT(point.learnt.accuracy, 0.85) << "nothing was learnt";
            EXPECT_GT(point.largestDifference, 0) << "fixed point is not exact";
        }
    }
}

TEST(Learning, WithSixteenBitsIsExactInIntegersAndNearlyAsGood)
{
    for (const char* precision : {"bf16", "fp16"})
    {
        std::vector<ScenarioOverride> pairs;
        for (const auto& [name, bytes] :
             {std::pair{"L", std::pair{1300U, 8320U}}, {"S", std::pair{660U, 4160U}}})
        {
            const std::string dnn = "dnns." + std::string(name);
            pairs.push_back({dnn, dnn + ".precision", precision});
            pairs.push_back({dnn, dnn + ".partitions.0.bytes", bytes.first});
            pairs.push_back({dnn, dnn + ".partitions.1.bytes", bytes.second});
        }
        const Trained trained("esa", 100, 0.01, pairs);
        EXPECT_GT(trained.result.packetsLost, 100U);
        EXPECT_EQ(trained.result.resultsWrong, 0U);
        trained.ExpectFixedPointLearning();
        const LearningPoint& last = trained.run.Points().back();
        EXPECT_GT(last.learnt.accuracy, 0.85) << precision;
        EXPECT_NEAR(last.learnt.accuracy, last.exact.accuracy, 0.03) << precision;
        EXPECT_GT(last.largestDifference, 1e-5) << precision;
    }
}

/// @return the arguments of a short run that learns
std::vector<std::string>
ShortRun(const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"--config",
                                       kScenario,
                                       "--system",
                                       "esa",
                                       "--iterations",
                                       "12",
                                       "--learn",
                                       kDigits};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(LearningProgram, WritesTheCurves)
{
    const TemporaryDirectory directory;
    const auto path = directory.Path("accuracy.csv");
    const auto outcome = Call(ShortRun({"--accuracy", path, "--seed", "1,2"}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(HasText(outcome.out, "esa, seed 2, job 1: accuracy 0."));
    EXPECT_TRUE(HasText(outcome.out, " after 12 iterations, with exact sums 0."));
    const auto lines = Lines(ReadTextFile(path));
    ASSERT_EQ(lines.size(), 1 + 2 * 2 * 3U) << "at 0, 10 and 12 iterations, of two jobs and seeds";
    EXPECT_EQ(lines[0],
              "system,seed,job,iteration,loss,accuracy,exact_loss,exact_accuracy,"
              "largest_difference");
    EXPECT_TRUE(test::BeginsWith(lines[1], "esa,1,0,0,"));
    EXPECT_TRUE(test::BeginsWith(lines[12], "esa,2,"));
}

TEST(LearningProgram, LearningChangesNoOtherResult)
{
    const TemporaryDirectory directory;
    const auto learns = ShortRun({"--out", directory.Path("learns")});
    auto sends = ShortRun({"--out", directory.Path("sends")});
    sends.erase(sends.begin() + 6, sends.begin() + 8); // --learn
    ASSERT_EQ(Call(learns).code, 0);
    ASSERT_EQ(Call(sends).code, 0);
    EXPECT_EQ(test::Reproducible(directory.Path("learns/result.csv")),
              test::Reproducible(directory.Path("sends/result.csv")));
}

/// A call that is refused, and a part of the message.
struct Refusal
{
    std::vector<std::string> more; ///< arguments
    std::string words;             ///< part of the message
};

TEST(LearningProgram, BadInputIsNamedAndNothingRuns)
{
    const TemporaryDirectory directory;
    const auto broken = directory.Write("broken.csv", "1,2,0\n1,2\n");
    const auto there = directory.Write("there.csv", "");
    for (const Refusal& refusal : std::vector<Refusal>{
             {{"--set", "payload=digest"}, "payload must be full, not digest"},
             {{"--system", "iswitch"}, "iswitch"},
             {{"--set", "dnns.S.partitions.0.bytes=1324"}, "dnns.S is no perceptron"},
             {{"--set", "dnns.L.precision=fp16"}, "dnns.L is no perceptron of 64 inputs"},
             {{"--learn", broken}, "broken.csv, line 2: has 2 fields, must have 3"},
             {{"--learn", directory.Path("none.csv")}, "none.csv"},
             {{"--batch", "0"}, "--batch 0: is not allowed: must be an integer from 1"},
             {{"--learning-rate", "-1"},
              "--learning-rate -1: is not allowed: must be a number > 0"},
             {{"--accuracy", there}, "exists already"},
             {{"--accuracy", directory.Path("")}, "is a directory"},
         })
    {
        std::vector<std::string> arguments{"--config", kScenario, "--out", directory.Path("out")};
        const bool named = refusal.more[0] == "--learn";
        if (!named)
        {
            arguments.insert(arguments.end(), {"--learn", kDigits});
        }
        arguments.insert(arguments.end(), refusal.more.begin(), refusal.more.end());
        const auto outcome = Call(arguments);
        EXPECT_EQ(outcome.code, 2) << refusal.words;
        EXPECT_TRUE(HasText(outcome.err, refusal.words));
        EXPECT_FALSE(std::filesystem::exists(directory.Path("out")));
    }
    const auto alone = Call({"--batch", "4"});
    EXPECT_EQ(alone.code, 2);
    EXPECT_TRUE(HasText(alone.err, "--batch 4: is allowed with --learn only"));
}

} // namespace
} // namespace ns3::esa
