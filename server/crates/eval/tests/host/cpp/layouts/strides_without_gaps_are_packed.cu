// `cutlass/util/packed_stride.hpp` stands beside CUTLASS's headers.
#include <cute/tensor.hpp>
#include <cutlass/util/packed_stride.hpp>
using namespace cute;

void f(int m, int k) {
  using Rows = Stride<int64_t, _1, int64_t>;
  using Columns = Stride<_1, int64_t, int64_t>;
  auto one = cutlass::make_cute_packed_stride(Rows{}, make_shape(m, k, 1));
  //^ = (k,1,0)
  auto batch = cutlass::make_cute_packed_stride(Columns{}, make_shape(m, k, 3));
  //^ = (1,m,k*m)
  auto matrix = cutlass::make_cute_packed_stride(Stride<int, _1>{}, make_shape(m, k));
  //^ = (k,1)
  auto layout = make_layout(make_shape(m, k, 1), one);
  //^ = (m,k,1):(k,1,0)
}

void g(int m, int k, int l) {
  auto open = cutlass::make_cute_packed_stride(Stride<int64_t, _1, int64_t>{}, make_shape(m, k, l));
  //^ = (k,1,?)
}
