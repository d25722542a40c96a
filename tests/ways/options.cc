// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ways/options.h"

#include "ways/comparison.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace ns3::esa::test
{

const char* const kHelp =
    R"(Draws legal scenarios from seeds and from the table of fields, runs each in every way
that may run it, and compares all results. A finding is one line, which repeats it.

usage: esa-ways [OPTION VALUE]...
  --seed N        the seed of the first scenario [1]
  --count N       number of scenarios [100; 1 with --print]
  --seconds S     begin no scenario after so many seconds
  --way NAME,...  only these ways: auto, ns3, rounds, threads
  --verbose       also name the scenarios that are given up, as they take long
  --print         print scenarios as esa-scenario --config reads them, run nothing
  --folder PATH   with --print: where files are written that scenarios name [.]
  --help          print this
)";

Options
ReadOptions(const std::vector<std::string>& arguments)
{
    Options options;
    bool hasCount = false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        const std::string& name = arguments[i];
        const auto value = [&] {
            if (++i == arguments.size())
            {
                throw std::invalid_argument(name + " needs a value");
            }
            return arguments[i];
        };
        if (name == "--help" || name == "--print" || name == "--verbose")
        {
            (name == "--help"    ? options.isHelp
             : name == "--print" ? options.isPrinted
                                 : options.isVerbose) = true;
        }
        else if (name == "--seed")
        {
            options.seed = std::stoull(value());
        }
        else if (name == "--count")
        {
            options.count = std::stoull(value());
            hasCount = true;
        }
        else if (name == "--seconds")
        {
            options.seconds = std::stod(value());
        }
        else if (name == "--folder")
        {
            options.folder = value();
        }
        else if (name == "--way")
        {
            options.ways = {};
            std::istringstream asked(value());
            for (std::string one; std::getline(asked, one, ',');)
            {
                const auto way = std::find(kWayNames.begin(), kWayNames.end(), one);
                if (way == kWayNames.end())
                {
                    throw std::invalid_argument(one + " is no way; see --help");
                }
                options.ways[static_cast<std::size_t>(way - kWayNames.begin())] = true;
            }
        }
        else
        {
            throw std::invalid_argument(name + " is no option; see --help");
        }
    }
    options.count = options.isPrinted && !hasCount ? 1 : options.count;
    return options;
}

std::filesystem::path
MakeFolder()
{
    const std::filesystem::path memory = "/dev/shm";
    const bool hasMemory = access(memory.c_str(), W_OK) == 0;
    std::string name =
        ((hasMemory ? memory : std::filesystem::temp_directory_path()) / "esa-drawn-").string();
    name += std::string(6, 'X'); // mkdtemp() fills them in
    if (!mkdtemp(name.data()))
    {
        throw std::runtime_error(name + ": no folder can be made");
    }
    return name;
}

} // namespace ns3::esa::test
