// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Results of whole runs: tests/scenario/results has files of rows, and a README that describes
// them. Each row also runs in another runner, which has to give the same.

#include "scenario/rows.h"
#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"
#include "ns3/esa-runner-choice.h"

#include <cmath>
#include <gtest/gtest-spi.h>
#include <set>

namespace ns3::esa::test
{
namespace
{

const std::string kResultsFolder = "tests/scenario/results";
const char* const kResultsFiles[] = {"hosts", "operations", "systems"};

/// A scenario of a row, with the values of the paper.
struct RowOfResults
{
    std::string text;                  ///< the scenario
    std::string system;                ///< how it sums
    std::vector<std::string> settings; ///< on top of it, as with --set

    /// @return the same with further settings
    RowOfResults With(const std::vector<std::string>& further) const
    {
        RowOfResults other = *this;
        other.settings.insert(other.settings.end(), further.begin(), further.end());
        return other;
    }

    ValidScenario Scenario() const
    {
        return ValidScenarioOf(text, With({"systems=[\"" + system + "\"]"}).settings);
    }

    /// @return the result without the columns that say how it was computed
    nlohmann::json Run(const RunControl& control = {}) const
    {
        const ValidScenario scenario = Scenario();
        const auto result = RunScenario(scenario, system, scenario->seeds[0], control);
        nlohmann::json row = JsonRow(result.value());
        row.erase("events");
        row.erase("wall_s");
        EXPECT_EQ(row["results_wrong"], 0);
        return row;
    }

    /// @return the command that repeats it; its file is in a folder for temporary files
    std::string Command(const std::string& file) const
    {
        const auto path = std::filesystem::temp_directory_path() / ("esa-" + file + ".json");
        std::ofstream(path) << text;
        std::string command =
            "./ns3 run esa-scenario -- --config " + path.string() + " --system " + system;
        for (const std::string& setting : settings)
        {
            command += " --set '" + setting + "'";
        }
        return command;
    }
};

/// @return the column of a row by its name, or an element of a list: "jct_ms_per_job[1]"
double
ColumnOf(const nlohmann::json& row, const std::string& name)
{
    const std::size_t bracket = name.find('[');
    nlohmann::json value = row.value(name.substr(0, bracket), nlohmann::json());
    if (bracket != std::string::npos)
    {
        value = value.at(std::stoul(name.substr(bracket + 1)));
    }
    EXPECT_TRUE(value.is_number()) << "there is no column " << name;
    return value.is_number() ? value.get<double>() : std::nan("");
}

/// What the right side of a comparison may name: numbers, `form`, and `(SETTING...)`, the same
/// column with further settings; with `*`, `/` and `+` between them.
class Expression
{
  public:
    Expression(const RowOfResults& row, const std::string& column)
        : m_row(row),
          m_column(column)
    {
    }

    double Of(const std::string& text) const
    {
        double sum = 0;
        for (const std::string& product : Split(text, '+'))
        {
            double value = 1;
            for (const std::string& factor : Split(product, '*'))
            {
                const auto parts = Split(factor, '/');
                value *= Factor(parts[0]);
                for (std::size_t i = 1; i < parts.size(); ++i)
                {
                    value /= Factor(parts[i]);
                }
            }
            sum += value;
        }
        return sum;
    }

  private:
    /// @return the parts of a text between marks outside of brackets
    static std::vector<std::string> Split(const std::string& text, char mark)
    {
        std::vector<std::string> parts{""};
        int depth = 0;
        for (const char c : text)
        {
            depth += (c == '(' ? 1 : 0) - (c == ')' ? 1 : 0);
            if (c == mark && depth == 0)
            {
                parts.emplace_back();
            }
            else if (c != ' ' || depth > 0)
            {
                parts.back() += c;
            }
        }
        return parts;
    }

    double Factor(const std::string& text) const
    {
        if (text == "form")
        {
            const auto form = ClosedFormMs(m_row.Scenario(), m_row.system);
            EXPECT_TRUE(form) << "there is no closed form";
            return form.value_or(std::nan(""));
        }
        if (!text.empty() && text[0] == '(')
        {
            auto settings = WordsOf(text.substr(1, text.size() - 2));
            RowOfResults other = m_row;
            if (settings[0].find('=') == std::string::npos)
            {
                other.system = settings[0]; // of another system
                settings.erase(settings.begin());
            }
            return ColumnOf(other.With(settings).Run(), m_column);
        }
        std::size_t end = 0;
        const double value = std::stod(text, &end);
        EXPECT_EQ(end, text.size()) << text << " is no number";
        return value;
    }

    const RowOfResults& m_row;   ///< whose settings others are on top of
    const std::string& m_column; ///< of both
};

/// Compares a column of a row: "COLUMN is EXPRESSION [within P %]", "COLUMN below EXPRESSION" or
/// "COLUMN above EXPRESSION".
void
CompareColumn(const RowOfResults& row, const nlohmann::json& result, const std::string& check)
{
    const std::size_t verb = check.find(' ');
    const std::size_t right = check.find(' ', verb + 1);
    ASSERT_NE(right, std::string::npos) << check;
    const std::string column = check.substr(0, verb);
    const std::string name = check.substr(verb + 1, right - verb - 1);
    const auto sides = Parts(check.substr(right + 1), " within ");
    const double value = ColumnOf(result, column);
    const double other = Expression(row, column).Of(sides[0]);
    const double tolerance = sides.size() > 1 ? std::stod(sides[1]) / 100 : 1e-9;
    if (name == "is")
    {
        EXPECT_NEAR(value, other, tolerance * std::abs(other)) << check;
    }
    else if (name == "below")
    {
        EXPECT_LT(value, other) << check;
    }
    else
    {
        ASSERT_EQ(name, "above") << check;
        EXPECT_GT(value, other) << check;
    }
}

/// Runs a row in another runner, another one for each row.
void
CompareRunners(const RowOfResults& row, const nlohmann::json& result, std::size_t number)
{
    const bool hasRounds = ReasonAgainstRounds(row.Scenario(), {}).empty();
    const bool hasThreads = hasRounds && ReasonForOneThread(row.Scenario(), {}).empty();
    RunControl control;
    control.threads = number % 3 == 2 && hasThreads ? 2 : 1;
    const std::string engine = number % 3 > 0 && hasRounds ? "rounds" : "ns3";
    const auto other = row.With({"engine=" + engine});
    EXPECT_EQ(other.Run(control), result) << other.Command("other");
}

/// Compares what a row says with a run of its scenario.
void
CompareResult(const std::string& base,
              const std::vector<std::string>& words,
              const std::string& outcome,
              std::size_t number)
{
    const RowOfResults row{OnPaper(BeginsWith(base, "scenarios/") ? ReadTextFile(base) : base),
                           words.at(0),
                           {words.begin() + 1, words.end()}};
    SCOPED_TRACE(row.Command("row"));
    if (outcome == "has no form")
    {
        EXPECT_FALSE(ClosedFormMs(row.Scenario(), row.system));
        return;
    }
    const std::string fails = "fails with ";
    if (BeginsWith(outcome, fails))
    {
        EXPECT_TRUE(HasText(ErrorOfRun([&row] { row.Run(); }), outcome.substr(fails.size())));
        return;
    }
    const nlohmann::json result = row.Run();
    for (const std::string& check : Parts(outcome, " & "))
    {
        CompareColumn(row, result, check);
    }
    CompareRunners(row, result, number);
}

class Results : public testing::TestWithParam<const char*>
{
};

TEST_P(Results, HoldInEachRow)
{
    std::size_t number = 0;
    const RowsFile file(kResultsFolder + "/" + GetParam() + ".txt",
                        [&number](const auto& base, const auto& words, const auto& outcome) {
                            CompareResult(base, words, outcome, number++);
                        });
    EXPECT_GE(file.rows, 5U);
}

INSTANTIATE_TEST_SUITE_P(Files, Results, testing::ValuesIn(kResultsFiles), [](const auto& info) {
    return std::string(info.param);
});

TEST(ResultsOfRuns, AreInTheFilesThatThisTestReads)
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kResultsFolder))
    {
        if (entry.path().extension() == ".txt")
        {
            names.insert(entry.path().stem().string());
        }
    }
    EXPECT_EQ(names, std::set<std::string>(std::begin(kResultsFiles), std::end(kResultsFiles)));
}

TEST(ResultsOfRuns, AWrongNumberIsFound)
{
    const RowOfResults row{OnPaper(R"({"iterations": 1, "jobs": {"count": 1, "workers": 2}})"),
                           "ring",
                           {}};
    const nlohmann::json result = row.Run();
    nlohmann::json wrong = result;
    wrong["jct_ms"] = 1.1 * result["jct_ms"].get<double>();
    const std::string same = "jct_ms is (engine=ns3)";
    CompareColumn(row, result, same);
    testing::TestPartResultArray found;
    {
        testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD,
            &found);
        CompareColumn(row, wrong, same);
        CompareColumn(row, wrong, "jct_ms below (ring)");
        CompareColumn(row, result, "jct_ms above (ring)");
    }
    EXPECT_EQ(found.size(), 3);
}

} // namespace
} // namespace ns3::esa::test
