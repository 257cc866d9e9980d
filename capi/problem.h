// Errors and warnings of the C interface. Inside, a misuse is an exception; at the door it becomes a call of
// the program's handler, made when every destructor has run: a handler may longjmp.
#pragma once

#include <cstdarg>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "capi/abi.h"

namespace corten::capi {

// What a program did wrong.
struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require_id(int id, int size, const char* what) {
  if (id < 0 || id >= size) throw Problem(std::string("there is no ") + what + " " + std::to_string(id));
}

// Keeps "function: what" for raise(), in memory of the thread.
void keep_problem(const char* function, const char* what) noexcept;
// Hands the text kept to the handler of errors. Returns only if the handler does.
void raise();

// A warning that raise_warnings() will hand to the handler of warnings.
void keep_warning(const char* text) noexcept;
void raise_warnings();

// Whether a handler of errors is running, or left by longjmp, on this thread.
bool& leaving_by_error() noexcept;

// True if fn ended well; what it throws is kept.
template <class Fn>
bool guarded(const char* function, Fn&& fn) noexcept {
  try {
    fn();
    return true;
  } catch (const std::exception& problem) {
    keep_problem(function, problem.what());
  } catch (...) {
    keep_problem(function, "an exception of an unknown type came out of a callback");
  }
  return false;
}

// Does something under the name of a public function; no destructor is pending when the handlers are called.
template <class Fn>
void perform(const char* function, Fn&& fn) {
  static_assert(std::is_trivially_destructible_v<std::remove_reference_t<Fn>>);
  const bool fine = guarded(function, fn);
  raise_warnings();
  if (!fine) raise();
}

// The same with a result; the value-initialised one if it fails and the handler returns.
template <class Fn>
auto answer(const char* function, Fn&& fn) {
  using Result = std::decay_t<decltype(fn())>;
  static_assert(std::is_trivially_destructible_v<Result>);
  Result result{};
  perform(function, [&] { result = fn(); });
  return result;
}

// Copies a text into the buffer of a caller, ended and cut to fit; a null or empty buffer takes nothing.
void put_text(const std::string& text, char* buffer, int size);

// Refuses null where MuJoCo would crash.
template <class T>
T* given(T* pointer, const char* argument) {
  if (!pointer) throw Problem(std::string(argument) + " is a null pointer");
  return pointer;
}

}  // namespace corten::capi
