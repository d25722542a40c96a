# SPDX-License-Identifier: GPL-2.0-only
#
# A small stand-in for ns-3's build_lib() and build_lib_example(), on top of an
# installed ns-3, so that the CMake files of a module serve both builds.

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
# No version here: ns-3's own package file accepts only the exact version, and
# CMake would hand the version on to it.
find_package(ns3 REQUIRED)
if(ns3_VERSION VERSION_LESS 3.37)
  message(FATAL_ERROR "ns-3.37 or later is needed, not '${ns3_VERSION}'")
endif()
set(NS3_VER ${ns3_VERSION})
set(HIGHLIGHTED_STATUS STATUS)
set(ENABLE_EXAMPLES ON)
set(ENABLE_TESTS ${ESA_BUILD_TESTS})

# The C++ standard that the ns-3 headers need
if(NOT DEFINED CMAKE_CXX_STANDARD)
  if(ns3_VERSION VERSION_LESS 3.41)
    set(CMAKE_CXX_STANDARD 17)
  elseif(ns3_VERSION VERSION_LESS 3.46)
    set(CMAKE_CXX_STANDARD 20)
  else()
    set(CMAKE_CXX_STANDARD 23)
  endif()
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)

# A variable lib<module> for every ns-3 module, as in the ns-3 tree: the targets
# are ns3::libcore up to ns-3.42 and ns3::core from ns-3.43 on.
get_property(ns3_targets DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER ns3_targets INCLUDE REGEX "^ns3::")
foreach(target IN LISTS ns3_targets)
  string(REGEX REPLACE "^ns3::(lib)?" "" module "${target}")
  set(lib${module} ${target})
endforeach()

# Registers a ctest for every ns-3 test suite that a source file defines.
function(add_ns3_suites runner source)
  # a new or renamed suite is seen when its file changes
  get_filename_component(path ${source} ABSOLUTE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(REGEX MATCHALL "[: ]TestSuite\\([ \n]*\"[^\"]+\"" definitions "${text}")
  if(NOT definitions)
    message(FATAL_ERROR "${path}: no TestSuite(\"name\", ...) found")
  endif()
  foreach(definition IN LISTS definitions)
    string(REGEX REPLACE "^.*\"(.*)\"$" "\\1" suite "${definition}")
    add_test(
      NAME ns3.${suite}
      COMMAND ${runner} --suite=${suite} --verbose --stop-on-failure
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    )
    # as the GoogleTests, see tests/CMakeLists.txt
    set_tests_properties(ns3.${suite} PROPERTIES COST 1000)
  endforeach()
endfunction()

# build_lib(LIBNAME x SOURCE_FILES ... HEADER_FILES ... LIBRARIES_TO_LINK ...
#           TEST_SOURCES ... [IGNORE_PCH])
function(build_lib)
  cmake_parse_arguments(
    BLIB "IGNORE_PCH" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN}
  )
  set(target lib${BLIB_LIBNAME})
  # for what follows build_lib() in the caller, and for the examples below
  set(lib${BLIB_LIBNAME} ${target} PARENT_SCOPE)
  set(lib${BLIB_LIBNAME} ${target})

  add_library(${target} SHARED ${BLIB_SOURCE_FILES} ${BLIB_HEADER_FILES})
  add_library(ns3::${target} ALIAS ${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ns3-${BLIB_LIBNAME})
  target_include_directories(${target} PUBLIC ${CMAKE_BINARY_DIR}/include)
  target_link_libraries(${target} PUBLIC ${BLIB_LIBRARIES_TO_LINK})

  # <ns3/...> forwards to the headers where they are, as in the ns-3 tree
  set(include_dir ${CMAKE_BINARY_DIR}/include/ns3)
  set(module_header "#pragma once\n")
  foreach(header IN LISTS BLIB_HEADER_FILES)
    get_filename_component(name ${header} NAME)
    file(
      CONFIGURE
      OUTPUT ${include_dir}/${name}
      CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n"
      @ONLY
    )
    string(APPEND module_header "#include \"ns3/${name}\"\n")
  endforeach()
  file(
    CONFIGURE
    OUTPUT ${include_dir}/${BLIB_LIBNAME}-module.h
    CONTENT "${module_header}"
    @ONLY
  )

  if(ENABLE_TESTS AND BLIB_TEST_SOURCES)
    set(runner ${BLIB_LIBNAME}-test-runner)
    add_executable(${runner} ${BLIB_TEST_SOURCES} ${PROJECT_SOURCE_DIR}/cmake/test-runner.cc)
    target_link_libraries(${runner} ${target})
    if(ESA_UNITY)
      set_target_properties(${runner} PROPERTIES UNITY_BUILD ON)
    endif()
    target_compile_definitions(
      ${runner} PRIVATE NS_TEST_SOURCEDIR="contrib/${BLIB_LIBNAME}/test"
    )
    foreach(source IN LISTS BLIB_TEST_SOURCES)
      add_ns3_suites(${runner} ${source})
    endforeach()
  endif()
  if(ENABLE_EXAMPLES AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
endfunction()

# build_lib_example(NAME x SOURCE_FILES ... LIBRARIES_TO_LINK ... [IGNORE_PCH])
function(build_lib_example)
  cmake_parse_arguments(
    EXAMPLE "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN}
  )
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES})
  target_link_libraries(${EXAMPLE_NAME} ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()
