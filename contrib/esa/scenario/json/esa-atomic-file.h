// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ATOMIC_FILE_H
#define ESA_ATOMIC_FILE_H

#include <array>
#include <ostream>
#include <streambuf>
#include <string>
#include <sys/types.h>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A file that other programs see complete or not at all.
 *
 * A program that is interrupted while it writes would leave half a file behind. So the contents go
 * to a temporary file, and Commit() gives it its name. It stands in the folder of the file, since
 * only there renaming is atomic, and its name is random: FILE.tmp may be a file of the user. A file
 * that stood there before stays until then.
 *
 * What is written later becomes a part of the file at the next Commit(), for files that grow row by
 * row.
 *
 * Once something could not be written, what was written since the last Commit() is removed, and
 * further contents are ignored until the next one: half a file is of no use, and the space of a
 * full disk is needed by others.
 */
class AtomicFile
{
  public:
    /// @param replace whether Commit() may replace a regular file; it never replaces anything else
    /// @throws std::runtime_error if no file can be created in its folder
    explicit AtomicFile(const std::string& path, bool replace = true);

    /// Removes the temporary file if it did not get its name.
    ~AtomicFile();

    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// @return where to write
    std::ostream& Stream()
    {
        return m_stream;
    }

    /// @return the path at which another writer may put the contents, before the first Commit()
    const std::string& TemporaryPath() const
    {
        return m_temporary;
    }

    /// Gives the complete file its name, or completes what was written since then.
    /// @throws std::runtime_error if it could not be written; then it may be written once more
    void Commit();

    /// The contents are of a run that was interrupted: Commit() names the file NAME-interrupted,
    /// before the extension, and replaces one of this name. To be called before the first Commit().
    void MarkInterrupted();

  private:
    /// Gives the temporary file its name.
    void GiveName();

    /// Collects what is written, and hands it to the file.
    class Buffer : public std::streambuf
    {
      public:
        Buffer();

        int descriptor{-1}; ///< of the open file
        int error{0};       ///< number of the first error; 0: none
        off_t committed{0}; ///< size of what Commit() has completed

      private:
        // Inherited from std::streambuf
        int_type overflow(int_type c) override;
        int sync() override;

        std::array<char, 16384> m_data; ///< what the file has not got yet
    };

    std::string m_path;      ///< path of the file
    bool m_replace;          ///< whether a file may be replaced
    std::string m_temporary; ///< path of the temporary file; empty: it has its name
    Buffer m_buffer;         ///< writes it
    std::ostream m_stream;   ///< the same, as a stream
};

/// Check that a file can be written, before runs of hours: its name is free or, if it may be
/// replaced, names a regular file.
/// @throws ScenarioError if it cannot be written, or exists and may not be replaced
void CheckOutputFile(const std::string& option, const std::string& path, bool replace);

} // namespace ns3::esa

#endif // ESA_ATOMIC_FILE_H
