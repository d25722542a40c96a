include("/tmp/house/cfgtest/tests/esa-gtest-runs-suites.cmake" OPTIONAL RESULT_VARIABLE found)
if(NOT found)
  add_test(esa-gtest-runs-is-not-built esa-gtest-runs)
endif()
