/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_NEW_FILE_H
#define ESA_NEW_FILE_H

#include <cstddef>
#include <string>
#include <sys/types.h>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A file that is written under a temporary name, and gets its own name later.
 *
 * A predictable temporary name such as FILE.tmp may be a file of the user, or a link that somebody
 * has put there. So the name is random, the file is created exclusively, and links are not
 * followed. It stands in the folder of the file, since only there renaming is atomic. What has the
 * file's own name is replaced only if it is a regular file.
 */
class NewFile
{
  public:
    /**
     * @param path path of the file
     * @throws std::runtime_error if no file can be created in its folder
     */
    explicit NewFile(const std::string& path);

    /// Closes the file, and removes it if it was not published.
    ~NewFile();

    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    /**
     * @brief Append bytes.
     * @param data the bytes
     * @param size their number
     * @return 0, or the error's number; then some of them may have been written
     */
    int Write(const char* data, std::size_t size);

    /**
     * @brief Append a text, all of it or nothing.
     * @param text the text
     * @throws std::runtime_error if it cannot be written; the file is as before then
     */
    void Append(const std::string& text);

    /// Removes all contents, so that they take no space on a full disk.
    void Empty();

    /**
     * @brief Give the file its name. It remains open.
     * @param replace whether a regular file of this name may be replaced
     * @throws std::runtime_error if it cannot get the name
     */
    void Publish(bool replace);

    /// @return whether it has its name
    bool IsPublished() const
    {
        return m_temporary.empty();
    }

    /// @return path of the file
    const std::string& Path() const
    {
        return m_path;
    }

  private:
    std::string m_path;      ///< path of the file
    std::string m_temporary; ///< path of the temporary file; empty: published
    int m_descriptor{-1};    ///< the open file
    off_t m_size{0};         ///< bytes written
};

/**
 * @ingroup esa
 * @brief Report that a file cannot be written.
 * @param path path of the file
 * @param error number of the error
 * @throws std::runtime_error always
 */
[[noreturn]] void ThrowCannotWrite(const std::string& path, int error);

} // namespace ns3::esa

#endif // ESA_NEW_FILE_H
