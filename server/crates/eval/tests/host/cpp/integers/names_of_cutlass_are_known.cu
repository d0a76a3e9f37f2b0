#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = cutlass::NumThreadsPerWarpGroup;
  //^ prints 128
  auto x2 = cutlass::bits_to_bytes(12);
  //^ prints 2
  auto x3 = rank(cutlass::detail::TagToStrideB_t<cutlass::layout::RowMajor>{});
  //^ prints _3
  auto x4 = get<0>(cutlass::detail::TagToStrideB_t<cutlass::layout::RowMajor>{});
  //^ prints _1
  auto x5 = get<1>(cutlass::detail::TagToStrideA_t<cutlass::layout::RowMajor>{});
  //^ prints _1
  auto x6 = get<0>(cutlass::detail::TagToStrideC_t<cutlass::layout::ColumnMajor>{});
  //^ prints _1
}
