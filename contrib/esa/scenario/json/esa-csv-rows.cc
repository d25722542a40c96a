// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-error.h"
#include "esa-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace ns3::esa
{
namespace
{

using Cells = std::vector<std::string>;

constexpr std::size_t kLongestCell = 1000; ///< in characters; the name of a model is no longer

/// A text without spaces around it, and without the carriage return of a line's end.
std::string
Trimmed(const std::string& text)
{
    const auto begin = text.find_first_not_of(" \t\r");
    const auto end = text.find_last_not_of(" \t\r");
    return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// Cuts a line at its commas. A cell may be in quotes (RFC 4180): then it may have commas, and
/// two quotes are one. @return the cells; nothing: a quote is not closed, or something follows it
std::optional<Cells>
SplitCells(const std::string& line)
{
    Cells cells;
    for (std::size_t at = 0; at <= line.size(); ++at)
    {
        const std::size_t begin = std::min(line.find_first_not_of(" \t", at), line.size());
        std::string quoted;
        if (begin < line.size() && line[begin] == '"')
        {
            std::size_t end = begin;
            do
            {
                const std::size_t next = line.find('"', end + 1);
                if (next == std::string::npos)
                {
                    return std::nullopt;
                }
                quoted += (end == begin ? "" : "\"") + line.substr(end + 1, next - end - 1);
                end = next + 1;
            } while (end < line.size() && line[end] == '"');
            at = end;
        }
        const std::size_t comma = std::min(line.find(',', at), line.size());
        const std::string plain = Trimmed(line.substr(at, comma - at));
        const bool isQuoted = at > begin;
        if (isQuoted && !plain.empty())
        {
            return std::nullopt;
        }
        cells.push_back(isQuoted ? quoted : plain);
        at = comma;
    }
    return cells;
}

/// Why a line is no row; empty if it is one.
std::string
WhyNoRow(const std::optional<Cells>& found, const Cells& heading)
{
    if (!found)
    {
        return "a quote is not closed, or something follows it";
    }
    const Cells& cells = *found;
    if (cells.size() != heading.size())
    {
        return std::to_string(cells.size()) + " fields, but the first line names " +
               std::to_string(heading.size());
    }
    const auto longest =
        std::max_element(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
            return a.size() < b.size();
        });
    return longest->size() <= kLongestCell
               ? ""
               : "a field has " + std::to_string(longest->size()) +
                     " characters: must be at most " + std::to_string(kLongestCell);
}

/// The columns of a form in words: a, b and c
std::string
ColumnsText(const CsvForm& form)
{
    std::string text;
    for (std::size_t column = 0; column < form.columns.size(); ++column)
    {
        const bool isLast = column + 1 == form.columns.size();
        text += column == 0 ? "" : isLast ? " and " : ", ";
        text += form.columns[column];
    }
    return text;
}

/// Finds the place of each column in the first line.
std::vector<std::size_t>
FindColumns(const Cells& heading, const std::string& file, const CsvForm& form)
{
    std::vector<std::string> errors;
    std::vector<std::size_t> places;
    for (const std::string& column : form.columns)
    {
        const auto place = std::find(heading.begin(), heading.end(), column);
        places.push_back(static_cast<std::size_t>(place - heading.begin()));
        if (std::count(heading.begin(), heading.end(), column) != 1)
        {
            errors.push_back(file + ":1: " + column + ": " +
                             (place == heading.end() ? "missing" : "there twice") +
                             ": the first line names the columns " + ColumnsText(form) +
                             ", each once");
        }
    }
    ThrowLines(errors);
    return places;
}

/// Refuses a file with too many rows before any of them is read.
void
CheckRows(const std::string& text, const std::string& file, const CsvForm& form)
{
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t rows = text.empty() || text.back() == '\n' ? lines - 1 : lines;
    if (lines > 0 && rows > form.maxRows)
    {
        throw ScenarioError({file + ": " + std::to_string(rows) +
                             " rows are not allowed: must be at most " + form.most});
    }
}

} // namespace

std::vector<CsvLine>
ParseCsvRows(const std::string& text, const std::string& origin, const CsvForm& form)
{
    RefuseNulBytes(text, origin);
    const std::string file = Shown(origin);
    CheckRows(text, file, form);
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    const std::optional<Cells> first = SplitCells(line);
    if (!first)
    {
        throw ScenarioError({file + ":1: " + WhyNoRow(first, {})});
    }
    const Cells& heading = *first;
    const auto places = FindColumns(heading, file, form);

    std::vector<CsvLine> rows;
    std::vector<std::string> errors;
    for (std::size_t number = 2; errors.size() <= kMaxErrorLines && std::getline(stream, line);
         ++number)
    {
        const std::optional<Cells> cells = SplitCells(line);
        const std::string problem = WhyNoRow(cells, heading);
        if (!problem.empty())
        {
            errors.push_back(file + ":" + std::to_string(number) + ": " + problem);
            continue;
        }
        CsvLine row{number, {}};
        for (const std::size_t place : places)
        {
            row.cells.push_back((*cells)[place]);
        }
        rows.push_back(row);
    }
    if (errors.empty() && rows.empty())
    {
        errors.push_back(file + ":2: no " + form.row + " follows the names of the columns");
    }
    ThrowLines(errors);
    return rows;
}

nlohmann::json
CsvValue(const std::string& cell)
{
    const nlohmann::json number = nlohmann::json::parse(cell, nullptr, false);
    return number.is_number() ? number : nlohmann::json(cell);
}

} // namespace ns3::esa
