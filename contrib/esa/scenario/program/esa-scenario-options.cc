// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-options.h"

#include "esa-scenario-help.h"

#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <map>
#include <sstream>
#include <type_traits>

namespace ns3::esa
{

namespace
{

namespace po = boost::program_options;
using nlohmann::json;

/// Global values of ns-3 that set a field of the scenario, as ns-3's tools expect.
const std::vector<NamedField> kGlobalsOfFields{
    {{"RngSeed", "N", ""}, "seeds", true, false},
    {{"RngRun", "N", ""}, "run", false, false},
};

constexpr uint32_t kMostThreads = 1024; ///< of a run

/// Options without a value that stand for an action; the first one given wins.
const std::vector<std::pair<const char*, ScenarioAction>> kActions{
    {"help", ScenarioAction::Help},
    {"version", ScenarioAction::Version},
    {"list-systems", ScenarioAction::ListSystems},
    {"list-models", ScenarioAction::ListModels},
    {"print-schema", ScenarioAction::PrintSchema},
    {"print-fields", ScenarioAction::PrintFields},
    {"print-columns", ScenarioAction::PrintColumns},
    {"print-config", ScenarioAction::PrintConfig},
    {"validate", ScenarioAction::Validate},
    {"estimate", ScenarioAction::Estimate},
};

/// Boost's message about a wrong option, as one line, with the option that was probably meant.
std::string
Explain(const po::error& error)
{
    std::string line = Shown(error.what());
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error))
    {
        const po::options_description all = AllOptions();
        std::vector<std::string> names;
        for (const auto& option : all.options())
        {
            names.push_back("--" + option->long_name());
        }
        const std::string name = unknown->get_option_name();
        const std::string nearest = NearestWord(name.substr(0, name.find('=')), names);
        line += nearest.empty() ? "; --help lists all" : "; did you mean " + nearest + "?";
    }
    return line;
}

/// Returns the value of an option, empty if it was not given.
std::string
TextOf(const po::variables_map& given, const std::string& name)
{
    if (given.count(name) == 0)
    {
        return "";
    }
    const auto& value = given[name].as<std::string>();
    if (value.empty())
    {
        throw ScenarioError({"--" + name + ": needs a value"});
    }
    return value;
}

/// Reads a number; leaves it as it is if the option was not given.
template <typename T>
void
ReadNumber(const po::variables_map& given, const char* name, T least, T most, T& number)
{
    const std::string text = TextOf(given, name);
    if (text.empty())
    {
        return;
    }
    constexpr bool isInteger = std::is_integral_v<T>;
    const std::string origin = std::string("--") + name + " " + Shown(text);
    const json value = ParseJsonOrString(text, origin);
    if (!(isInteger ? value.is_number_unsigned() : value.is_number()) || value < least ||
        value > most)
    {
        throw ScenarioError({origin + ": is not allowed: must be " +
                             (isInteger ? "an integer" : "a number") + " from " +
                             json(least).dump() + " to " + json(most).dump()});
    }
    number = value.get<T>();
}

CaptureOptions
ReadCaptureOptions(const po::variables_map& given)
{
    CaptureOptions captures;
    captures.prefix = TextOf(given, "pcap");
    for (const std::string option : {"pcap-hosts", "pcap-bytes", "pcap-max"})
    {
        if (const std::string value = TextOf(given, option);
            captures.prefix.empty() && !value.empty())
        {
            throw ScenarioError(
                {"--" + option + " " + Shown(value) + ": is allowed with --pcap only"});
        }
    }
    std::istringstream names(TextOf(given, "pcap-hosts"));
    for (std::string name; std::getline(names, name, ',');)
    {
        captures.links.push_back(name);
    }
    ReadNumber(given, "pcap-bytes", 14U, 65535U, captures.bytes); // an Ethernet header at least
    ReadNumber<uint64_t>(given, "pcap-max", 1, 1'000'000'000'000'000, captures.maxBytes);
    return captures;
}

RecordingFiles
ReadRecordingFiles(const po::variables_map& given)
{
    RecordingFiles files;
    for (const RecordingOption& file : kRecordingOptions)
    {
        files.*file.path = TextOf(given, file.option + 2); // without hyphens
    }
    constexpr double step = 0.001; // ns-3's time step
    ReadNumber(given, "sample-us", step, 1e6, files.sampleUs);
    if (given.count("sample-us") > 0 && !files.IsSampled())
    {
        throw ScenarioError(
            {"--sample-us: is allowed with --timeline, --report, --occupancy or --links only"});
    }
    return files;
}

/// Sets the field of an option, or of a global value of ns-3, to the value in a text.
ScenarioOverride
OverrideOf(const NamedField& named, const std::string& text, const std::string& origin)
{
    const auto valueOf = [&](const std::string& part) {
        return named.isText ? json(part) : ParseJsonOrString(part, origin);
    };
    if (!named.isList)
    {
        return {origin, named.field, valueOf(text)};
    }
    json list = json::array();
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
    {
        list.push_back(valueOf(part));
    }
    return {origin, named.field, list};
}

std::vector<ScenarioOverride>
CollectOverrides(const po::variables_map& given)
{
    std::vector<ScenarioOverride> overrides;
    for (const NamedField& named : NamedFields())
    {
        const char* const name = named.option.name;
        if (given.count(name) > 0)
        {
            const auto& text = given[name].as<std::string>();
            const std::string origin = std::string("--") + name + " " + Shown(text);
            overrides.push_back(OverrideOf(named, text, origin));
        }
    }
    if (given.count("set") > 0)
    {
        for (const std::string& setting : given["set"].as<std::vector<std::string>>())
        {
            overrides.push_back(ParseSetting(setting));
        }
    }
    return overrides;
}

/// What a user may have meant by an argument that belongs to no option.
std::string
HintFor(const std::string& argument)
{
    if (argument.find('=') != std::string::npos)
    {
        return "each field needs a --set of its own, as in --set link.delay_us=5";
    }
    if (FindSystem(argument))
    {
        return "commas separate the systems of --system";
    }
    return argument.compare(0, 1, "-") == 0 ? "--help lists all options"
                                            : "a scenario file is named with --config";
}

po::variables_map
ParseOwnArguments(const std::vector<std::string>& arguments)
{
    // Abbreviations are not allowed: one that works today may be ambiguous in a later version.
    namespace style = po::command_line_style;
    const int exact = style::allow_long | style::long_allow_adjacent | style::long_allow_next;
    po::options_description all = AllOptions();
    all.add_options()("unexpected", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("unexpected", -1);
    po::variables_map given;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(exact).run(),
        given);
    po::notify(given);
    if (given.count("unexpected") > 0)
    {
        const auto& first = given["unexpected"].as<std::vector<std::string>>().front();
        throw ScenarioError({"unexpected argument \"" + Shown(first) + "\"; " + HintFor(first)});
    }
    return given;
}

/// Takes the value of a global value of ns-3 that sets a field of the scenario.
/// @return whether the argument is one
bool
TakeGlobal(const std::string& argument, std::vector<ScenarioOverride>& overrides)
{
    const auto equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    for (const NamedField& global : kGlobalsOfFields)
    {
        if (name == std::string("--") + global.option.name)
        {
            const std::string text = equals == std::string::npos ? "" : argument.substr(equals + 1);
            overrides.push_back(OverrideOf(global, text, Shown(argument)));
            return true;
        }
    }
    return false;
}

/// Refuses a field that has one value by ns-3's name and another one by its own.
void
RefuseTwoValues(const std::vector<ScenarioOverride>& globals,
                const std::vector<ScenarioOverride>& named)
{
    std::map<std::string, const ScenarioOverride*> last;
    for (const ScenarioOverride& global : globals)
    {
        last[global.path] = &global;
    }
    for (const ScenarioOverride& own : named)
    {
        const auto found = last.find(own.path);
        if (found != last.end() && found->second->value != own.value)
        {
            throw ScenarioError({found->second->origin + ": is not allowed beside " + own.origin +
                                 ": both set " + own.path + ", to different values"});
        }
    }
}

/// Whether an argument gives an option no value, as in --jobs=. Tools of ns-3 pass the defaults of
/// --PrintHelp, which are empty here, so the option counts as not given.
bool
IsEmptyDefault(const std::string& argument)
{
    const NameList options = ListOfValueOptions();
    return std::any_of(options.begin(), options.end(), [&argument](const auto& option) {
        return argument == "--" + option.first + "=";
    });
}

} // namespace

ScenarioOptions
ParseScenarioOptions(const std::vector<std::string>& arguments)
{
    ScenarioOptions options;
    std::vector<std::string> own;
    for (const std::string& argument : arguments)
    {
        if (!TakeGlobal(argument, options.overrides) && !IsEmptyDefault(argument))
        {
            (IsNs3Argument(argument) ? options.ns3Arguments : own).push_back(argument);
        }
    }
    try
    {
        const po::variables_map given = ParseOwnArguments(own);
        const auto text = [&given](const std::string& name) { return TextOf(given, name); };
        options.configPath = text("config");
        options.schemaPath = text("schema");
        options.configLines = text("config-lines");
        options.outDirectory = text("out");
        options.captures = ReadCaptureOptions(given);
        options.recording = ReadRecordingFiles(given);
        ReadNumber(given, "stall-after", 0.0, 1e8, options.stallAfterS);
        ReadNumber<uint32_t>(given, "threads", 1, kMostThreads, options.threads);
        options.force = given.count("force") > 0;
        options.why = given.count("why") > 0;
        options.captures.replace = options.force;
        options.recording.replace = options.force;
        options.toChange = given.count("to-change") > 0;
        if (options.toChange && given.count("print-config") == 0)
        {
            throw ScenarioError({"--to-change: is allowed only with --print-config"});
        }
        options.quiet = given.count("quiet") > 0;
        const std::vector<ScenarioOverride> named = CollectOverrides(given);
        RefuseTwoValues(options.overrides, named);
        options.overrides.insert(options.overrides.end(), named.begin(), named.end());
        for (auto action = kActions.rbegin(); action != kActions.rend(); ++action)
        {
            options.action = given.count(action->first) > 0 ? action->second : options.action;
        }
    }
    catch (const po::error& error)
    {
        throw ScenarioError({Explain(error)});
    }
    return options;
}

} // namespace ns3::esa
