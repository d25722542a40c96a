# SPDX-License-Identifier: GPL-2.0-only
#
# Run after a program of GoogleTests was built: writes a file with a test for each suite of the
# program. A test for each case, as gtest_discover_tests() has, starts the program a thousand times,
# which takes longer than the cases.
#
# PROGRAM: path of the program; OUTPUT: the file; FOLDER: where tests run; LABEL: their label

execute_process(
  COMMAND ${PROGRAM} --gtest_list_tests
  WORKING_DIRECTORY ${FOLDER}
  OUTPUT_VARIABLE listed
  COMMAND_ERROR_IS_FATAL ANY
)
# A suite is skipped if all of its cases are, and none failed: then the output ends with their names.
set(skipped "0 tests[.]\\n.  SKIPPED . [^\\n]*:\\n(.  SKIPPED . [^\\n]*\\n)*$")
set(text)
string(REGEX MATCHALL "(^|\n)[^ \n][^ \n]*\\.(\n|  #)" suites "${listed}")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n?([^ \n]*)\\.[^.]*$" "\\1" suite "${suite}")
  string(APPEND text
         "add_test([==[${suite}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==])\n"
         "set_tests_properties([==[${suite}]==] PROPERTIES WORKING_DIRECTORY [==[${FOLDER}]==]\n"
         "  LABELS ${LABEL} COST 1000 SKIP_REGULAR_EXPRESSION \"${skipped}\")\n"
  )
endforeach()
file(WRITE ${OUTPUT} "${text}")
