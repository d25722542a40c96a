/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-value-option.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

namespace ns3::esa
{

void
RefuseWithout(const std::vector<ValueOption>& options,
              const std::string& needed,
              const OptionText& text)
{
    if (!text(needed).empty())
    {
        return;
    }
    for (const ValueOption& option : options)
    {
        if (const std::string value = text(option.name); !value.empty())
        {
            throw ScenarioError({std::string("--") + option.name + " " + Shown(value) +
                                 ": is allowed with --" + needed + " only"});
        }
    }
}

} // namespace ns3::esa
