#include <cutlass/kernel_launch.h>
#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Kernel {
  using Params = int;
  using ArchTag = cutlass::arch::Sm90;

  CUTLASS_DEVICE void operator()(Params const& params, char* smem) {
    auto tile = make_layout(Int<N>{});
    //^ = 7:1 [params = 3]
    //^ = 9:1 [Args = the address of shared memory is not known]
  }
};

template <class Kernel>
struct Guarded : Kernel {
  template <class... Args>
  CUTLASS_DEVICE void operator()(Args&&... args) {
    Kernel::operator()(static_cast<Args&&>(args)...);
  }
};

void host(dim3 grid, cudaStream_t stream) {
  using Nine = Kernel<9>;
  auto kernel = cutlass::device_kernel<Kernel<7>>;
  cutlass::ClusterLaunchParams launch{grid, grid, grid, 0, stream};
  cutlass::launch_kernel_on_cluster(launch, (void const*)kernel, 3);
  cutlass::kernel_launch<Guarded<Nine>>(grid, grid, 0, stream, 3, false);
}
