// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-help.h"

#include "esa-scenario-options.h"

#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <iomanip>
#include <map>
#include <sstream>

namespace ns3::esa
{

namespace
{

namespace po = boost::program_options;

constexpr unsigned kHelpWidth = 100; ///< of the help text, in characters

po::typed_value<std::string>*
Text(const char* name)
{
    return po::value<std::string>()->value_name(name);
}

po::options_description
ScenarioGroup()
{
    po::options_description group("Scenario (file, then named option, then --set)", kHelpWidth);
    auto add = group.add_options();
    add("config", Text("FILE"), "scenario file; without it, a small built-in comparison runs");
    for (const auto& [option, field, isList, isText] : NamedFields())
    {
        const std::string help = std::string(option.help) + " [" + field + "]";
        add(option.name, Text(option.value), help.c_str());
    }
    add("set",
        po::value<std::vector<std::string>>()->value_name("FIELD=VALUE")->composing(),
        "set any field, as in --set link.delay_us=2.5; may be repeated");
    return group;
}

po::options_description
OutputGroup()
{
    po::options_description group("Output", kHelpWidth);
    auto add = group.add_options();
    add("out", Text("DIR"), "write DIR/result.csv and DIR/result.json");
    add("force", "overwrite existing results and files");
    add("timeline",
        Text("FILE"),
        "write a timeline for Perfetto, https://ui.perfetto.dev, in its binary format whatever "
        "the name; usual is NAME.pftrace");
    add("report",
        Text("FILE"),
        "write a page of HTML with pictures of the run: load of links over time, "
        "exposed communication, memory of the switches, what became of fragments");
    add("occupancy", Text("FILE"), "write the number of aggregators per state over time as CSV");
    add("sample-us", Text("N"), "time between two samples of these files and of --links [10]");
    add("links",
        Text("FILE"),
        "write the bytes, the queue and the load of each link over time, as CSV");
    add("switches",
        Text("FILE"),
        "write what each switch has summed, by level, as CSV; "
        "with several runs the names of such files are FILE-SYSTEM-SEED");
    add("pcap", Text("PREFIX"), "write captures, PREFIX-SYSTEM-SEED-job1-worker3.pcap and so on");
    add("pcap-hosts",
        Text("NAME,..."),
        "links to capture: workers, ps, uplinks, ports (the switches' ends), "
        "job1, job1-worker3, job1-ps, host7, rack0-spine1 [workers,ps,uplinks]");
    add("pcap-bytes", Text("N"), "bytes of each frame that captures keep [65535]");
    add("pcap-max",
        Text("N"),
        "bytes of all captures of a run; then they end, with a warning [1000000000]");
    add("stall-after",
        Text("S"),
        "end a run with an error if no result comes for S seconds of simulated "
        "time; time that the scenario itself makes it wait does not count; 0: never [10]");
    add("threads",
        Text("N"),
        "threads of a run that is computed in rounds; every N gives the same results [1]");
    add("why",
        "print for each run its runner (tasks, rounds or ns3), the field and the value that "
        "decided, and what 'auto' stood for");
    add("quiet", "print errors only, no table and no progress");
    return group;
}

po::options_description
InformationGroup()
{
    po::options_description group("Information (nothing runs)", kHelpWidth);
    auto add = group.add_options();
    add("help", "print this text");
    add("version", "print the versions of the module and of ns-3");
    add("list-systems", "list the systems, and the fields that only some of them have");
    add("list-models", "list the models that DNNs may name");
    add("validate", "check the scenario, without running it");
    add("estimate",
        "run two slices of the models, and print the time and the memory that the scenario needs, "
        "and by how much the slices differ");
    add("print-config", "print the effective scenario with every field");
    add("schema", Text("FILE"), "with --validate: check --config against this JSON Schema instead");
    add("config-lines",
        Text("FILE"),
        "with --print-config: print the scenario on each line of FILE");
    add("to-change",
        "with --print-config: print models by name, and leave out fields that follow from other "
        "fields, so that the output is a base for changes");
    add("print-schema",
        "print the JSON Schema of scenarios and model files: meaning, unit, range, default");
    add("print-fields",
        "print all fields as a list in JSON: as --print-schema, with unit, option and runners");
    add("print-columns", "print the columns of the results and what they mean");
    return group;
}

} // namespace

const std::vector<NamedField>&
NamedFields()
{
    static const std::vector<NamedField> all = [] {
        std::vector<NamedField> named;
        ForEachRow([&named](const FieldRow& row, const std::string& pointer) {
            if (row.option.name != nullptr)
            {
                const auto& schema = row.type->schema;
                const bool isList = schema.at("type") == "array";
                const bool isText = (isList ? schema.at("items") : schema).at("type") == "string";
                named.push_back({row.option, PathOfPointer(pointer), isList, isText});
            }
        });
        return named;
    }();
    return all;
}

po::options_description
AllOptions()
{
    po::options_description all;
    all.add(ScenarioGroup()).add(OutputGroup()).add(InformationGroup());
    return all;
}

std::string
ScenarioHelp(const std::string& program)
{
    std::ostringstream text;
    text << "Usage: " << program
         << " [options]\n"
            "Simulates training jobs that share a switch's memory for in-network aggregation, and\n"
            "compares the systems that manage this memory.\n\n"
         << ScenarioGroup() << "\n"
         << OutputGroup() << "\n"
         << InformationGroup() << "\n"
         << "Fields of single systems (--set FIELD=VALUE), default: systems that have it\n"
         << InColumns(ListOfSystemFields(), "  ") << "\n"
         << "ns-3 (passed on)\n"
            "  --ns3::CLASS::ATTRIBUTE=VALUE  default of an attribute that no scenario field sets\n"
            "  --SchedulerType=CLASS          event scheduler ["
         << kDefaultScheduler
         << "]\n"
            "  --RngRun=N, --RngSeed=N        the same as --run, --seed; not beside other values\n"
            "  NS_GLOBAL_VALUE and NS_ATTRIBUTE_DEFAULT count as such arguments\n"
            "  --PrintAttributes=CLASS, --PrintGlobals, --PrintTypeIds, --PrintHelp, ...\n\n"
            "Exit codes: 0: done; 1: a run failed; 2: bad usage or scenario, nothing has run;\n"
            "129, 130, 143: interrupted by a signal, the finished runs are kept.\n";
    return text.str();
}

std::string
InColumns(const NameList& names, const std::string& indent)
{
    std::size_t width = 0;
    for (const auto& [name, words] : names)
    {
        width = std::max(width, name.size());
    }
    std::string lines;
    for (const auto& [name, words] : names)
    {
        lines += indent + name + std::string(width + 2 - name.size(), ' ') + words + "\n";
    }
    return lines;
}

NameList
ListOfValueOptions()
{
    NameList names;
    const po::options_description all = AllOptions();
    for (const auto& option : all.options())
    {
        if (option->semantic()->max_tokens() > 0)
        {
            names.emplace_back(option->long_name(), option->description());
        }
    }
    return names;
}

NameList
ListOfSystemFields()
{
    std::map<const SystemParameter*, std::vector<std::string>> users;
    std::vector<const SystemParameter*> parameters; // in the order of the systems
    for (const SystemRecord& system : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            if (users[parameter].empty())
            {
                parameters.push_back(parameter);
            }
            users[parameter].emplace_back(system.name);
        }
    }
    NameList fields;
    for (const SystemParameter* parameter : parameters)
    {
        std::ostringstream words;
        const auto* part = ScenarioSchema::Get().Find(PointerOfPath(parameter->field));
        if (part && part->contains("default") && part->at("default") == kAuto)
        {
            words << kAuto;
        }
        else
        {
            words << std::setprecision(15) << parameter->defaultValue;
        }
        words << ": " << JoinWords(users[parameter]);
        fields.emplace_back(parameter->field, words.str());
    }
    return fields;
}

} // namespace ns3::esa
