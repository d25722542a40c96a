/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-file-roles.h"

#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace ns3::esa
{
namespace
{

namespace fs = std::filesystem;

/// Device and inode.
using FileNumber = std::pair<dev_t, ino_t>;

/// The absolute path without links, as far as it exists.
fs::path
Resolved(const std::string& path)
{
    std::error_code error;
    fs::path absolute = fs::absolute(path, error);
    if (!absolute.has_filename()) // it ends with a /
    {
        absolute = absolute.parent_path();
    }
    const fs::path resolved = fs::weakly_canonical(absolute, error);
    return error ? absolute.lexically_normal() : resolved;
}

[[noreturn]] void
RefuseTwice(const FileRole& output, const FileRole& other)
{
    const std::string what =
        other.use == FileUse::Read    ? "is the file that " + other.origin + " reads"
        : other.use == FileUse::Write ? "is the same file as that of " + other.origin
                                      : "is the folder of " + other.origin;
    throw ScenarioError({output.origin + ": " + what + "; name another file"});
}

/// The files that have been seen, by path and by number.
class SeenFiles
{
  public:
    /// Adds a file. Throws if it is one that has been seen, and one of them is written.
    void Add(const FileRole& file)
    {
        const fs::path path = Resolved(file.path);
        Compare(file, m_byPath.emplace(path, &file).first->second);
        struct stat status = {};
        if (file.use != FileUse::Folder && stat(file.path.c_str(), &status) == 0)
        {
            const FileNumber number{status.st_dev, status.st_ino};
            Compare(file, m_byNumber.emplace(number, &file).first->second);
        }
    }

    /// Throws if a file that is written is to be a folder of another file, too.
    void CheckFolders() const
    {
        for (const auto& [path, file] : m_byPath)
        {
            for (fs::path above = path.parent_path(); above.has_relative_path();
                 above = above.parent_path())
            {
                const auto found = m_byPath.find(above);
                if (found != m_byPath.end() && found->second->use == FileUse::Write &&
                    !fs::is_directory(above)) // else it is refused for this
                {
                    throw ScenarioError({found->second->origin + ": is a folder of " +
                                         file->origin + "; name another file"});
                }
            }
        }
    }

  private:
    static void Compare(const FileRole& file, const FileRole* seen)
    {
        if (seen == &file || (file.use != FileUse::Write && seen->use != FileUse::Write))
        {
            return;
        }
        file.use == FileUse::Write ? RefuseTwice(file, *seen) : RefuseTwice(*seen, file);
    }

    std::map<fs::path, const FileRole*> m_byPath;     ///< by resolved path
    std::map<FileNumber, const FileRole*> m_byNumber; ///< by device and inode
};

} // namespace

void
CheckFileRoles(const std::vector<FileRole>& files)
{
    SeenFiles seen;
    for (const FileRole& file : files)
    {
        seen.Add(file);
    }
    seen.CheckFolders();
}

} // namespace ns3::esa
