// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Results of whole runs: tests/scenario/results has files of rows, and a README that describes
// them. Each row also runs in the other runners, which have to give the same.

#include "core/switch-systems.h"
#include "scenario/rows.h"
#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-system-registry.h"

#include <cctype>
#include <cmath>
#include <gtest/gtest-spi.h>
#include <set>

namespace ns3::esa::test
{
namespace
{

const std::string kResultsFolder = "tests/scenario/results";
const std::set<std::string> kFilesOfDefaults{"defaults", "parts"}; // without OnPaper()

/// Expects that the parts of a time add up to it, and that none is negative.
void
ExpectAllParts(const nlohmann::json& row)
{
    double sum = 0;
    for (const std::string part :
         {"compute", "payload", "headers", "latency", "window", "queue", "repair", "late"})
    {
        const double ms = row.at("jct_" + part + "_ms");
        EXPECT_GE(ms, 0) << part;
        sum += ms;
    }
    const double jctMs = row.at("jct_ms");
    EXPECT_NEAR(sum, jctMs, 1e-9 * jctMs) << "the parts";
}

/// A scenario of a row.
struct RowOfResults
{
    std::string text;                  ///< the scenario
    std::string folder;                ///< where the files are that it names
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
        const auto all = With({"systems=[\"" + system + "\"]"}).settings;
        return ParseScenario(text, "FILE", Overrides(all), folder).scenario;
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
        if (row.contains("jct_compute_ms"))
        {
            ExpectAllParts(row);
        }
        return row;
    }

    /// @return Run(), which several checks compare with
    const nlohmann::json& KeptRun() const
    {
        static std::map<std::string, nlohmann::json> rows;
        const std::string key = system + " " + Joined(settings) + text;
        if (rows.count(key) == 0)
        {
            rows[key] = Run();
        }
        return rows[key];
    }

    /// @return the command that repeats it; its file is in a folder for temporary files
    std::string Command(const std::string& file) const
    {
        const auto path = std::filesystem::temp_directory_path() / ("esa-" + file + ".json");
        // with the paths of the files that it names
        const auto changeable = [this] { return ParseScenario(text, "FILE", {}, folder).toChange; };
        std::ofstream(path) << (folder.empty() ? text : changeable().dump(2));
        std::string command =
            "./ns3 run esa-scenario -- --config " + path.string() + " --system " + system;
        for (const std::string& setting : settings)
        {
            command += " --set '" + setting + "'";
        }
        return command;
    }
};

/// @return the column of a row by its name, or an element of a list: "iteration_ms[1][0]"
double
ColumnOf(const nlohmann::json& row, const std::string& name)
{
    std::size_t bracket = name.find('[');
    nlohmann::json value = row.value(name.substr(0, bracket), nlohmann::json());
    for (; bracket != std::string::npos; bracket = name.find('[', bracket + 1))
    {
        value = nlohmann::json(value.at(std::stoul(name.substr(bracket + 1))));
    }
    EXPECT_TRUE(value.is_number()) << "there is no column " << name;
    return value.is_number() ? value.get<double>() : std::nan("");
}

/// What the right side of a comparison may name: numbers, `form`, other columns, and
/// `(SETTING...)`, the same column with further settings; with `*`, `/` and `+` between them.
class Expression
{
  public:
    Expression(const RowOfResults& row, const nlohmann::json& result, const std::string& column)
        : m_row(row),
          m_result(result),
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
            return ColumnOf(other.With(settings).KeptRun(), m_column);
        }
        if (!text.empty() && std::isalpha(text[0]))
        {
            return ColumnOf(m_result, text);
        }
        std::size_t end = 0;
        const double value = std::stod(text, &end);
        EXPECT_EQ(end, text.size()) << text << " is no number";
        return value;
    }

    const RowOfResults& m_row;      ///< whose settings others are on top of
    const nlohmann::json& m_result; ///< of the row
    const std::string& m_column;    ///< of both
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
    const double other = Expression(row, result, column).Of(sides[0]);
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

/// Runs a row in the other runners; in rounds with several threads, if they can share its nodes.
/// The tables of links and switches have to be the same, too.
void
CompareRunners(const RowOfResults& row, const nlohmann::json& result, uint32_t threads)
{
    const bool hasRounds = ReasonAgainstRounds(row.Scenario(), {}).empty();
    const bool hasThreads = hasRounds && ReasonForOneThread(row.Scenario(), {}).empty();
    const TemporaryDirectory folder;
    std::string tables;
    for (const std::string engine : {"ns3", "rounds"})
    {
        if (engine == "rounds" && !hasRounds)
        {
            continue;
        }
        RunControl control;
        control.threads = engine == "rounds" && hasThreads ? threads : 1;
        control.recording.links = folder.Path(engine + "-links");
        control.recording.switches = folder.Path(engine + "-switches");
        const RowOfResults other = row.With({"engine=" + engine});
        SCOPED_TRACE(other.Command("other") + " --threads " + std::to_string(control.threads));
        EXPECT_EQ(other.Run(control), result);
        const std::string written =
            ReadTextFile(control.recording.links) + ReadTextFile(control.recording.switches);
        EXPECT_EQ(written, tables.empty() ? written : tables);
        tables = written;
    }
}

/// Compares what a row says with a run of its scenario.
void
CompareResult(const std::string& base,
              const std::vector<std::string>& words,
              const std::string& outcome,
              bool isOnPaper,
              uint32_t number)
{
    const bool isFile = base[0] != '{';
    const std::string text = isFile ? ReadTextFile(base) : base;
    const RowOfResults row{isOnPaper ? OnPaper(text) : text,
                           isFile ? std::filesystem::path(base).parent_path() : "",
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
        const std::string error = ErrorOfRun([&row] { row.Run(); });
        for (const std::string& part : Parts(outcome.substr(fails.size()), " | "))
        {
            EXPECT_TRUE(HasText(error, part));
        }
        return;
    }
    const nlohmann::json result = row.Run();
    for (const std::string& check : Parts(outcome, " & "))
    {
        CompareColumn(row, result, check);
    }
    CompareRunners(row, result, 2 + number % 3);
}

/// @return the names of the systems whose record has a property, as alternatives "<a|b>"
template <typename F>
std::string
SystemsThat(F&& have)
{
    std::string names;
    for (const SystemRecord& system : Systems())
    {
        names += have(system) ? (names.empty() ? "<" : "|") + std::string(system.name) : "";
    }
    return names + ">";
}

/// What "<systems>" stands for, and its like: a new system is in the rows at once.
std::map<std::string, std::string>
NamesOfSystems()
{
    const auto sums = [](const SystemRecord& system) {
        return !system.SumsInHosts() && !system.admission.fallback;
    };
    return {{"<systems>", SystemsThat([](const SystemRecord&) { return true; })},
            {"<switches>", SystemsThat(sums)},
            {"<repairing systems>", SystemsThat([](const SystemRecord& system) {
                 return system.SumsInHosts() || Repairs(system.name);
             })},
            {"<repairing switches>", SystemsThat([&sums](const SystemRecord& system) {
                 return sums(system) && Repairs(system.name);
             })},
            {"<switches with servers>", SystemsThat([&sums](const SystemRecord& system) {
                 return sums(system) && system.onHost.hasSummingServer;
             })}};
}

class Results : public testing::TestWithParam<std::string>
{
};

TEST_P(Results, HoldInEachRow)
{
    uint32_t number = 0;
    const bool isOnPaper = kFilesOfDefaults.count(GetParam()) == 0;
    const RowsFile file(
        kResultsFolder + "/" + GetParam() + ".txt",
        [&number, isOnPaper](const auto& base, const auto& words, const auto& outcome) {
            CompareResult(base, words, outcome, isOnPaper, number++);
        },
        NamesOfSystems());
    EXPECT_GE(file.rows, 5U);
}

// A suite for each file, so that several cores share them.
INSTANTIATE_TEST_SUITE_P(Hosts, Results, testing::Values("hosts"));
INSTANTIATE_TEST_SUITE_P(Operations, Results, testing::Values("operations"));
INSTANTIATE_TEST_SUITE_P(Systems, Results, testing::Values("systems"));
INSTANTIATE_TEST_SUITE_P(Faults, Results, testing::Values("faults"));
INSTANTIATE_TEST_SUITE_P(Networks, Results, testing::Values("networks"));
INSTANTIATE_TEST_SUITE_P(Defaults, Results, testing::Values("defaults"));
INSTANTIATE_TEST_SUITE_P(Parts, Results, testing::Values("parts"));

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
    std::set<std::string> read;
    const auto& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i)
    {
        const auto& suite = *all.GetTestSuite(i);
        if (Parts(suite.name(), "/").back() == "Results")
        {
            read.insert(Parts(suite.GetTestInfo(0)->value_param(), "\"").at(1));
        }
    }
    EXPECT_EQ(names, read);
}

TEST(ResultsOfRuns, AWrongNumberIsFound)
{
    const RowOfResults row{OnPaper(R"({"iterations": 1, "jobs": {"count": 1, "workers": 2}})"),
                           "",
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
