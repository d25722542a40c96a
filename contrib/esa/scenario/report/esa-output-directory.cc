/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-output-directory.h"

#include "ns3/esa-file-kind.h"
#include "ns3/esa-new-file.h"
#include "ns3/esa-scenario-error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <unistd.h>

namespace ns3::esa
{

void
CheckOutputDirectory(const std::string& origin, const std::string& path)
{
    std::string directory = std::filesystem::path(path).parent_path().string();
    directory = directory.empty() ? "." : directory;
    if (access(directory.c_str(), W_OK | X_OK) != 0)
    {
        throw ScenarioError(
            {origin + ": cannot write into " + directory + ": " + std::strerror(errno)});
    }
}

void
CheckOutputFile(const std::string& option, const std::string& path, bool replace)
{
    const std::string origin = option + " " + path;
    const std::optional<std::string> kind = KindOfFile(path);
    if (!kind && errno != ENOENT) // for example, the name is too long
    {
        throw ScenarioError({origin + ": cannot be written: " + std::strerror(errno)});
    }
    if (kind && *kind == "a directory")
    {
        throw ScenarioError({origin + ": is a directory; name a file"});
    }
    if (kind && !kind->empty())
    {
        throw ScenarioError(
            {origin + ": is " + *kind + "; only a regular file is replaced: name another file"});
    }
    if (kind && !replace)
    {
        throw ScenarioError(
            {origin + ": exists already; name another file, or overwrite it with --force"});
    }
    CheckOutputDirectory(origin, path);
    try
    {
        const NewFile trial(path); // rights do not tell all, for example of /proc
    }
    catch (const std::runtime_error& error)
    {
        throw ScenarioError({option + " " + error.what()});
    }
}

} // namespace ns3::esa
