/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CAPTURE_OPTIONS_H
#define ESA_CAPTURE_OPTIONS_H

#include "esa-value-option.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Options about packet captures. Without a prefix, nothing is captured.
struct CaptureOptions
{
    std::string prefix;             ///< --pcap: how the names of the files begin
    std::vector<std::string> links; ///< --pcap-hosts: which links; empty: all, at their lower ends
    uint32_t bytes{65535};          ///< --pcap-bytes: most bytes of a frame that are kept
    bool replace{false};            ///< --force: whether existing files may be replaced

    /// @return true if nothing is captured
    bool IsEmpty() const
    {
        return prefix.empty();
    }
};

/**
 * @ingroup esa
 * @brief Get the options about captures.
 * @return the options, for the parser and the help text
 */
const std::vector<ValueOption>& CaptureValueOptions();

/**
 * @ingroup esa
 * @brief Read the options about captures.
 * @param text returns an option's value, empty if it was not given
 * @return the options
 * @throws ScenarioError that names the wrong option
 */
CaptureOptions ParseCaptureOptions(const OptionText& text);

} // namespace ns3::esa

#endif // ESA_CAPTURE_OPTIONS_H
