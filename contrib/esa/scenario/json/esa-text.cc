// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-text.h"

#include "esa-scenario-error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ns3::esa
{

namespace
{

/// Far more than a scenario needs. The bound keeps a wrong file from filling the memory.
constexpr std::size_t kMaxFileBytes = 16 * 1024 * 1024;

/// What begins a UTF-8 text that some editors write.
const std::string kByteOrderMark = "\xef\xbb\xbf";

} // namespace

std::string
WhyUnreadable(const std::string& path)
{
    if (path.find('\0') != std::string::npos)
    {
        return "its name has a NUL byte";
    }
    std::error_code error;
    const bool isFile = std::filesystem::is_regular_file(path, error); // a pipe may never end
    if (error || !isFile)
    {
        return error ? error.message() : "it is not a regular file";
    }
    if (std::filesystem::file_size(path, error) > kMaxFileBytes)
    {
        return "it is larger than 16 MiB";
    }
    errno = 0;
    const std::ifstream file(path, std::ios::binary);
    return file ? "" : std::strerror(errno == 0 ? EIO : errno);
}

std::string
ReadTextFile(const std::string& path)
{
    const auto failure = [&path](const std::string& reason) {
        return ScenarioError({Shown(path) + ": cannot be read: " + reason});
    };
    if (const std::string reason = WhyUnreadable(path); !reason.empty())
    {
        throw failure(reason);
    }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream contents;
    errno = 0;
    // an error of the device ends the copy, and sets the bit of one of both streams
    if (!file ||
        (file.peek() != std::ifstream::traits_type::eof() && !(contents << file.rdbuf())) ||
        file.bad())
    {
        throw failure(std::strerror(errno == 0 ? EIO : errno));
    }
    std::string text = contents.str();
    RefuseNulBytes(text, path);
    if (text.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0)
    {
        text.erase(0, kByteOrderMark.size());
    }
    return text;
}

void
RefuseNulBytes(const std::string& text, const std::string& origin)
{
    const std::size_t nul = text.find('\0');
    if (nul != std::string::npos)
    {
        throw ScenarioError(
            {PlaceInText(text, nul, origin) + ": a NUL byte; must be a text in UTF-8"});
    }
}

std::string
PlaceInText(const std::string& text, std::size_t offset, const std::string& origin)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto line = 1 + std::count(text.begin(), end, '\n');
    const std::size_t lineEnd = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    const std::size_t column = lineEnd == std::string::npos ? offset + 1 : offset - lineEnd;
    return Shown(origin) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

bool
HasEnding(const std::string& text, const std::string& ending)
{
    return text.size() > ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::string
JoinWords(const std::vector<std::string>& words, const std::string& separator)
{
    std::string joined;
    for (const std::string& word : words)
    {
        joined += (joined.empty() ? "" : separator) + word;
    }
    return joined;
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
    if (text.find_first_of(",\"\r\n") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

std::string
Shown(const std::string& text, std::size_t longest)
{
    if (text.size() <= longest)
    {
        std::string all = PrintableAscii(text);
        if (all.size() <= longest)
        {
            return all;
        }
    }
    const std::string gap = "...";
    const std::size_t kept = std::min((longest - gap.size()) / 2, text.size());
    const std::string begin = PrintableAscii(text.substr(0, kept));
    const std::string end = PrintableAscii(text.substr(text.size() - kept));
    return begin.substr(0, kept) + gap + end.substr(end.size() - kept);
}

} // namespace ns3::esa
