// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-goal-lexer.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <string_view>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kLexedBytes = 64U << 10U;
constexpr std::size_t kLongestText = 200; ///< of a word or a number

bool
IsDigit(int byte)
{
    return byte >= '0' && byte <= '9';
}

bool
IsLetter(int byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool
IsMark(int byte)
{
    return byte == ':' || byte == '{' || byte == '}';
}

/// Whether a text has no such byte: then the file is of another kind.
bool
IsBinary(int byte)
{
    return byte < ' ' || byte > '~';
}

} // namespace

GoalLexer::GoalLexer(const std::string& path)
    : m_path(path),
      m_bytes(path),
      m_buffer(kLexedBytes, '\0')
{
}

void
GoalLexer::Fail(uint64_t line, const std::string& text) const
{
    throw ScenarioError({Shown(m_path) + ":" + std::to_string(line) + ": " + text});
}

int
GoalLexer::Peek()
{
    if (m_next == m_end)
    {
        const auto read = m_bytes.Read(m_buffer.data(), m_buffer.size());
        if (!read)
        {
            Fail(m_line, "the packed data is damaged or cut");
        }
        m_next = 0;
        m_end = *read;
    }
    return m_next == m_end ? -1 : static_cast<unsigned char>(m_buffer[m_next]);
}

int
GoalLexer::Take()
{
    const int byte = Peek();
    m_next += byte < 0 ? 0 : 1;
    m_line += byte == '\n' ? 1 : 0;
    return byte;
}

void
GoalLexer::SkipBlanks()
{
    for (int byte = Peek(); byte == ' ' || byte == '\t' || byte == '\r' || byte == '/';
         byte = Peek())
    {
        Take();
        if (byte == '/')
        {
            SkipComment();
        }
    }
}

void
GoalLexer::SkipComment()
{
    const uint64_t line = m_line;
    if (Peek() == '/')
    {
        for (int byte = Peek(); byte >= 0 && byte != '\n'; byte = Peek())
        {
            Take();
        }
        return;
    }
    if (Peek() != '*')
    {
        Fail(line, "/ is not allowed: must begin a comment, // to the end of the line or /* */");
    }
    Take();
    for (int last = 0, byte = Take(); !(last == '*' && byte == '/'); byte = Take())
    {
        if (byte < 0)
        {
            Fail(line, "a comment that begins here is not ended by */");
        }
        last = byte;
    }
}

GoalToken
GoalLexer::Next()
{
    SkipBlanks();
    GoalToken token;
    token.line = m_line;
    const int first = Take();
    if (first < 0)
    {
        return token;
    }
    token.text = static_cast<char>(first);
    const bool isNumber = IsDigit(first);
    if (first == '\n')
    {
        token.kind = GoalToken::Kind::LineEnd;
    }
    else if (IsMark(first))
    {
        token.kind = GoalToken::Kind::Mark;
    }
    else if (isNumber || IsLetter(first))
    {
        token.kind = isNumber ? GoalToken::Kind::Number : GoalToken::Kind::Word;
        for (int byte = Peek(); IsDigit(byte) || (!isNumber && IsLetter(byte)); byte = Peek())
        {
            token.text += static_cast<char>(Take());
            if (token.text.size() > kLongestText)
            {
                Fail(token.line,
                     "has a word or number of more than " + std::to_string(kLongestText) +
                         " characters");
            }
        }
        for (const char digit : isNumber ? std::string_view(token.text) : std::string_view())
        {
            const auto value = static_cast<uint64_t>(digit - '0');
            if (token.number > (UINT64_MAX - value) / 10)
            {
                Fail(token.line, token.text + " is not allowed: must be less than 2^64");
            }
            token.number = token.number * 10 + value;
        }
    }
    else if (first == '-' && Peek() == '1')
    {
        token.text += static_cast<char>(Take());
        token.kind = GoalToken::Kind::Any;
    }
    else
    {
        Fail(token.line,
             Shown(token.text) + " is not allowed: must be words, numbers, : { } and comments" +
                 (IsBinary(first) ? "; GOAL's binary form begins with 4223 in 8 bytes" : ""));
    }
    return token;
}

} // namespace ns3::esa
