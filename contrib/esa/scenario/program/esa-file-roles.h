/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FILE_ROLES_H
#define ESA_FILE_ROLES_H

#include <string>
#include <vector>

namespace ns3::esa
{

/// What a program does with a file.
enum class FileUse
{
    Read,  ///< reads it
    Write, ///< creates or replaces it
    Folder ///< writes files into it
};

/// A file that a run of the program reads or writes.
struct FileRole
{
    std::string origin; ///< the option that names it, for messages
    std::string path;   ///< its path
    FileUse use;        ///< what is done with it
};

/**
 * @ingroup esa
 * @brief Check that no output of a program replaces an input or another output.
 *
 * Two paths may lead to one file: by `.`, by `..`, and by symbolic or hard links. So the paths are
 * resolved, and files that exist are compared by device and inode.
 *
 * @param files all files that the program reads and writes
 * @throws ScenarioError that names both options of the first file that is used twice
 */
void CheckFileRoles(const std::vector<FileRole>& files);

} // namespace ns3::esa

#endif // ESA_FILE_ROLES_H
