/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-new-file.h"

#include "esa-file-kind.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <random>
#include <stdexcept>
#include <unistd.h>

namespace ns3::esa
{
namespace
{

/// Names that may be in use until another one is not tried any more.
constexpr int kNewFileTries = 100;

/// A name that nobody can guess. It does not contain the file's name, which may be very long.
std::string
RandomFileName()
{
    static const char* const letters = "0123456789abcdefghijklmnopqrstuv";
    std::random_device device;
    std::string name = ".esa-";
    for (int i = 0; i < 4; ++i)
    {
        for (uint32_t bits = device(), n = 0; n < 4; ++n, bits >>= 5)
        {
            name += letters[bits & 31];
        }
    }
    return name + ".tmp";
}

/// rename(), which does not replace a file unless that is wanted. Returns 0 or an error's number.
int
GiveName(const std::string& from, const std::string& to, bool replace)
{
    if (!replace)
    {
        if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        {
            return 0;
        }
        if (errno != EINVAL && errno != ENOSYS) // some file systems cannot
        {
            return errno;
        }
        if (KindOfFile(to))
        {
            return EEXIST;
        }
    }
    return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

} // namespace

void
ThrowCannotWrite(const std::string& path, int error)
{
    throw std::runtime_error(path + ": cannot be written: " + std::strerror(error));
}

NewFile::NewFile(const std::string& path)
    : m_path(path)
{
    const auto folder = std::filesystem::path(path).parent_path();
    for (int i = 0; i < kNewFileTries && m_descriptor < 0; ++i)
    {
        m_temporary = (folder / RandomFileName()).string();
        m_descriptor = open(m_temporary.c_str(),
                            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_APPEND,
                            0666);
        if (m_descriptor < 0 && errno != EEXIST)
        {
            break;
        }
    }
    if (m_descriptor < 0)
    {
        ThrowCannotWrite(path, errno);
    }
}

NewFile::~NewFile()
{
    close(m_descriptor);
    if (!m_temporary.empty())
    {
        unlink(m_temporary.c_str());
    }
}

int
NewFile::Write(const char* data, std::size_t size)
{
    while (size > 0)
    {
        const ssize_t written = write(m_descriptor, data, size);
        if (written < 0 && errno == EINTR)
        {
            continue;
        }
        if (written <= 0)
        {
            return written < 0 ? errno : ENOSPC;
        }
        m_size += written;
        data += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

void
NewFile::Append(const std::string& text)
{
    const off_t before = m_size;
    const int error = Write(text.data(), text.size());
    if (error != 0)
    {
        if (ftruncate(m_descriptor, before) == 0)
        {
            m_size = before;
        }
        ThrowCannotWrite(m_path, error);
    }
}

void
NewFile::Empty()
{
    if (ftruncate(m_descriptor, 0) == 0)
    {
        m_size = 0;
    }
}

void
NewFile::Publish(bool replace)
{
    const std::optional<std::string> kind = KindOfFile(m_path);
    if (kind && !kind->empty())
    {
        throw std::runtime_error(m_path + ": cannot be written: it is " + *kind +
                                 "; only a regular file is replaced");
    }
    const int error = GiveName(m_temporary, m_path, replace);
    if (error != 0)
    {
        ThrowCannotWrite(m_path, error);
    }
    m_temporary.clear();
}

} // namespace ns3::esa
