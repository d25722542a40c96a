/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces that are packed by gzip.

#include "chakra-files.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <zlib.h>

namespace ns3::esa::test
{
namespace
{

/// Writes bytes packed by gzip.
std::string
Packed(const TemporaryDirectory& folder, const std::string& bytes)
{
    gzFile file = gzopen(folder.Path("packed").c_str(), "wb");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
    std::ifstream packed(folder.Path("packed"), std::ios::binary);
    return {std::istreambuf_iterator<char>(packed), {}};
}

TEST(ChakraFile, ReadsPackedFiles)
{
    const TemporaryDirectory folder;
    const std::string text = FileOf({AllReduceOf(0, 100)});
    gzFile file = gzopen(folder.Path("t.0.et").c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    EXPECT_EQ(ReadChakraTrace(folder.Path("t"), {}).ranks.at(0).nodes.at(0).bytes, 100U);
    std::filesystem::resize_file(folder.Path("t.0.et"),
                                 std::filesystem::file_size(folder.Path("t.0.et")) / 2);
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 1");
}

TEST(ChakraFile, NothingStandsBehindPackedData)
{
    const TemporaryDirectory folder;
    const std::string text = FileOf({AllReduceOf(0, 100)});
    folder.Write("t.0.et", Packed(folder, text) + "garbage");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 2");
    folder.Write("t.0.et", Packed(folder, text) + std::string(1'000'000, '\0'));
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 2");
    // but for more packed data: files may be packed in parts
    folder.Write("t.0.et", Packed(folder, text.substr(0, 5)) + Packed(folder, text.substr(5)));
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.0.et", Packed(folder, "") + Packed(folder, text));
    EXPECT_EQ(ErrorOf(folder), "none");
}

} // namespace
} // namespace ns3::esa::test
