// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEXT_H
#define ESA_TEXT_H

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @brief Read a complete text file: a regular file of at most 16 MiB, without NUL bytes.
 *
 * FIFOs, directories and devices are refused. A FIFO without a writer would block for ever, and a
 * device may have no end. A mark of UTF-8 at the beginning is left out.
 *
 * @throws ScenarioError if it cannot be read
 */
std::string ReadTextFile(const std::string& path);

/// Refuse a text with a NUL byte. Parsers take it for the end of the text, and would ignore what
/// follows.
/// @param origin what to call the text in messages, for example its file name
/// @throws ScenarioError with ORIGIN:LINE:COLUMN if there is one
void RefuseNulBytes(const std::string& text, const std::string& origin);

/// Name a place in a text.
/// @param offset number of bytes before the place
/// @return ORIGIN:LINE:COLUMN, both from 1
std::string PlaceInText(const std::string& text, std::size_t offset, const std::string& origin);

/// @return whether a text ends so, and has something before it
bool HasEnding(const std::string& text, const std::string& ending);

/// @return the words, one after the other
std::string JoinWords(const std::vector<std::string>& words, const std::string& separator = ", ");

/// Make a text safe for a terminal: bytes outside printable ASCII become \\xHH.
/// @return printable ASCII
std::string PrintableAscii(const std::string& text);

/// Make a text a cell of a CSV file: one with commas, quotes or line ends is quoted, as in RFC
/// 4180.
std::string CsvCell(const std::string& text);

/// Print a text of a user in a message: safe for a terminal, and not too long.
/// @param longest largest number of characters; of longer texts the middle is left out
/// @return printable ASCII
std::string Shown(const std::string& text, std::size_t longest = 200);

} // namespace ns3::esa

#endif // ESA_TEXT_H
