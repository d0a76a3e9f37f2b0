#include <cute/tensor.hpp>
using namespace cute;

template <class L>
__global__ void kernel(L layout) {
  auto x = layout;
  //^ = (4,8):(8,1) [rows]
  //^ = (4,8):(1,4) [columns]
  auto same = Int<4>{};
  //^ = 4
}

void rows() {
  kernel<<<1, 1>>>(make_layout(Shape<_4, _8>{}, LayoutRight{}));
}

void columns() {
  kernel<<<1, 1>>>(make_layout(Shape<_4, _8>{}));
}

int main() {
  rows();
  columns();
  rows();
}
