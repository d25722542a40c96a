// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-atomic-file.h"

#include "esa-scenario-error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace ns3::esa
{
namespace
{

namespace fs = std::filesystem;

[[noreturn]] void
ThrowCannotWrite(const std::string& path, const std::string& reason)
{
    throw std::runtime_error(path + ": cannot be written: " + reason);
}

/// Why a file must not get a name; empty: it may.
std::string
Obstacle(const std::string& path, bool replace)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (status.type() == fs::file_type::not_found)
    {
        return "";
    }
    if (!fs::exists(status)) // for example, the name is too long
    {
        return "cannot be written: " + error.message();
    }
    if (fs::is_directory(status))
    {
        return "is a directory; name a file";
    }
    if (!fs::is_regular_file(status))
    {
        return "is not a regular file; name another file";
    }
    return replace ? "" : "exists already; name another file, or overwrite it with --force";
}

} // namespace

AtomicFile::Buffer::Buffer()
{
    setp(m_data.data(), m_data.data() + m_data.size());
}

AtomicFile::Buffer::int_type
AtomicFile::Buffer::overflow(int_type c)
{
    if (sync() != 0)
    {
        return traits_type::eof();
    }
    if (!traits_type::eq_int_type(c, traits_type::eof()))
    {
        *pptr() = traits_type::to_char_type(c);
        pbump(1);
    }
    return traits_type::not_eof(c);
}

int
AtomicFile::Buffer::sync()
{
    for (const char* next = pbase(); next < pptr() && error == 0;)
    {
        const ssize_t written = write(descriptor, next, static_cast<std::size_t>(pptr() - next));
        if (written > 0)
        {
            next += written;
        }
        else if (written == 0 || errno != EINTR)
        {
            error = written == 0 ? ENOSPC : errno;
            if (ftruncate(descriptor, committed) != 0)
            {
                error = errno;
            }
        }
    }
    setp(m_data.data(), m_data.data() + m_data.size());
    return error == 0 ? 0 : -1;
}

AtomicFile::AtomicFile(const std::string& path, bool replace)
    : m_path(path),
      m_replace(replace),
      m_stream(&m_buffer)
{
    std::random_device device;
    do // the name must not contain the file's, which may be as long as a name can be
    {
        const std::string name = ".esa-" + std::to_string(device()) + std::to_string(device());
        m_temporary = (fs::path(path).parent_path() / (name + ".tmp")).string();
        m_buffer.descriptor =
            open(m_temporary.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (m_buffer.descriptor < 0 && errno == EEXIST);
    if (m_buffer.descriptor < 0)
    {
        ThrowCannotWrite(path, std::strerror(errno));
    }
}

AtomicFile::~AtomicFile()
{
    close(m_buffer.descriptor);
    if (!m_temporary.empty())
    {
        unlink(m_temporary.c_str());
    }
}

void
AtomicFile::Commit()
{
    m_stream.flush();
    if (!m_stream)
    {
        const int error = std::exchange(m_buffer.error, 0);
        m_stream.clear();
        ThrowCannotWrite(m_path, std::strerror(error));
    }
    if (!m_temporary.empty())
    {
        GiveName();
    }
    m_buffer.committed = lseek(m_buffer.descriptor, 0, SEEK_END);
}

void
AtomicFile::MarkInterrupted()
{
    const fs::path path(m_path);
    const std::string name = path.stem().string() + "-interrupted" + path.extension().string();
    m_path = (path.parent_path() / name).string();
    m_replace = true;
}

void
AtomicFile::GiveName()
{
    const auto refuseIfThereIs = [this] {
        if (const std::string obstacle = Obstacle(m_path, m_replace); !obstacle.empty())
        {
            throw std::runtime_error(m_path + ": " + obstacle);
        }
    };
    refuseIfThereIs();
    // Another program may create the file just now. Not all file systems can refuse that.
    const unsigned flags = m_replace ? 0 : RENAME_NOREPLACE;
    int result = renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_path.c_str(), flags);
    if (result != 0 && errno == EINVAL)
    {
        result = rename(m_temporary.c_str(), m_path.c_str());
    }
    if (result != 0)
    {
        const int error = errno;
        refuseIfThereIs();
        ThrowCannotWrite(m_path, std::strerror(error));
    }
    m_temporary.clear();
}

void
CheckOutputFile(const std::string& option, const std::string& path, bool replace)
{
    if (const std::string obstacle = Obstacle(path, replace); !obstacle.empty())
    {
        throw ScenarioError({option + " " + path + ": " + obstacle});
    }
    try
    {
        const AtomicFile trial(path); // rights are not all, for example of /proc
    }
    catch (const std::runtime_error& error)
    {
        throw ScenarioError({option + " " + error.what()});
    }
}

} // namespace ns3::esa
