/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-file-kind.h"

#include <sys/stat.h>

namespace ns3::esa
{

std::string
KindOfFile(mode_t mode)
{
    switch (mode & S_IFMT)
    {
    case S_IFREG:
        return "";
    case S_IFDIR:
        return "a directory";
    case S_IFLNK:
        return "a symbolic link";
    case S_IFIFO:
        return "a FIFO";
    case S_IFSOCK:
        return "a socket";
    default:
        return "a device";
    }
}

std::optional<std::string>
KindOfFile(const std::string& path)
{
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 ? std::optional(KindOfFile(status.st_mode))
                                             : std::nullopt;
}

} // namespace ns3::esa
