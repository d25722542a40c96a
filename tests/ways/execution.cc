// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ways/draft.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ns3::esa::test
{
namespace
{

/// A job that is parallel in up to three ways. @return the prefix of its files
std::string
DrawParallel(Draft& draft, const std::string& name, uint32_t hosts)
{
    Random& random = draft.random;
    const auto pick = [&random](uint32_t most) {
        return static_cast<uint32_t>(random.Whole(1, std::max<uint32_t>(most, 1)));
    };
    const uint32_t tensor = std::min(hosts, pick(2));
    const uint32_t pipeline = std::min(hosts / tensor, pick(2));
    const uint32_t data = std::min(hosts / tensor / pipeline, pick(4));
    const uint32_t expert = data % 2 == 0 && random.Chance(0.3) ? 2 : 1;
    std::string options;
    const auto add = [&options](const char* option, uint64_t value) {
        options += std::string(" --") + option + " " + std::to_string(value);
    };
    add("tensor", tensor);
    add("pipeline", pipeline);
    add("data", data);
    add("expert", expert);
    add("microbatches", pick(2));
    add("layers", pipeline * pick(2));
    add("layer-bytes", random.Pick<uint64_t>({400, 3000, 20000}));
    add("expert-bytes", expert > 1 ? random.Pick<uint64_t>({800, 8000}) : 0);
    add("activation-bytes", random.Pick<uint64_t>({64, 1500, 9000}));
    add("forward-us", random.Pick<uint64_t>({1, 5, 50}));
    add("backward-us", random.Pick<uint64_t>({1, 10, 70}));
    const std::string command =
        "'" ESA_TRACE_MAKE "' --force '" + (draft.folder / name).string() + "'" + options;
    if (std::system(command.c_str()) != 0)
    {
        throw std::runtime_error(command);
    }
    return name;
}

/// Writes a file in another form, and imports it as a trace. @return its name
std::string
Import(const Draft& draft, const std::string& name, const std::string& file)
{
    const std::string path = (draft.folder / name).string();
    const std::string command = "'" ESA_TRACE_IMPORT "' --force '" +
                                (draft.folder / file).string() + "' --out '" + path + "'";
    if (std::system(command.c_str()) != 0)
    {
        throw std::runtime_error(command);
    }
    return name;
}

/// A schedule of computations and messages. @return its name
std::string
DrawGoal(Draft& draft, const std::string& name, uint32_t hosts)
{
    Random& random = draft.random;
    const auto ranks = static_cast<std::size_t>(random.Whole(1, std::min<int64_t>(hosts, 5)));
    std::vector<std::string> blocks(ranks);
    std::vector<std::vector<std::string>> labels(ranks);
    const auto add = [&](std::size_t rank, const std::string& label, const std::string& what) {
        blocks[rank] += label + ": " + what + "\n";
        if (!labels[rank].empty() && random.Chance(0.5))
        {
            blocks[rank] += label + (random.Chance(0.5) ? " requires " : " irequires ") +
                            random.Pick(labels[rank]) + "\n";
        }
        labels[rank].push_back(label);
    };
    for (int64_t number = random.Whole(1, 12); number > 0; --number)
    {
        const std::string id = std::to_string(number);
        const auto at = static_cast<std::size_t>(random.Whole(0, static_cast<int64_t>(ranks) - 1));
        if (ranks == 1 || random.Chance(0.4))
        {
            add(at, "c" + id, "calc " + std::to_string(random.Pick<int64_t>({0, 1, 1000, 90000})));
            continue;
        }
        const std::size_t to =
            (at + static_cast<std::size_t>(random.Whole(1, static_cast<int64_t>(ranks) - 1))) %
            ranks;
        const std::string bytes =
            std::to_string(random.Pick<int64_t>({0, 1, 8, 1456, 5000, 40000})) + "b ";
        add(at, "s" + id, "send " + bytes + "to " + std::to_string(to) + " tag " + id);
        add(to, "r" + id, "recv " + bytes + "from " + std::to_string(at) + " tag " + id);
    }
    std::string text = "num_ranks " + std::to_string(ranks) + "\n";
    for (std::size_t rank = 0; rank < ranks; ++rank)
    {
        text += "rank " + std::to_string(rank) + " {\n" + blocks[rank] + "}\n";
    }
    return Import(draft, name, draft.Write(name + ".goal", text));
}

} // namespace

nlohmann::json
DrawExecution(Draft& draft, uint32_t hosts)
{
    const int64_t traces = hosts > 1 ? draft.random.Whole(1, 2) : 1;
    nlohmann::json names = nlohmann::json::array();
    for (int64_t trace = 0; trace < traces; ++trace)
    {
        const std::string name = "trace" + std::to_string(trace);
        const uint32_t most = std::max<uint32_t>(1, hosts / static_cast<uint32_t>(traces));
        names.push_back(draft.random.Chance(0.6) ? DrawParallel(draft, name, most)
                                                 : DrawGoal(draft, name, most));
    }
    return names;
}

} // namespace ns3::esa::test
