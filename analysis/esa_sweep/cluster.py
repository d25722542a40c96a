# SPDX-License-Identifier: GPL-2.0-only
"""Profiles of Snakemake, which send the runs of a sweep to a cluster."""

import os
import shlex
import shutil

import yaml

from .errors import BadInput
from .sweep import ANALYSIS

SHIPPED = os.path.join(ANALYSIS, "profiles")
"""The profiles that come with the sweeps."""


def find_profile(name):
    """
    Returns the folder of a profile, searched for where Snakemake does and then in SHIPPED.

    name: name or folder of the profile. Raises BadInput if there is none, or if this machine does
    not have the commands of its cluster.
    """
    config = os.environ.get("XDG_CONFIG_HOME", os.path.expanduser("~/.config"))
    places = [os.path.join(config, "snakemake"), "/etc/xdg/snakemake", SHIPPED]
    for place in ["", *places]:
        folder = os.path.abspath(os.path.join(place, name))
        if os.path.isfile(os.path.join(folder, "config.yaml")):
            _check_cluster(name, folder)
            return folder
    raise BadInput(
        f"--profile {name}: there is no {name}/config.yaml here, nor in {', '.join(places)}"
    )


def _check_cluster(name, folder):
    """Raises BadInput if a command of the cluster is missing, since every run would fail."""
    path = os.path.join(folder, "config.yaml")
    try:
        with open(path, encoding="utf-8") as file:
            settings = yaml.safe_load(file) or {}
        names = ("cluster", "cluster-status", "cluster-cancel")
        commands = [shlex.split(settings[name])[0] for name in names if settings.get(name)]
    except (OSError, ValueError, IndexError, AttributeError, TypeError, yaml.YAMLError):
        raise BadInput(f"--profile {name}: {path} is not a profile of Snakemake's") from None
    for command in commands:
        if not shutil.which(command) and not os.path.isfile(os.path.join(folder, command)):
            raise BadInput(f"--profile {name}: there is no command '{command}' here")
