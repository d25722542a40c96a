# SPDX-License-Identifier: GPL-2.0-only
#
# Find an installed ns-3.
#
#  - If ns3_DIR, ns3_ROOT or CMAKE_PREFIX_PATH (CMake or environment variable)
#    leads to an ns-3 installed from source, ns-3's own package file is used.
#  - Otherwise the libraries libns3-<module>.so are used directly, as in Debian's
#    libns3-dev. Its package file (3.37-2) fails on a machine that has that
#    package only: it stops unless the package ns3 is there too (helper programs
#    of fd-net-device and tap-bridge), and it names headers and libraries of
#    libxml2-dev, libpython3.11-dev, libgsl-dev and libsqlite3-dev.
#
# Defines the targets ns3::lib<module> (up to ns-3.42, and for Debian's) or
# ns3::<module> (from ns-3.43 on), ns3_FOUND and ns3_VERSION.

if(ns3_DIR
   OR ns3_ROOT
   OR CMAKE_PREFIX_PATH
   OR DEFINED ENV{ns3_DIR}
   OR DEFINED ENV{ns3_ROOT}
   OR DEFINED ENV{CMAKE_PREFIX_PATH}
)
  # no system path, so that this does not meet Debian's package file
  find_package(ns3 CONFIG QUIET NO_SYSTEM_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH)
  if(ns3_FOUND)
    message(STATUS "Found ns-3: ${ns3_DIR} (version ${ns3_VERSION})")
    return()
  endif()
endif()

find_path(ns3_INCLUDE_DIR ns3/core-module.h)
find_library(ns3_CORE_LIBRARY ns3-core)
mark_as_advanced(ns3_DIR ns3_INCLUDE_DIR ns3_CORE_LIBRARY)
set(ns3_VERSION)
if(ns3_INCLUDE_DIR AND ns3_CORE_LIBRARY)
  get_filename_component(ns3_library_dir ${ns3_CORE_LIBRARY} DIRECTORY)
  if(EXISTS ${ns3_library_dir}/pkgconfig/ns3-core.pc)
    file(STRINGS ${ns3_library_dir}/pkgconfig/ns3-core.pc ns3_pc REGEX "^Version:")
    string(REGEX REPLACE "^Version: *" "" ns3_VERSION "${ns3_pc}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  ns3 REQUIRED_VARS ns3_CORE_LIBRARY ns3_INCLUDE_DIR VERSION_VAR ns3_VERSION
)

if(ns3_FOUND AND NOT TARGET ns3::libcore)
  file(GLOB ns3_libraries ${ns3_library_dir}/libns3-*.so)
  foreach(ns3_library IN LISTS ns3_libraries)
    string(REGEX REPLACE "^.*/libns3-(.*)\\.so$" "\\1" ns3_module ${ns3_library})
    add_library(ns3::lib${ns3_module} SHARED IMPORTED)
    set_target_properties(
      ns3::lib${ns3_module} PROPERTIES IMPORTED_LOCATION ${ns3_library}
                                       INTERFACE_INCLUDE_DIRECTORIES ${ns3_INCLUDE_DIR}
    )
    # the modules that this module's headers need
    set(ns3_pc_file ${ns3_library_dir}/pkgconfig/ns3-${ns3_module}.pc)
    if(EXISTS ${ns3_pc_file})
      file(STRINGS ${ns3_pc_file} ns3_pc REGEX "^Requires:")
      string(REGEX MATCHALL "ns3-[a-z0-9-]+" ns3_requires "${ns3_pc}")
      list(TRANSFORM ns3_requires REPLACE "^ns3-" "ns3::lib")
      set_target_properties(
        ns3::lib${ns3_module} PROPERTIES INTERFACE_LINK_LIBRARIES "${ns3_requires}"
      )
    endif()
  endforeach()
endif()
