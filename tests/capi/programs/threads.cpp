// Several threads step on one model, as threads of the program and as tasks of a pool.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <thread>
#include <vector>

namespace {

struct Job {
  const mjModel* m;
  mjData* d;
  int steps;
};

void* run(void* args) {
  Job& job = *static_cast<Job*>(args);
  for (int i = 0; i < job.steps; ++i) mj_step(job.m, job.d);
  return nullptr;
}

void show(const std::vector<Job>& jobs) {
  for (const Job& job : jobs) {
    for (int i = 0; i < job.m->nq; ++i) std::printf("%.17g ", job.d->qpos[i]);
    std::printf("\n");
  }
}

}  // namespace

int main(int, char** argv) {
  mjModel* m = mj_loadXML(argv[1], nullptr, nullptr, 0);
  m->opt.timestep = 0.004;
  std::vector<Job> jobs;
  for (int i = 0; i < 4; ++i) {
    jobs.push_back({m, mj_makeData(m), 50});
    jobs.back().d->qvel[0] = 0.1 * i;
  }
  std::vector<std::thread> threads;
  for (Job& job : jobs) threads.emplace_back([&job] { run(&job); });
  for (std::thread& thread : threads) thread.join();
  show(jobs);

  mjThreadPool* pool = mju_threadPoolCreate(3);
  std::vector<mjTask> tasks(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    mju_defaultTask(&tasks[i]);
    tasks[i].func = run, tasks[i].args = &jobs[i];
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  for (mjTask& task : tasks) mju_taskJoin(&task), std::printf("status %d\n", task.status);
  mju_threadPoolDestroy(pool);
  show(jobs);
  for (const Job& job : jobs) mj_deleteData(job.d);
  mj_deleteModel(m);
  return 0;
}
