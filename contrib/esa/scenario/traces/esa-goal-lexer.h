// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GOAL_LEXER_H
#define ESA_GOAL_LEXER_H

#include "esa-packed-bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3::esa
{

/// A piece of a GOAL schedule.
struct GoalToken
{
    /// What it is.
    enum class Kind : uint8_t
    {
        Word,    ///< a keyword or a label
        Number,  ///< an integer, not negative
        Any,     ///< -1: any rank or any tag
        Mark,    ///< one of : { }
        LineEnd, ///< the end of a line
        FileEnd  ///< the end of the file
    };

    Kind kind{Kind::FileEnd}; ///< what it is
    std::string text{};       ///< as it is written
    uint64_t number{0};       ///< of a number: its value
    uint64_t line{1};         ///< its line, from 1

    /// @return whether it is this keyword or mark
    bool Is(const char* wanted) const
    {
        return (kind == Kind::Word || kind == Kind::Mark) && text == wanted;
    }
};

/// @ingroup esa
/// @brief Cuts a GOAL schedule into words, numbers and marks; plain, or packed by gzip. Comments
/// are left out. Only a part of the file is in memory at a time.
class GoalLexer
{
  public:
    /// Opens a file.
    /// @throws ScenarioError if it cannot be read
    explicit GoalLexer(const std::string& path);

    /// Reads the next piece.
    /// @throws ScenarioError with file and line, if it is none
    GoalToken Next();

    /// Throws an error about a line. @param text what is wrong
    [[noreturn]] void Fail(uint64_t line, const std::string& text) const;

  private:
    /// @return the next byte, which stays; -1: the end
    int Peek();

    /// @return the next byte, which is taken; -1: the end
    int Take();

    /// @brief Passes over spaces and comments.
    void SkipBlanks();

    /// @brief Passes over a comment, which has begun by a slash.
    void SkipComment();

    std::string m_path;    ///< the file
    PackedBytes m_bytes;   ///< its bytes
    std::string m_buffer;  ///< what was read last
    std::size_t m_next{0}; ///< the next byte of the buffer
    std::size_t m_end{0};  ///< number of bytes in the buffer
    uint64_t m_line{1};    ///< line of the next byte
};

} // namespace ns3::esa

#endif // ESA_GOAL_LEXER_H
