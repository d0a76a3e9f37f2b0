#include <cute/tensor.hpp>
using namespace cute;

__constant__ int M = 4;
__device__ int N = 4;
constinit int K = 4;
__constant__ const int F = 4;

__global__ void kernel() {
  auto m = make_layout(M);
  //^ = M:1
  auto n = make_layout(N);
  //^ = N:1
  auto k = make_layout(K);
  //^ = K:1
  auto f = make_layout(F);
  //^ = 4:1
}

void set(int v) {
  cudaMemcpyToSymbol(M, &v, sizeof v);
}
