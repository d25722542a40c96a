/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JSON_PATH_H
#define ESA_JSON_PATH_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Names of places in a JSON value: JSON pointers (/link/delay_us, RFC 6901) in messages, dotted
 * paths (link.delay_us) on the command line.
 */

namespace ns3::esa
{

/**
 * @brief Extend a JSON pointer.
 * @param pointer the pointer, empty for the whole value
 * @param name key or index below it
 * @return the pointer to the member or element
 */
std::string ChildPointer(const std::string& pointer, const std::string& name);

/**
 * @brief Split a JSON pointer.
 * @return its keys and indices
 */
std::vector<std::string> SplitPointer(const std::string& pointer);

/**
 * @brief Split a dotted path.
 * @return its keys and indices
 */
std::vector<std::string> SplitPath(const std::string& path);

/**
 * @brief Translate a dotted path.
 * @return the same place as JSON pointer
 */
std::string PointerOfPath(const std::string& path);

/**
 * @brief Translate a JSON pointer.
 * @param pointer the pointer; no name in it has a dot
 * @return the same place as dotted path
 */
std::string PathOfPointer(const std::string& pointer);

/**
 * @brief Tell whether a place lies in another one.
 * @return true if inner is outer or below it
 */
bool PointerCovers(const std::string& outer, const std::string& inner);

/**
 * @brief Merge changes into a JSON value: objects field by field, everything else is replaced.
 * @param base the value to change
 * @param changes the changes
 */
void MergeInto(nlohmann::json& base, const nlohmann::json& changes);

/**
 * @brief Merge a value into a document at a path, as MergeInto() does. Missing objects on the way
 * are created; elements of arrays must exist.
 * @param document the JSON value to change
 * @param path the dotted path, of at most 64 names and 1,000 characters
 * @param value the new value
 * @return empty, or why it cannot be done (the document is unchanged then)
 */
std::string MergeByPath(nlohmann::json& document,
                        const std::string& path,
                        const nlohmann::json& value);

/**
 * @brief Find the name that a misspelt one probably means.
 * @param word a misspelt word
 * @param candidates the names that exist
 * @return the nearest candidate, or empty if none is near
 */
std::string NearestWord(const std::string& word, const std::vector<std::string>& candidates);

} // namespace ns3::esa

#endif // ESA_JSON_PATH_H
