/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_FIELDS_H
#define ESA_FLOW_FIELDS_H

#include "esa-scenario-fields.h"

#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The rows of the table of fields that are about connections between hosts,
 * and pauses of links.
 * @return the rows
 */
std::vector<ScenarioField> FlowFields();

} // namespace ns3::esa

#endif // ESA_FLOW_FIELDS_H
