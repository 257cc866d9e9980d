#include "capi/problem.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "corten/base/system.h"

// ---- handlers, set by programs ----
#pragma GCC visibility push(default)
extern "C" {
void (*mju_user_error)(const char*) = nullptr;
void (*mju_user_warning)(const char*) = nullptr;
void* (*mju_user_malloc)(std::size_t) = nullptr;
void (*mju_user_free)(void*) = nullptr;
}
#pragma GCC visibility pop

namespace corten::capi {
namespace {

constexpr std::size_t kTextSize = 1024;
constexpr int kMostWarnings = 8;

using Handler = void (*)(const char*);

struct ThreadTexts {
  char problem[kTextSize] = "";
  char warnings[kMostWarnings][kTextSize] = {};
  int warning_count = 0;
  Handler on_error = nullptr, on_warning = nullptr;
  bool leaving = false;
};

// trivial: alive until the thread ends, whatever is destroyed before
thread_local ThreadTexts texts;

// A dated entry of MUJOCO_LOG.TXT in the current folder; nothing if it cannot be written.
void write_log(const char* type, const char* message) {
  std::FILE* file = std::fopen("MUJOCO_LOG.TXT", "a");
  if (!file) return;
  std::fprintf(file, "%s\n%s: %s\n\n", date_and_time().c_str(), type, message);
  std::fclose(file);
}

void tell_warning(const char* text) {
  if (texts.on_warning) return texts.on_warning(text);
  if (mju_user_warning) return mju_user_warning(text);
  write_log("WARNING", text);
  std::printf("WARNING: %s\n\n", text);
}

void tell_error(const char* text) {
  texts.leaving = true;
  if (texts.on_error)
    texts.on_error(text);
  else if (mju_user_error)
    mju_user_error(text);
  else {
    write_log("ERROR", text);
    std::fprintf(stderr, "ERROR: %s\n\n", text);
    std::exit(EXIT_FAILURE);
  }
  texts.leaving = false;
}

}  // namespace

void keep_problem(const char* function, const char* what) noexcept {
  const bool named = std::strncmp(what, "mj", 2) == 0;  // it says itself whose words these are
  std::snprintf(texts.problem, kTextSize, "%s%s%s", named ? "" : function, named ? "" : ": ", what);
}

void keep_warning(const char* text) noexcept {
  if (texts.warning_count == kMostWarnings) return;
  std::snprintf(texts.warnings[texts.warning_count++], kTextSize, "%s", text);
}

void raise_warnings() {
  if (!texts.warning_count) [[likely]]
    return;
  const int count = texts.warning_count;
  texts.warning_count = 0;
  char text[kTextSize];
  for (int i = 0; i < count; ++i) {
    std::memcpy(text, texts.warnings[i], kTextSize);
    tell_warning(text);
  }
}

bool& leaving_by_error() noexcept { return texts.leaving; }

void put_text(const std::string& text, char* buffer, int size) {
  if (buffer && size > 0) std::snprintf(buffer, static_cast<std::size_t>(size), "%s", text.c_str());
}

void raise() {
  char text[kTextSize];  // the handler may come back to the library
  std::memcpy(text, texts.problem, kTextSize);
  tell_error(text);
}

namespace {

struct Formatted {
  char text[kTextSize];
  Formatted(const char* format, va_list values) {
    text[0] = '\0';
    if (format && *format && std::vsnprintf(text, kTextSize, format, values) < 0) text[0] = '\0';
  }
};

}  // namespace

CORTEN_API void mju_error(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const Formatted message(format, values);
  va_end(values);
  tell_error(message.text);
}
CORTEN_API void mju_error_v(const char* format, va_list values) {
  tell_error(Formatted(format, values).text);
}
CORTEN_API void mju_error_raw(const char* text) { tell_error(text ? text : ""); }
CORTEN_API void mju_error_i(const char* format, int i) { mju_error(format, i); }
CORTEN_API void mju_error_s(const char* format, const char* text) { mju_error(format, text); }

CORTEN_API void mju_warning(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const Formatted message(format, values);
  va_end(values);
  tell_warning(message.text);
}
CORTEN_API void mju_warning_i(const char* format, int i) { mju_warning(format, i); }
CORTEN_API void mju_warning_s(const char* format, const char* text) { mju_warning(format, text); }

CORTEN_API void mju_writeLog(const char* type, const char* message) {
  write_log(type ? type : "", message ? message : "");
}

CORTEN_API void mju_clearHandlers() {
  mju_user_error = nullptr, mju_user_warning = nullptr;
  mju_user_malloc = nullptr, mju_user_free = nullptr;
}

CORTEN_API Handler _mjPRIVATE__get_tls_error_fn() { return texts.on_error; }
CORTEN_API void _mjPRIVATE__set_tls_error_fn(Handler handler) { texts.on_error = handler; }
CORTEN_API Handler _mjPRIVATE__get_tls_warning_fn() { return texts.on_warning; }
CORTEN_API void _mjPRIVATE__set_tls_warning_fn(Handler handler) { texts.on_warning = handler; }

// Digits of numbers that MJCF is written with; ours always read back bit for bit.

// Memory at a multiple of 64 bytes, from the program's allocator if it has set one.
CORTEN_API void* mju_malloc(std::size_t size) {
  constexpr std::size_t kAlign = 64;
  void* memory = mju_user_malloc ? mju_user_malloc(size) : aligned_memory(kAlign, size);
  if (!memory && size) {
    char text[96];
    std::snprintf(text, sizeof text, "mju_malloc: there is no memory for %zu bytes", size);
    tell_error(text);
  }
  return memory;
}

CORTEN_API void mju_free(void* memory) {
  if (!memory) return;
  if (mju_user_free)
    mju_user_free(memory);
  else
    free_aligned(memory);
}

}  // namespace corten::capi
