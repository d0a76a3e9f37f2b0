// What CUTLASS asks of the types of strides while it compiles.
#include <cute/tensor.hpp>
#include <cutlass/gemm/gemm.h>
#include <cutlass/detail/cluster.hpp>
using namespace cute;

void f() {
  using Rows = Stride<int64_t, _1, int64_t>;
  using Columns = Stride<_1, int64_t, int64_t>;
  auto of_rows = make_layout(conditional_t<cutlass::gemm::detail::is_mn_major<Rows>(), _2, _3>{});
  //^ = 3:1
  auto of_columns = make_layout(conditional_t<cutlass::gemm::detail::is_mn_major<Columns>(), _2, _3>{});
  //^ = 2:1
  auto along_k = make_layout(conditional_t<cutlass::gemm::detail::is_k_major<Rows>(), _2, _3>{});
  //^ = 2:1
  auto of_pointer = make_layout(conditional_t<cutlass::gemm::detail::is_major<0, Columns*>(), _2, _3>{});
  //^ = 2:1
  auto along_1 = make_layout(conditional_t<cutlass::gemm::detail::is_major<1, Rows>(), _2, _3>{});
  //^ = 2:1
  auto nested = make_layout(conditional_t<cutlass::gemm::detail::is_major<1, Stride<int, Stride<_1, int>>>(), _2, _3>{});
  //^ = 2:1
}
