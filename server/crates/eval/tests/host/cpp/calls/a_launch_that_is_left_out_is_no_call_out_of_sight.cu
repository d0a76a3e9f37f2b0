// A launch in the branch that the sizes leave out is not made, so that the other is all that there is. What a lambda
// launches that nothing is seen to run may be.
#include <cute/tensor.hpp>
#include <cutlass/cluster_launch.hpp>
using namespace cute;

__global__ void rows(float* data, int count) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(count, _8{})));
  //^ = (64,8):(1,64)
}

__global__ void columns(float* data, int count) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_layout(make_shape(count, _8{})));
  //^ = (64,8):(1,64) [calls that were run]
}

template <class Callback>
void later(Callback callback);

template <class Cluster>
void launch(float* data, int count) {
  cutlass::ClusterLaunchParams params{dim3(1), dim3(128), dim3(1), 0};
  if (size(Cluster{}) == 1) {
    void const* kernel = (void const*)rows;
    cutlass::launch_kernel_on_cluster(params, kernel, data, count);
  } else {
    void const* kernel = (void const*)rows;
    cutlass::launch_kernel_on_cluster(params, kernel, data, 2 * count);
  }
  void const* other = (void const*)columns;
  cutlass::launch_kernel_on_cluster(params, other, data, count);
  later([&](int more) { cutlass::launch_kernel_on_cluster(params, other, data, more); });
}

int main() { launch<Shape<_1, _1>>(nullptr, 64); }
