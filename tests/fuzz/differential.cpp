// Our verdict and sizes beside the oracle's, which runs in a process of its own because inputs may end it.
#include <mujoco/mujoco.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/structure.h"
#include "tests/fuzz/target.h"

namespace {

struct Verdict {
  std::int64_t accepted = 0;
  std::int64_t nq = 0, nv = 0, nbody = 0, ngeom = 0, nsensordata = 0;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

Verdict oracle_verdict(const std::string& xml) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml.data(), static_cast<int>(xml.size()));
  char error[1000];
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m) return {};
  return {1, m->nq, m->nv, m->nbody, m->ngeom, m->nsensordata};
}

// False when the oracle died or took too long: then there is nothing to compare.
bool ask_oracle(const std::string& xml, Verdict& verdict) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    const Verdict own = oracle_verdict(xml);
    const bool written = write(ends[1], &own, sizeof own) == sizeof own;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  const bool answered = read(ends[0], &verdict, sizeof verdict) == sizeof verdict;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return answered && status == 0;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string xml = corten::fuzz::changed_scene(data, size);
  corten::Diagnostics diagnostics;
  const auto m = corten::load_text(xml, corten::fuzz::quick(), diagnostics);
  const std::string text = diagnostics.text();
  const bool by_limit = text.find("too ") != std::string::npos || text.find("limit") != std::string::npos ||
                        text.find("yet") != std::string::npos;
  if (!m && by_limit) return 0;
  Verdict ours, theirs;
  if (m) ours = {1, m->nq, m->nv, m->nbody, m->ngeom, m->nsensordata};
  if (!ask_oracle(xml, theirs) || ours == theirs) return 0;
  std::fprintf(stderr, "ours %d, theirs %d\n%s\n%s\n", static_cast<int>(ours.accepted),
               static_cast<int>(theirs.accepted), text.c_str(), xml.c_str());
  std::abort();
}
