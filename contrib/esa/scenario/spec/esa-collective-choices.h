/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_CHOICES_H
#define ESA_COLLECTIVE_CHOICES_H

#include "ns3/esa-collective-operation.h"

/**
 * @file
 * @ingroup esa
 * The names that scenario files have for operations of a group of workers; those of MPI and NCCL.
 */

namespace ns3::esa
{

/**
 * @param kind a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(CollectiveKind kind)
{
    return NameOf(kind);
}

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_CHOICES_H
