/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Makes drafts legal. No rule between fields is written down here: the errors say what is allowed.

#include "ways/draft.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-error.h"

#include <map>
#include <regex>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kMostRounds = 12; ///< of errors; what is not legal then is drawn anew

/// @return the value that an error asks for; null: it names none
json
AdvisedValue(Draft& draft, const std::string& advice)
{
    static const std::regex least(R"(at least one [^=]*?, (\d+) bytes)");
    static const std::regex needed(R"(at least one .* = (\d+))");
    static const std::regex limit(R"(^(at least|at most|above|below) (/[\w/]+ = )?([\d.e+-]+))");
    static const std::regex orLeast(R"(or at least (/[\w/]+ = )?(\d+))");
    static const std::regex plain(R"(^(\[\]|true|false|[\d.]+(?= |$)))");
    static const std::regex names(R"(^("\w+"(, | or )?)+)");
    std::smatch found;
    if (std::regex_search(advice, found, least) || std::regex_search(advice, found, needed))
    {
        return std::stoll(found[1]) * draft.random.Pick<int64_t>({1, 1, 2, 3, 8, 40});
    }
    if (std::regex_search(advice, found, orLeast))
    {
        return std::stoll(found[2]) * draft.random.Pick<int64_t>({1, 2, 5});
    }
    if (std::regex_search(advice, found, limit))
    {
        const json value = json::parse(found[3].str(), nullptr, false);
        if (!value.is_number())
        {
            return nullptr;
        }
        if (found[1] == "at least" || found[1] == "at most")
        {
            return value;
        }
        const double factor = found[1] == "above" ? 1.25 : 0.8;
        return value.is_number_integer() ? json(static_cast<int64_t>(value.get<double>() * factor))
                                         : json(value.get<double>() * factor);
    }
    if (std::regex_search(advice, found, names))
    {
        std::vector<std::string> all;
        std::string list = found[0];
        static const std::regex name(R"(\w{2,})");
        for (std::sregex_iterator i(list.begin(), list.end(), name), end; i != end; ++i)
        {
            if (i->str() != "or")
            {
                all.push_back(i->str());
            }
        }
        return all.empty() ? json() : json(draft.random.Pick(all));
    }
    if (std::regex_search(advice, found, plain))
    {
        const json value = json::parse(found[1].str(), nullptr, false);
        return value.is_discarded() ? json() : value;
    }
    return nullptr;
}

/// Leaves out the field of an error, or the entry of a list in which it is.
void
LeaveOut(json& config, const std::string& pointer)
{
    std::vector<std::string> names = SplitPointer(pointer);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        if (!names[i].empty() && names[i].find_first_not_of("0123456789") == std::string::npos)
        {
            names.resize(i + 1);
        }
    }
    while (!names.empty())
    {
        std::string place;
        for (const std::string& name : names)
        {
            place = ChildPointer(place, name);
        }
        const json::json_pointer found(place);
        if (config.contains(found))
        {
            json& parent = config[found.parent_pointer()];
            if (parent.is_array())
            {
                parent.erase(std::stoul(names.back()));
            }
            else
            {
                parent.erase(names.back());
                return;
            }
            if (!parent.empty())
            {
                return;
            }
        }
        names.pop_back(); // the default of a group that is around the field may be wrong
        if (names.size() < 2)
        {
            return;
        }
    }
}

/// Does what an error says. @param before how often the field had one @return whether it could
bool
Follow(Draft& draft, const std::string& line, std::map<std::string, int>& before)
{
    static const std::regex form(R"(: (/[\w/.-]+): (.*))");
    static const std::regex allowed(R"((?:is not allowed|missing): must be (.*))");
    std::smatch place;
    if (!std::regex_search(line, place, form))
    {
        return false;
    }
    const std::string pointer = place[1];
    const std::string text = place[2];
    const int times = before[pointer]++;
    std::smatch rule;
    const json value =
        std::regex_search(text, rule, allowed) ? AdvisedValue(draft, rule[1]) : json();
    if (times < 2 && !value.is_null() && (times == 1 || draft.random.Chance(0.9)))
    {
        const json::json_pointer where(pointer);
        try
        {
            draft.config[where] = value;
        }
        catch (const json::exception&)
        {
            return false; // inside of a list that is not there
        }
        return true;
    }
    LeaveOut(draft.config, pointer);
    return times < 4;
}

} // namespace

bool
Mend(Draft& draft)
{
    std::map<std::string, int> before;
    for (int round = 0; round < kMostRounds; ++round)
    {
        try
        {
            ParseScenario(draft.config.dump(), "draft", {}, draft.folder);
            return true;
        }
        catch (const ScenarioError& error)
        {
            for (const std::string& line : error.Lines())
            {
                if (!Follow(draft, line, before))
                {
                    return false;
                }
            }
        }
    }
    return false;
}

} // namespace ns3::esa::test
