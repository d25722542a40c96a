// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEXT_H
#define ESA_TEXT_H

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// @file
/// @ingroup esa
/// Texts: of files, for messages, as JSON and CSV, and as names of places in a JSON value. These
/// are JSON pointers (/link/delay_us, RFC 6901) in messages, and dotted paths (link.delay_us) on
/// the command line.

namespace ns3::esa
{

/// @return why ReadTextFile() cannot read a file, for example as there is none; empty: it can
std::string WhyUnreadable(const std::string& path);

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

/// Print a text of a user in a message: safe for a terminal, and not too long.
/// @param longest largest number of characters; of longer texts the middle is left out
/// @return printable ASCII
std::string Shown(const std::string& text, std::size_t longest = 200);

/// @return a JSON pointer (empty: the whole value) that is extended by a key or an index
std::string ChildPointer(const std::string& pointer, const std::string& name);

/// @return the keys and indices of a JSON pointer
std::vector<std::string> SplitPointer(const std::string& pointer);

/// @return the keys and indices of a dotted path
std::vector<std::string> SplitPath(const std::string& path);

/// @return the JSON pointer of a dotted path
std::string PointerOfPath(const std::string& path);

/// @return the dotted path of a JSON pointer, in which no name has a dot
std::string PathOfPointer(const std::string& pointer);

/// @return whether inner is the same place as outer, or below it
bool PointerCovers(const std::string& outer, const std::string& inner);

/// Merge changes into a JSON value: objects field by field, everything else is replaced.
void MergeInto(nlohmann::json& base, const nlohmann::json& changes);

/// Merge a value into a document at a path, as MergeInto() does. Missing objects on the path
/// are created; elements of arrays must exist.
/// @param path the dotted path, of at most 64 names and 1,000 characters
/// @return empty, or why it cannot be done (the document is unchanged then)
std::string MergeByPath(nlohmann::json& document,
                        const std::string& path,
                        const nlohmann::json& value);

/// Find the name that a misspelt or shortened one probably means: rate_gbps by rate_gpbs and rate.
/// @return the nearest candidate, or empty if none is near
std::string NearestWord(const std::string& word, const std::vector<std::string>& candidates);

/**
 * @brief Parse JSON strictly: a key that is given twice is an error, since one of its values would
 * be lost.
 *
 * Numbers without a fraction become integers (5e6 is 5000000), so that equal settings are equal
 * values.
 *
 * @param origin what to call the text in messages, for example its file name
 * @throws ScenarioError with ORIGIN:LINE:COLUMN and the reason
 */
nlohmann::json ParseJsonText(const std::string& text, const std::string& origin);

/// Read a value from the command line: as JSON if it is JSON, else as a string.
/// @param origin what to call the text in messages
/// @throws ScenarioError for JSON with a key given twice, and for text that is not UTF-8
nlohmann::json ParseJsonOrString(const std::string& text, const std::string& origin);

/// Make a text a cell of a CSV file: one with commas, quotes or line ends is quoted, as in RFC
/// 4180.
std::string CsvCell(const std::string& text);

/// What a CSV file must hold.
struct CsvForm
{
    std::vector<std::string> columns; ///< that the first line has to name, each once
    std::string row;                  ///< what a row is, for messages: job
    std::size_t maxRows;              ///< largest number of rows
    std::string most;                 ///< the same in words: 65536 jobs
};

/// A row of a CSV file that was read.
struct CsvLine
{
    std::size_t line{0};            ///< its line in the file, from 1
    std::vector<std::string> cells; ///< of the columns of the form, in their order
};

/**
 * @brief Read a CSV file whose first line names its columns.
 *
 * Columns are found by their names, so their order does not matter, and other columns are ignored.
 * Spaces around a cell do not belong to it. There are no quoted cells.
 *
 * @throws ScenarioError with ORIGIN:LINE for what is wrong
 */
std::vector<CsvLine> ParseCsvRows(const std::string& text,
                                  const std::string& origin,
                                  const CsvForm& form);

/// Read a cell that may hold a number.
/// @return the number, or the text if it is none
nlohmann::json CsvValue(const std::string& cell);

} // namespace ns3::esa

#endif // ESA_TEXT_H
