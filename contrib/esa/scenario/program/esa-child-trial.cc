/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-child-trial.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa
{

bool
SucceedsInChild(const std::function<bool()>& trial)
{
    const pid_t child = fork();
    if (child == 0)
    {
        const int nowhere = open("/dev/null", O_WRONLY); // hides ns-3's own message
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        const rlimit noCoreFile = {0, 0};
        setrlimit(RLIMIT_CORE, &noCoreFile);
        _exit(trial() ? 0 : 1);
    }
    if (child < 0)
    {
        return true;
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace ns3::esa
