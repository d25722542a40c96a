/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FILE_KIND_H
#define ESA_FILE_KIND_H

#include <optional>
#include <string>
#include <sys/types.h>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Name the kind of a file.
 * @param mode mode of the file, as of stat()
 * @return empty for a regular file; else for example "a directory"
 */
std::string KindOfFile(mode_t mode);

/**
 * @ingroup esa
 * @brief Tell what stands under a name. Links are not followed.
 * @param path a path
 * @return nothing if there is no file; empty for a regular file; else for example "a directory"
 */
std::optional<std::string> KindOfFile(const std::string& path);

} // namespace ns3::esa

#endif // ESA_FILE_KIND_H
