#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares what the module says of JSON documents with what a library for JSON Schema says: shipped
# documents, and ones that are drawn. ESA_DOCUMENTS is their number, ESA_DOCUMENTS_SEED the first
# seed. Each difference is printed with its document.
#
# usage: schema.sh DIRECTORY-OF-PROGRAMS

set -eu
programs=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
python=/usr/bin/python3
[ -x "$python" ] || python=python3
if ! "$python" -c "import jsonschema" >/dev/null 2>&1; then
    echo "schema: skipped, $python has no module jsonschema"
    exit 77
fi
exec "$python" -B "$here/schema/compare.py" "$programs" "${ESA_DOCUMENTS_SEED:-1}" "${ESA_DOCUMENTS:-2000}"
