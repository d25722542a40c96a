/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ATOMIC_FILE_H
#define ESA_ATOMIC_FILE_H

#include <fstream>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A file that is there wholly or not at all: it is written beside its place, and then
 * renamed.
 */
class AtomicFile
{
  public:
    /**
     * @param path its place
     * @throws std::runtime_error if it cannot be written
     */
    explicit AtomicFile(const std::string& path);

    /// Takes away what was not committed.
    ~AtomicFile();

    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// @return where to write
    std::ostream& Stream()
    {
        return m_stream;
    }

    /**
     * @brief Puts the file in its place.
     * @throws std::runtime_error if it could not be written
     */
    void Commit();

  private:
    std::string m_path;        ///< its place
    std::string m_temporary;   ///< where it is written
    std::ofstream m_stream;    ///< the file
    bool m_isCommitted{false}; ///< whether it is in its place
};

} // namespace ns3::esa

#endif // ESA_ATOMIC_FILE_H
