// libzip, loaded by the first call into it: with the libraries that it needs it would take a third of the
// time that a program without FMUs needs to start. The functions below stand in for its own, by name.
#include <dlfcn.h>
#include <zip.h>

#include <string>

#include "base/error.hpp"

namespace {

void* open_library() {
  if (void* library = dlopen(ACCORDO_LIBZIP_NAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return library;
  const char* reason = dlerror();
  throw accordo::Error(accordo::Exit::usage, "zip-missing",
                       std::string("FMUs are zip files, and libzip cannot be loaded: ") +
                           (reason != nullptr ? reason : ACCORDO_LIBZIP_NAME),
                       "install " ACCORDO_LIBZIP_NAME " (on Debian: libzip4)");
}

template <class Function>
Function find(const char* name) {
  static void* const library = open_library();
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

#define FORWARD(result, name, parameters, arguments)             \
  extern "C" result name parameters {                            \
    static const auto function = find<decltype(&::name)>(#name); \
    return function arguments;                                   \
  }

FORWARD(zip_t*, zip_open, (const char* path, int flags, int* error), (path, flags, error))
FORWARD(int, zip_close, (zip_t * archive), (archive))
FORWARD(void, zip_discard, (zip_t * archive), (archive))
FORWARD(const char*, zip_strerror, (zip_t * archive), (archive))
FORWARD(void, zip_error_init_with_code, (zip_error_t * error, int code), (error, code))
FORWARD(const char*, zip_error_strerror, (zip_error_t * error), (error))
FORWARD(void, zip_error_fini, (zip_error_t * error), (error))
FORWARD(zip_int64_t, zip_get_num_entries, (zip_t * archive, zip_flags_t flags), (archive, flags))
FORWARD(const char*, zip_get_name, (zip_t * archive, zip_uint64_t entry, zip_flags_t flags),
        (archive, entry, flags))
FORWARD(void, zip_stat_init, (zip_stat_t * about), (about))
FORWARD(int, zip_stat_index, (zip_t * archive, zip_uint64_t entry, zip_flags_t flags, zip_stat_t* about),
        (archive, entry, flags, about))
FORWARD(zip_file_t*, zip_fopen_index, (zip_t * archive, zip_uint64_t entry, zip_flags_t flags),
        (archive, entry, flags))
FORWARD(zip_int64_t, zip_fread, (zip_file_t * file, void* to, zip_uint64_t size), (file, to, size))
FORWARD(const char*, zip_file_strerror, (zip_file_t * file), (file))
FORWARD(int, zip_fclose, (zip_file_t * file), (file))
FORWARD(zip_source_t*, zip_source_buffer, (zip_t * archive, const void* data, zip_uint64_t size, int take),
        (archive, data, size, take))
FORWARD(void, zip_source_free, (zip_source_t * source), (source))
FORWARD(zip_int64_t, zip_file_add,
        (zip_t * archive, const char* name, zip_source_t* source, zip_flags_t flags),
        (archive, name, source, flags))
FORWARD(int, zip_file_get_external_attributes,
        (zip_t * archive, zip_uint64_t entry, zip_flags_t flags, zip_uint8_t* system,
         zip_uint32_t* attributes),
        (archive, entry, flags, system, attributes))
FORWARD(int, zip_file_set_external_attributes,
        (zip_t * archive, zip_uint64_t entry, zip_flags_t flags, zip_uint8_t system, zip_uint32_t attributes),
        (archive, entry, flags, system, attributes))
FORWARD(int, zip_file_set_dostime,
        (zip_t * archive, zip_uint64_t entry, zip_uint16_t time, zip_uint16_t date, zip_flags_t flags),
        (archive, entry, time, date, flags))
FORWARD(int, zip_file_set_encryption,
        (zip_t * archive, zip_uint64_t entry, zip_uint16_t method, const char* password),
        (archive, entry, method, password))
