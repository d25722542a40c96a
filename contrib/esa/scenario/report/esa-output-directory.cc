/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-output-directory.h"

#include "ns3/esa-scenario-error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
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
    namespace fs = std::filesystem;
    const std::string origin = option + " " + path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (fs::is_directory(status))
    {
        throw ScenarioError({origin + ": is a directory; name a file"});
    }
    if (!replace && fs::exists(status))
    {
        throw ScenarioError(
            {origin + ": exists already; name another file, or overwrite it with --force"});
    }
    CheckOutputDirectory(origin, path);
}

} // namespace ns3::esa
