/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-attribute-check.h"

#include "ns3/string.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa
{

namespace
{

[[noreturn]] void
TryInChild(const Ptr<const AttributeChecker>& checker, const std::string& text)
{
    const int nowhere = open("/dev/null", O_WRONLY); // hides ns-3's own message
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit noCoreFile = {0, 0};
    setrlimit(RLIMIT_CORE, &noCoreFile);
    _exit(checker->CreateValidValue(StringValue(text)) ? 0 : 1);
}

bool
IsAccepted(const Ptr<const AttributeChecker>& checker, const std::string& text)
{
    const pid_t child = fork();
    if (child == 0)
    {
        TryInChild(checker, text);
    }
    if (child < 0)
    {
        return true; // cannot be tried; ns-3 will find errors
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

std::string
CheckAttributeValue(const Ptr<const AttributeChecker>& checker, const std::string& text)
{
    if (IsAccepted(checker, text))
    {
        return "";
    }
    const std::string type = checker->GetValueTypeName();
    std::string allowed = "a " + type;
    if (checker->HasUnderlyingTypeInformation() && type != "ns3::TimeValue") // its range is all
    {
        allowed += ", " + checker->GetUnderlyingTypeInformation();
    }
    return "\"" + text + "\" is not allowed: must be " + allowed;
}

} // namespace ns3::esa
