#include "corten/base/system.h"

#include <atomic>
#include <cstdio>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <io.h>
#include <locale.h>
#include <stdlib.h>
#include <windows.h>
#else
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif
#endif

namespace corten {

#if defined(_WIN32)

bool stderr_is_terminal() { return _isatty(_fileno(stderr)) != 0; }

unsigned forks() { return 0; }  // there are none

namespace {

_locale_t c_locale() {
  static const _locale_t locale = _create_locale(LC_ALL, "C");
  return locale;
}

}  // namespace

double c_locale_strtod(const char* text, char** end) { return _strtod_l(text, end, c_locale()); }
float c_locale_strtof(const char* text, char** end) { return _strtof_l(text, end, c_locale()); }

void* open_library(const std::string& path) { return LoadLibraryA(path.c_str()); }
void* library_symbol(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}
void close_library(void* library) { FreeLibrary(static_cast<HMODULE>(library)); }
std::string library_error() { return "Windows error " + std::to_string(GetLastError()); }

#else

bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

unsigned forks() {
  static std::atomic<unsigned> count{0};
  static const int watched = pthread_atfork(nullptr, nullptr, [] { ++count; });
  (void)watched;
  return count;
}

namespace {

locale_t c_locale() {
  static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  return locale;
}

}  // namespace

double c_locale_strtod(const char* text, char** end) { return strtod_l(text, end, c_locale()); }
float c_locale_strtof(const char* text, char** end) { return strtof_l(text, end, c_locale()); }

void* open_library(const std::string& path) { return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); }
void* library_symbol(void* library, const char* name) { return dlsym(library, name); }
void close_library(void* library) { dlclose(library); }
std::string library_error() {
  const char* text = dlerror();
  return text ? text : "no reason is told";
}

#endif

}  // namespace corten
