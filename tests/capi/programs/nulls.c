// Every exported function called with null pointers and zeros, each in a process of its own: it may return or tell the
// handler of errors, never crash. Arguments: names of functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mujoco/mujoco.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef double (*Function)(long, long, long, long, long, long, double, double, double, double, long, long, long, long,
                           long, long);

static const char* called;

// The text has to say which function it was.
static void on_error(const char* text) {
  _exit(strstr(text, called) ? 0 : 2);
}
static void on_warning(const char* text) { (void)text; }

static int is_own_end(const char* name) {  // these end in the handler by what they are for
  return !strncmp(name, "mju_error", 9);
}

static int status_of(const char* name) {
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    if (!freopen("/dev/null", "w", stdout)) _exit(3);
    Function function;
    *(void**)&function = dlsym(RTLD_DEFAULT, name);
    if (!function) _exit(4);
    called = is_own_end(name) ? "" : name;
    alarm(20);
    function(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

int main(int argc, char** argv) {
  int bad = 0;
  mju_user_error = on_error, mju_user_warning = on_warning;
  for (int i = 1; i < argc; ++i) {
    const int status = status_of(argv[i]);
    if (!status) continue;
    ++bad;
    if (WIFSIGNALED(status))
      printf("%s: signal %d\n", argv[i], WTERMSIG(status));
    else
      printf("%s: %s\n", argv[i], WEXITSTATUS(status) == 2 ? "the text does not name it" : "not there");
  }
  printf("%d functions, %d bad\n", argc - 1, bad);
  return bad != 0;
}
