# SPDX-License-Identifier: GPL-2.0-only
#
# The user's own programs. Each may use libesa and every installed module of ns-3.
#
#  - scratch/NAME.cc, or all of scratch/NAME/*.cc, is the target scratch_NAME,
#    built as scratch/NAME in the build directory;
#  - a source anywhere else, or a folder of sources, whose path stands in the file
#    outside/NAME.path of the build directory (./ns3 run PATH writes it), is the
#    target outside_NAME, built as outside/NAME.
#
# They are built when they are asked for: one that is half written does not keep the
# tests from running.

# esa_own_program(KIND NAME SOURCES...)
function(esa_own_program kind name)
  set(target ${kind}_${name})
  add_executable(${target} EXCLUDE_FROM_ALL ${ARGN})
  set_target_properties(
    ${target} PROPERTIES OUTPUT_NAME ${name}
                         RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${kind}
  )
  # only those libraries that the program uses are loaded when it starts
  target_link_options(${target} PRIVATE -Wl,--as-needed)
  target_link_libraries(${target} libesa ${ns3_targets})
endfunction()

# esa_own_program_at(KIND PATH): a source, or the folder of sources
function(esa_own_program_at kind path)
  set(sources ${path})
  if(IS_DIRECTORY ${path})
    file(GLOB sources CONFIGURE_DEPENDS ${path}/*.cc)
  endif()
  get_filename_component(name ${path} NAME)
  string(REGEX REPLACE "\\.cc$" "" name ${name})
  if(NOT sources OR NOT EXISTS ${path})
    return()
  endif()
  if(name MATCHES "[^A-Za-z0-9_.+-]")
    message(WARNING "${path} is left out: its name may have letters, digits and _.+- only")
    return()
  endif()
  esa_own_program(${kind} ${name} ${sources})
endfunction()

file(GLOB paths CONFIGURE_DEPENDS LIST_DIRECTORIES true scratch/*)
foreach(path IN LISTS paths)
  if(IS_DIRECTORY ${path} OR path MATCHES "\\.cc$")
    esa_own_program_at(scratch ${path})
  endif()
endforeach()

file(GLOB records CONFIGURE_DEPENDS ${CMAKE_BINARY_DIR}/outside/*.path)
foreach(record IN LISTS records)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${record})
  file(STRINGS ${record} path LIMIT_COUNT 1)
  esa_own_program_at(outside ${path})
endforeach()
