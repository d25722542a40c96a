/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEXT_H
#define ESA_TEXT_H

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Read a complete text file.
 * @param path path of the file
 * @return its contents
 * @throws ScenarioError if it cannot be read
 */
std::string ReadTextFile(const std::string& path);

/**
 * @ingroup esa
 * @brief Make a text safe for a terminal: bytes outside printable ASCII become \\xHH.
 * @param text any bytes
 * @return printable ASCII
 */
std::string PrintableAscii(const std::string& text);

/**
 * @ingroup esa
 * @brief Make a text a cell of a CSV file.
 *
 * A spreadsheet runs a cell that begins with = + - @ or a tab, unless it is a number. As OWASP
 * advises ("CSV Injection"), an apostrophe is put before it: spreadsheets then take it as text. A
 * cell with commas, quotes or line ends is quoted as RFC 4180 says.
 *
 * @param text any text
 * @return the cell
 */
std::string CsvCell(const std::string& text);

} // namespace ns3::esa

#endif // ESA_TEXT_H
