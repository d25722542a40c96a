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

} // namespace ns3::esa

#endif // ESA_TEXT_H
