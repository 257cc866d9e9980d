// Steps of worlds captured in a CUDA graph beside steps that are launched: the same bits.
// capture_worlds MODEL...
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

#include "corten/load.h"
#include "cuda/worlds.h"

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

// states after `launches` times five steps
std::vector<corten::Real> launched(const corten::Model& m, int launches) {
  corten::gpu::Worlds worlds(m, 64);
  for (int k = 0; k < launches; ++k) worlds.step(5);
  return worlds.get("qpos");
}

std::vector<corten::Real> captured(const corten::Model& m, int launches) {
  corten::gpu::Worlds worlds(m, 64);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t steps;
  worlds.device().wait(nullptr);
  check(cudaStreamCreate(&stream));
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  worlds.step(5, stream);
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&steps, graph, 0));
  for (int k = 0; k < launches; ++k) check(cudaGraphLaunch(steps, stream));
  check(cudaStreamSynchronize(stream));
  check(cudaGraphExecDestroy(steps));
  check(cudaGraphDestroy(graph));
  check(cudaStreamDestroy(stream));
  return worlds.get("qpos");
}

}  // namespace

int main(int argc, char** argv) {
  bool same = true;
  for (int i = 1; i < argc; ++i) {
    const corten::Model m = corten::load(argv[i]).value();
    if (!corten::gpu::unsupported(m).empty()) continue;
    const bool equal = launched(m, 4) == captured(m, 4);
    std::printf("%s: steps in a graph have %s bits\n", argv[i], equal ? "the same" : "OTHER");
    same = same && equal;
  }
  return same ? 0 : 1;
}
