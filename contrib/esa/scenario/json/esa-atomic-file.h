/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ATOMIC_FILE_H
#define ESA_ATOMIC_FILE_H

#include "esa-new-file.h"

#include <array>
#include <ostream>
#include <streambuf>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A file that other programs see complete or not at all.
 *
 * A program that is interrupted while it writes would leave half a file behind. So the contents go
 * to a temporary file in the same directory (see NewFile), and Commit() gives it its name. A file
 * that stood there before stays until then.
 *
 * Once something could not be written, the contents are removed, and further ones are ignored:
 * half a file is of no use, and the space of a full disk is needed by others.
 */
class AtomicFile
{
  public:
    /**
     * @param path path of the file
     * @param replace whether Commit() may replace a regular file
     * @throws std::runtime_error if it cannot be written
     */
    explicit AtomicFile(const std::string& path, bool replace = true);

    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// @return where to write
    std::ostream& Stream()
    {
        return m_stream;
    }

    /**
     * @brief Hand everything written so far to the system.
     * @throws std::runtime_error if something written so far could not be stored
     */
    void Flush();

    /**
     * @brief Give the complete file its name. Nothing can be written afterwards.
     * @throws std::runtime_error if it could not be written
     */
    void Commit();

  private:
    /// Collects what is written, and hands it to the file.
    class Buffer : public std::streambuf
    {
      public:
        /// @param file the file
        explicit Buffer(NewFile& file);

        /// @return number of the first error; 0: none
        int Error() const
        {
            return m_error;
        }

      private:
        // Inherited from std::streambuf
        int_type overflow(int_type c) override;
        int sync() override;

        NewFile& m_file;                ///< the file
        std::array<char, 16384> m_data; ///< what the file has not got yet
        int m_error{0};                 ///< number of the first error
    };

    NewFile m_file;        ///< the file
    Buffer m_buffer;       ///< writes it
    std::ostream m_stream; ///< the same, as a stream
    bool m_replace;        ///< whether a file may be replaced
};

} // namespace ns3::esa

#endif // ESA_ATOMIC_FILE_H
