/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-atomic-file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace ns3::esa
{
namespace
{

std::runtime_error
CannotWrite(const std::string& path, const std::string& why)
{
    return std::runtime_error(path + ": cannot be written: " + why);
}

} // namespace

AtomicFile::AtomicFile(const std::string& path)
    : m_path(path),
      m_temporary(path + ".tmp"),
      m_stream(m_temporary, std::ios::trunc)
{
    if (!m_stream)
    {
        throw CannotWrite(m_temporary, std::strerror(errno));
    }
}

AtomicFile::~AtomicFile()
{
    if (!m_isCommitted)
    {
        m_stream.close();
        std::error_code ignored;
        std::filesystem::remove(m_temporary, ignored);
    }
}

void
AtomicFile::Commit()
{
    m_stream.close();
    if (!m_stream)
    {
        throw CannotWrite(m_temporary, std::strerror(errno));
    }
    std::error_code error;
    std::filesystem::rename(m_temporary, m_path, error);
    if (error)
    {
        throw CannotWrite(m_path, error.message());
    }
    m_isCommitted = true;
}

} // namespace ns3::esa
