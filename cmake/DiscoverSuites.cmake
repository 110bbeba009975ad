# Run after a test program was linked: writes one ctest entry for each suite of it. A process per suite, not per test:
# what the tests of a suite share (exported FMUs above all) is made once.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests failed: ${failed}")
endif()
string(REPLACE ";" "\\;" listed "${listed}")
string(REPLACE "\n" ";" lines "${listed}")
set(script "")
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+)\\.( .*)?$")
    set(suite ${CMAKE_MATCH_1})
    string(APPEND script "add_test([=[${PREFIX}.${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=] --gtest_brief=1)\n"
      "set_tests_properties([=[${PREFIX}.${suite}]=] PROPERTIES TIMEOUT ${TIMEOUT} WORKING_DIRECTORY [=[${FOLDER}]=])\n")
  endif()
endforeach()
file(WRITE ${OUTPUT} "${script}")
