/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-text.h"

#include "esa-scenario-error.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

namespace ns3::esa
{

namespace
{

/// Far more than a scenario needs. The bound keeps a wrong file from filling the memory.
constexpr std::size_t kMaxFileBytes = 16 * 1024 * 1024;

} // namespace

std::string
ReadTextFile(const std::string& path)
{
    const auto fail = [&path](const std::string& reason) -> ScenarioError {
        return ScenarioError({PrintableAscii(path) + ": cannot be read: " + reason});
    };
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0)
    {
        throw fail(std::strerror(errno));
    }
    if (S_ISDIR(status.st_mode))
    {
        throw fail("it is a directory");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        throw fail(std::strerror(errno));
    }
    std::string text(kMaxFileBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad())
    {
        throw fail(std::strerror(errno));
    }
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > kMaxFileBytes)
    {
        throw fail("it is larger than 16 MiB");
    }
    return text;
}

std::string
PrintableAscii(const std::string& text)
{
    static const char* const digits = "0123456789abcdef";
    std::string printable;
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
        {
            printable += c;
        }
        else
        {
            printable += std::string("\\x") + digits[byte >> 4] + digits[byte & 0xf];
        }
    }
    return printable;
}

std::string
CsvCell(const std::string& text)
{
    double number = 0;
    const char* const end = text.data() + text.size();
    const bool isNumber =
        !text.empty() &&
        std::from_chars(text.data() + (text[0] == '+' ? 1 : 0), end, number).ptr == end;
    const bool isRun = text.find_first_of("=+-@\t\r\n") == 0 && !isNumber;
    const std::string harmless = isRun ? "'" + text : text;
    if (harmless.find_first_of(",\"\r\n") == std::string::npos)
    {
        return harmless;
    }
    std::string quoted = "\"";
    for (const char c : harmless)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

} // namespace ns3::esa
