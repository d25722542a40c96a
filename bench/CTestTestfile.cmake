# CMake generated Testfile for 
# Source directory: /tmp/house/cfgtest/bench
# Build directory: /tmp/house/cfgtest/bench
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
