// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @defgroup esa In-network aggregation
 *
 * Switches that sum the gradients of distributed training, and hosts that train through them.
 *
 * A worker cuts its gradient into fragments. The switch adds up the fragments of all workers of a
 * job in an aggregator, and sends one result to all of them. A parameter server (PS) catches what
 * the switch cannot hold. The systems of this module differ in how jobs share the aggregators.
 *
 * To follow one fragment from a worker to the result, read in this order:
 *  - ns3::esa::EsaHelper builds a network and its jobs;
 *  - ns3::esa::TrainingProcess has gradients ready, and ns3::esa::WorkerProcess sends them (no
 *    ns-3; ns3::esa::EsaHostApp is the application that runs them);
 *  - ns3::esa::WorkerTransport decides which fragment leaves, and which result is late (no ns-3);
 *  - ns3::esa::EsaNetDevice and ns3::esa::EsaChannel carry frames;
 *  - ns3::esa::EsaSwitch is the switch, and ns3::esa::SwitchPipeline what it decides (no ns-3);
 *  - ns3::esa::ParameterServer sums what the switch let by (no ns-3).
 *
 * The classes in the folders core and workload do not use ns-3; those in model put them on nodes
 * of ns-3; those in scenario read scenario files and run them. The manual describes what the model
 * is and what it leaves out.
 */

/// @namespace ns3::esa
/// @ingroup esa
/// @brief Everything of this module.
