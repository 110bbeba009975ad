# What `make install` puts where, and the Debian packages: the program, the library, what building with it takes, and
# a package for each module, so that runs without MPI and PETSc need neither.
include(GNUInstallDirs)

# The manual page and the completion are printed by the program itself.
foreach(document manual completion)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/accordo.${document}
    COMMAND accordo reference ${document} > accordo.${document}
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} DEPENDS accordo VERBATIM)
endforeach()
add_custom_target(accordo_documents ALL DEPENDS ${PROJECT_BINARY_DIR}/accordo.manual ${PROJECT_BINARY_DIR}/accordo.completion)

install(TARGETS accordo RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT accordo)
install(FILES ${PROJECT_BINARY_DIR}/accordo.manual DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME accordo.1 COMPONENT accordo)
install(FILES ${PROJECT_BINARY_DIR}/accordo.completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME accordo COMPONENT accordo)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT accordo)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT accordo)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT accordo)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT accordo)
# Beside the program's folder, whatever the machine calls its own: there the program looks (src/base/modules.cpp).
foreach(module mpi petsc)
  if(TARGET accordo_${module})
    install(TARGETS accordo_${module} LIBRARY DESTINATION lib/accordo COMPONENT ${module})
    list(APPEND modules ${module})
    list(APPEND module_targets accordo_${module})
  endif()
endforeach()
# In Debian's own folder for Python, which is none of PREFIX: `make install` leaves it out, a wheel is for other places.
if(TARGET accordo_python)
  set(python_folder lib/python3/dist-packages)
  install(TARGETS accordo_python LIBRARY DESTINATION ${python_folder}/accordo COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY python/accordo DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  set(python_component python)
  list(APPEND module_targets accordo_python)
endif()
# The library, and what programs that use it are built with.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Accordo)
configure_package_config_file(cmake/AccordoConfig.cmake.in ${PROJECT_BINARY_DIR}/AccordoConfig.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/AccordoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(TARGETS accordo_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev)
install(FILES ${ACCORDO_STATIC} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY include/accordo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/AccordoConfig.cmake ${PROJECT_BINARY_DIR}/AccordoConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT dev)
add_custom_target(installable DEPENDS accordo accordo_documents accordo_shared accordo_static ${module_targets})  # all of it, without tests

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME accordo)
set(CPACK_PACKAGE_CONTACT "The Accordo developers <accordo@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "couples simulators and says how far to trust the result")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL accordo library dev ${modules} ${python_component})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_ACCORDO_PACKAGE_NAME accordo)
set(CPACK_COMPONENT_ACCORDO_DESCRIPTION
  "Units given by equations, matrices or FMUs are coupled by explicit and implicit methods,\n with macro-steps that follow from a tolerance.")
# libzip is opened by its name when the first FMU is read: no tool sees this dependency.
string(REGEX REPLACE "\\.so\\.?" "" libzip_package "${ACCORDO_LIBZIP_NAME}")
set(CPACK_DEBIAN_ACCORDO_PACKAGE_DEPENDS ${libzip_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libaccordo0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ${libzip_package})
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The library for programs that couple simulators themselves.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libaccordo-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libaccordo0 (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, the static library and the CMake package of accordo's library.")
set(CPACK_DEBIAN_ACCORDO_PACKAGE_SUGGESTS "accordo-mpi, accordo-petsc, gcc, bash-completion")

foreach(module ${modules})
  string(TOUPPER ${module} component)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME accordo-${module})
  set(CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "accordo (= ${PROJECT_VERSION})")
endforeach()
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-accordo)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3-numpy, ${libzip_package}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-matplotlib, python3-scipy, python3-xarray")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The package accordo for Python: systems, units, runs, sweeps and fits.")
set(CPACK_COMPONENT_MPI_DESCRIPTION "Module of accordo for runs that are spread over the ranks of an MPI job.")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_COMPONENT_PETSC_DESCRIPTION "Module of accordo with PETSc's nonlinear solvers.")
include(CPack)
