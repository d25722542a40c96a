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
 * @brief A file that other programs see complete or not at all.
 *
 * A program that is interrupted while it writes would leave half a file behind. So the contents go
 * to a temporary file in the same directory, and Commit() renames it. A file that stood there
 * before stays until then.
 */
class AtomicFile
{
  public:
    /**
     * @param path path of the file
     * @throws std::runtime_error if it cannot be written
     */
    explicit AtomicFile(const std::string& path);

    /// Removes the temporary file if it was not committed.
    ~AtomicFile();

    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// @return where to write
    std::ostream& Stream()
    {
        return m_stream;
    }

    /**
     * @brief Give the complete file its name.
     * @throws std::runtime_error if it could not be written
     */
    void Commit();

  private:
    std::string m_path;        ///< path of the file
    std::string m_temporary;   ///< path of the temporary file
    std::ofstream m_stream;    ///< writes the temporary file
    bool m_isCommitted{false}; ///< whether it has been renamed
};

} // namespace ns3::esa

#endif // ESA_ATOMIC_FILE_H
