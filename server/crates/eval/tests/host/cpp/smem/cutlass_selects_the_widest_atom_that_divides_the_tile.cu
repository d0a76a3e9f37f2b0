#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/builders/sm90_common.inl>
using namespace cute;

__global__ void kernel(int K) {
  using Atom = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, cutlass::half_t,
                                                                            Int<128>, Int<32>>());
  auto atom = Atom{};
  //^ = Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)
}
