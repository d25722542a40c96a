include("/tmp/house/cfgtest/tests/esa-gtest-suites.cmake" OPTIONAL RESULT_VARIABLE found)
if(NOT found)
  add_test(esa-gtest-is-not-built esa-gtest)
endif()
