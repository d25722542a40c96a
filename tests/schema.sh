#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares what the module says of JSON documents with what a library for JSON Schema says: shipped
# documents, and ones that are drawn. ESA_DOCUMENTS is their number, ESA_DOCUMENTS_SEED the first
# seed. Each difference is printed with its document.
#
# usage: schema.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs_modules jsonschema
exec "$python" -B "$root/tests/schema/compare.py" "$programs" "${ESA_DOCUMENTS_SEED:-1}" "${ESA_DOCUMENTS:-1000}"
