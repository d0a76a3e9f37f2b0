// The kernel's address goes through a function of the program to one of CUDA that sets an attribute: nothing else is launched.
// What is not seen to do only that may launch it with other arguments.
#include <cute/tensor.hpp>
#include <cutlass/cluster_launch.hpp>
using namespace cute;

inline void set_shared_memory(int bytes, void const* kernel) {
  if (bytes >= 49152) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }
}

void keep(void const* kernel);

__global__ void rows(float* data, int count) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(count, _8{})));
  //^ = (64,8):(1,64)
}

__global__ void columns(float* data, int count) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(count, _8{})));
  //^ = (64,8):(1,64) [calls that were run]
}

void launch(float* data, int count) {
  cutlass::ClusterLaunchParams params{dim3(1), dim3(128), dim3(1), 65536};
  void const* kernel = (void const*)rows;
  set_shared_memory(65536, kernel);
  cutlass::launch_kernel_on_cluster(params, kernel, data, count);
  void const* other = (void const*)columns;
  keep(other);
  cutlass::launch_kernel_on_cluster(params, other, data, count);
}

int main() { launch(nullptr, 64); }
