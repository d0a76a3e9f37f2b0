#include <cute/tensor.hpp>
using namespace cute;

void f(int m) {
  half_t const* first = nullptr;
  Tensor t = make_tensor(make_gmem_ptr(first), make_shape(m, _8{}), LayoutRight{});
  //^ = (m,8):(8,1)
  auto narrow = recast<uint32_t>(make_tensor(make_gmem_ptr(first), Layout<Shape<_4, _8>, Stride<_8, _1>>{}));
  //^ = (4,4):(4,1)
}
