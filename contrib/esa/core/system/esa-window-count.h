// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WINDOW_COUNT_H
#define ESA_WINDOW_COUNT_H

#include <cstdint>

namespace ns3::esa
{

/// What a worker's window counts. Without recovery it is always Sequence.
enum class WindowCount : uint8_t
{
    Auto,        ///< what the record of the system names
    Sequence,    ///< fragments from the first missing result on
    Outstanding, ///< fragments whose results are missing
};

/// @param count a value
/// @return its name in scenario files and attributes; null if it is no enumerator
constexpr const char*
NameOf(WindowCount count)
{
    switch (count)
    {
    case WindowCount::Auto:
        return "auto";
    case WindowCount::Sequence:
        return "sequence";
    case WindowCount::Outstanding:
        return "outstanding";
    }
    return nullptr;
}

} // namespace ns3::esa

#endif // ESA_WINDOW_COUNT_H
