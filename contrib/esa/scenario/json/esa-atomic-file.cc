/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-atomic-file.h"

#include <cerrno>

namespace ns3::esa
{

AtomicFile::Buffer::Buffer(NewFile& file)
    : m_file(file)
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
    if (m_error == 0)
    {
        m_error = m_file.Write(pbase(), static_cast<std::size_t>(pptr() - pbase()));
        if (m_error != 0)
        {
            m_file.Empty();
        }
    }
    setp(m_data.data(), m_data.data() + m_data.size());
    return m_error == 0 ? 0 : -1;
}

AtomicFile::AtomicFile(const std::string& path, bool replace)
    : m_file(path),
      m_buffer(m_file),
      m_stream(&m_buffer),
      m_replace(replace)
{
}

void
AtomicFile::Flush()
{
    m_stream.flush();
    if (!m_stream)
    {
        ThrowCannotWrite(m_file.Path(), m_buffer.Error() != 0 ? m_buffer.Error() : EIO);
    }
}

void
AtomicFile::Commit()
{
    Flush();
    m_file.Publish(m_replace);
}

} // namespace ns3::esa
