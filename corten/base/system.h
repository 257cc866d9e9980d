// What operating systems do differently, in one place: terminals, forks, numbers in the C locale, the
// time of day, aligned memory, shared libraries, other programs.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace corten {

bool is_terminal(std::FILE* file);

// Forks between the first process and this one, counted from the first call on.
unsigned forks();

// strtod and strtof in the C locale, whatever the program has set; errno tells a range error.
double c_locale_strtod(const char* text, char** end);
float c_locale_strtof(const char* text, char** end);

// Shared libraries. Null when it cannot be opened; library_error() then says why.
constexpr const char* library_ending() {
#if defined(_WIN32)
  return ".dll";
#elif defined(__APPLE__)
  return ".dylib";
#else
  return ".so";
#endif
}
void* open_library(const std::string& path);
void* library_symbol(void* library, const char* name);
void close_library(void* library);
std::string library_error();

std::string date_and_time();  // here and now, as asctime writes it

// Memory at a multiple of `alignment`, a power of two; null when there is none.
void* aligned_memory(std::size_t alignment, std::size_t size);
void free_aligned(void* memory);

std::string executable_path();  // of the running program; empty where it cannot be told
int process_id();
void set_environment(const std::string& name, const std::string& value);

// Runs a program that is found as a shell would; its exit code, kCannotRun when there is none. With
// `words_to_stderr` what it prints goes to standard error.
constexpr int kCannotRun = 127;
int run_program(const std::vector<std::string>& words, bool words_to_stderr);

// Shows an address in the person's browser and does not wait for it; nothing happens where there is no
// display.
void open_in_browser(const std::string& address);

// A program that reads what is written to it.
class FedProgram {
 public:
  FedProgram() = default;
  ~FedProgram();
  FedProgram(const FedProgram&) = delete;
  FedProgram& operator=(const FedProgram&) = delete;

  bool start(const std::vector<std::string>& words);  // false when it cannot be run
  bool write(const void* bytes, std::size_t size);    // false when it no longer reads
  int finish();                                       // ends its input and waits; the exit code

 private:
  void* program_ = nullptr;
};

}  // namespace corten
