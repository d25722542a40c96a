/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-output-directory.h"

#include "esa-scenario-error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
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

} // namespace ns3::esa
