# The project's conventions in one place: language level, warnings, reproducible arithmetic.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Objects of one clone serve the next: paths count from the folder of the project on.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

# Headers cost more than the code below them: several files of a room are compiled as one. Names in unnamed namespaces
# are therefore unique within a room. clang-tidy and the debug preset compile file by file, which keeps includes complete.
option(ACCORDO_UNITY "Compile several files of a room at once" ON)
function(accordo_compile_together target files)
  if(ACCORDO_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  endif()
endfunction()

add_library(accordo_flags INTERFACE)
# -ffp-contract=off: a*b+c must not depend on the machine's FMA, or results would differ between machines and executors.
# -Wno-missing-field-initializers: designated initializers leave out members on purpose; all of ours have defaults.
# -Wno-restrict: false alarms of GCC 12 on std::string assignments (GCC bug 105651).
target_compile_options(accordo_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wno-missing-field-initializers -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -ffp-contract=off)
target_include_directories(accordo_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
# The executors move work between threads; Eigen must not start its own.
# ACCORDO_INSIDE: names of the public headers stand apart from our own (include/accordo/export.hpp).
target_compile_definitions(accordo_flags INTERFACE EIGEN_DONT_PARALLELIZE ACCORDO_INSIDE)
if(ACCORDO_SANITIZE)
  target_compile_options(accordo_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(accordo_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ACCORDO_TSAN)
  target_compile_options(accordo_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(accordo_flags INTERFACE -fsanitize=thread)
endif()

if(ACCORDO_FUZZ)  # the fuzzer watches which ways the code takes
  target_compile_options(accordo_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_include_directories(accordo_flags INTERFACE ${PROJECT_SOURCE_DIR})
endif()

# accordo_library(name SOURCES a.cpp … DEPENDS other … [PRIVATE lib …])
function(accordo_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    add_library(accordo_${name} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(accordo_${name} PRIVATE ${ARG_PRIVATE})
    accordo_compile_together(accordo_${name} 12)
    # For the shared library; hidden, calls within it are as direct as in a program.
    set_target_properties(accordo_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  else()
    add_library(accordo_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(accordo_${name} ${scope} accordo_flags)
  foreach(dependency IN LISTS ARG_DEPENDS)
    if(TARGET accordo_${dependency})
      target_link_libraries(accordo_${name} ${scope} accordo_${dependency})
    else()
      if(NOT TARGET ${dependency})
        message(FATAL_ERROR "${name} depends on ${dependency}, which is not known yet: order the folders bottom up")
      endif()
      target_link_libraries(accordo_${name} ${scope} ${dependency})
    endif()
  endforeach()
endfunction()

# accordo_test(name SOURCES a_test.cpp … DEPENDS folder …): one test program, every suite of it known to ctest.
function(accordo_test name)
  if(NOT ACCORDO_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE accordo_flags GTest::gtest_main)
  # What is tested is optimized; the tests themselves compile in two thirds of the time without. Seeing less of
  # the code, g++ then takes parts of Eigen for uninitialized.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1 -Wno-maybe-uninitialized>)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  accordo_compile_together(${name}_test 6)
  if(CMAKE_CXX_CLANG_TIDY)  # the analyzer takes half a minute on each file that includes GoogleTest
    set_target_properties(${name}_test PROPERTIES CXX_CLANG_TIDY "${CMAKE_CXX_CLANG_TIDY};--checks=-clang-analyzer-*")
  endif()
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(${name}_test PRIVATE accordo_${dependency})
  endforeach()
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  add_custom_command(TARGET ${name}_test POST_BUILD BYPRODUCTS ${suites} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${name}_test> -DPREFIX=${name} -DTIMEOUT=600 -DOUTPUT=${suites}
            -DFOLDER=${CMAKE_CURRENT_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/DiscoverSuites.cmake)
  # Where only some test programs are built, the others are known as not built.
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake)
  file(WRITE ${tests} "if(EXISTS \"${suites}\")\n  include(\"${suites}\")\nelse()\n  add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${tests})
endfunction()
