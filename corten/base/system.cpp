#include "corten/base/system.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <io.h>
#include <locale.h>
#include <process.h>
#include <stdlib.h>
#include <windows.h>
// after it
#include <shellapi.h>
#elif defined(__wasi__)
#include <stdlib.h>
#else
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <crt_externs.h>
#include <mach-o/dyld.h>
#include <xlocale.h>
#else
extern char** environ;
#endif
#endif

namespace corten {
namespace {

std::string written(const std::tm& time) {
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &time)};
}

}  // namespace

#if defined(_WIN32)

std::string date_and_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_s(&local, &now);
  return written(local);
}
void* aligned_memory(std::size_t alignment, std::size_t size) { return _aligned_malloc(size, alignment); }
void free_aligned(void* memory) { _aligned_free(memory); }
#else
std::string date_and_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return written(local);
}
void* aligned_memory(std::size_t alignment, std::size_t size) {
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void free_aligned(void* memory) { std::free(memory); }
#endif

#if defined(_WIN32)

bool is_terminal(std::FILE* file) { return _isatty(_fileno(file)) != 0; }

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

std::string executable_path() {
  char path[MAX_PATH];
  const DWORD size = GetModuleFileNameA(nullptr, path, MAX_PATH);
  return size < MAX_PATH ? std::string(path, size) : std::string();
}
int process_id() { return _getpid(); }
void set_environment(const std::string& name, const std::string& value) {
  _putenv_s(name.c_str(), value.c_str());
}

namespace {

// As programs take a command line apart: quotes around words, backslashes before quotes.
std::string quoted(const std::string& word) {
  std::string out = "\"";
  std::size_t slashes = 0;
  for (const char c : word) {
    if (c == '"') out.append(slashes + 1, '\\');
    slashes = c == '\\' ? slashes + 1 : 0;
    out += c;
  }
  return out.append(slashes, '\\') + "\"";
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

}  // namespace

int run_program(const std::vector<std::string>& words, bool words_to_stderr) {
  std::vector<std::string> kept;
  for (const std::string& word : words) kept.push_back(quoted(word));
  std::vector<const char*> argv;
  for (const std::string& word : kept) argv.push_back(word.c_str());
  argv.push_back(nullptr);
  const int out = words_to_stderr ? _dup(_fileno(stdout)) : -1;
  if (out >= 0) _dup2(_fileno(stderr), _fileno(stdout));
  const intptr_t code = _spawnvp(_P_WAIT, words[0].c_str(), argv.data());
  if (out >= 0) {
    _dup2(out, _fileno(stdout));
    _close(out);
  }
  return code < 0 ? kCannotRun : static_cast<int>(code);
}

void open_in_browser(const std::string& address) {
  ShellExecuteA(nullptr, "open", address.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

FedProgram::~FedProgram() { finish(); }
bool FedProgram::start(const std::vector<std::string>& words) {
  program_ = _popen(("\"" + command_line(words) + "\"").c_str(), "wb");  // cmd takes the outer quotes away
  return program_ != nullptr;
}
bool FedProgram::write(const void* bytes, std::size_t size) {
  return std::fwrite(bytes, 1, size, static_cast<std::FILE*>(program_)) == size;
}
int FedProgram::finish() {
  if (!program_) return 0;
  const int code = _pclose(static_cast<std::FILE*>(program_));
  program_ = nullptr;
  return code;
}

#elif defined(__wasi__)  // in a browser: one process, one locale, no libraries

bool is_terminal(std::FILE*) { return false; }
unsigned forks() { return 0; }
double c_locale_strtod(const char* text, char** end) { return strtod(text, end); }
float c_locale_strtof(const char* text, char** end) { return strtof(text, end); }
void* open_library(const std::string&) { return nullptr; }
void* library_symbol(void*, const char*) { return nullptr; }
void close_library(void*) {}
std::string library_error() { return "a browser loads none"; }
std::string executable_path() { return {}; }
int process_id() { return 0; }
void set_environment(const std::string&, const std::string&) {}
int run_program(const std::vector<std::string>&, bool) { return kCannotRun; }
void open_in_browser(const std::string&) {}
FedProgram::~FedProgram() = default;
bool FedProgram::start(const std::vector<std::string>&) { return false; }
bool FedProgram::write(const void*, std::size_t) { return false; }
int FedProgram::finish() {
  program_ = nullptr;
  return kCannotRun;
}

#else

bool is_terminal(std::FILE* file) { return isatty(fileno(file)) != 0; }

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

std::string executable_path() {
#if defined(__APPLE__)
  char path[4096];
  std::uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? std::string(path) : std::string();
#else
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 && size < static_cast<ssize_t>(sizeof path)
             ? std::string(path, static_cast<std::size_t>(size))
             : std::string();
#endif
}
int process_id() { return getpid(); }
void set_environment(const std::string& name, const std::string& value) {
  setenv(name.c_str(), value.c_str(), 1);
}

namespace {

char** environment() {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

// Starts a program whose descriptor `inner` is our `outer`; −1 when it cannot be run.
pid_t spawn(const std::vector<std::string>& words, int outer, int inner) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (outer >= 0) posix_spawn_file_actions_adddup2(&actions, outer, inner);
  pid_t child = -1;
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environment());
  posix_spawn_file_actions_destroy(&actions);
  return error ? -1 : child;
}

int exit_code_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// A socket and not a pipe: writing to a program that ended is then an error and not a signal.
struct Feed {
  int socket;
  pid_t child;
};

#if defined(MSG_NOSIGNAL)
constexpr int kNoSignal = MSG_NOSIGNAL;
#else
constexpr int kNoSignal = 0;  // the socket has an option of its own for it
#endif

bool socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#if defined(SO_NOSIGPIPE)
  const int on = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return true;
}

}  // namespace

int run_program(const std::vector<std::string>& words, bool words_to_stderr) {
  const pid_t child = spawn(words, words_to_stderr ? STDERR_FILENO : -1, STDOUT_FILENO);
  return child < 0 ? kCannotRun : exit_code_of(child);
}

// By a shell that does not wait; the address is a word of its own to it.
void open_in_browser(const std::string& address) {
#if defined(__APPLE__)
  run_program({"open", address}, true);
#else
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
  run_program(
      {"sh", "-c", "command -v xdg-open >/dev/null && xdg-open \"$1\" >/dev/null 2>&1 &", "sh", address},
      true);
#endif
}

FedProgram::~FedProgram() { finish(); }
bool FedProgram::start(const std::vector<std::string>& words) {
  int ends[2];
  if (!socket_pair(ends)) return false;
  const pid_t child = spawn(words, ends[1], STDIN_FILENO);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  program_ = new Feed{ends[0], child};
  return true;
}
bool FedProgram::write(const void* bytes, std::size_t size) {
  const auto* next = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = send(static_cast<Feed*>(program_)->socket, next, size, kNoSignal);
    if (sent <= 0) return false;
    next += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}
int FedProgram::finish() {
  if (!program_) return 0;
  const Feed feed = *static_cast<Feed*>(program_);
  delete static_cast<Feed*>(program_);
  program_ = nullptr;
  close(feed.socket);
  return exit_code_of(feed.child);
}

#endif

}  // namespace corten
