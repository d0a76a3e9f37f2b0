#include <cutlass/cluster_launch.hpp>
#include <cute/tensor.hpp>
using namespace cute;

template <class L>
__global__ void first(L layout) {
  auto a = layout;
  //^ = (4,8):(1,4)
}

template <class L>
__global__ void second(L layout) {
  auto b = layout;
  //^ = (4,8):(1,4)
}

template <class L>
__global__ void third(L layout) {
  auto c = layout;
  //^ = (4,8):(1,4)
}

void host(cutlass::ClusterLaunchParams params, cudaLaunchConfig_t config) {
  auto layout = make_layout(Shape<_4, _8>{});
  auto pointer = first<decltype(layout)>;
  pointer<<<1, 32>>>(layout);
  void const* erased = (void const*)&second<decltype(layout)>;
  cutlass::launch_kernel_on_cluster(params, erased, layout);
  cudaLaunchKernelEx(&config, third<decltype(layout)>, layout);
}
