/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_BACKGROUND_RULES_H
#define ESA_BACKGROUND_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that background traffic has at least two servers of workers, and that the links can
 * carry it.
 *
 * Flows that begin at random times do not wait for others to end. If together they are more than a
 * link carries, they queue up without end, and the training waits behind them. The load counts the
 * bytes of flows only. Small flows consist mostly of headers and of packets that open and close
 * connections, so they may be too much for a link although their load is small.
 *
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckBackground(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_BACKGROUND_RULES_H
