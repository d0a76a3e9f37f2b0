// What is written into the elements of a tensor changes no layout, however often a loop runs.
#include <cute/tensor.hpp>
using namespace cute;

void fill() {
  Tensor A = make_tensor<float>(Shape<Shape<_3, _2>, _8>{}, Stride<Stride<_4, _1>, Int<13>>{});
  for (int i = 0; i < size(A); ++i) {
    A[i] = i;
  }
  Tensor B = A(2, _);
  //^ = (8):(13)
  Tensor C = A(_, 5);
  //^ = ((3,2)):((4,1))
  auto D = composition(A, Layout<Shape<_3, _2>>{});
  //^ = (3,2):(4,1)
}

void choose(float const* a, bool is_late) {
  Tensor A = make_tensor(make_gmem_ptr(a), Shape<_4, _8>{});
  auto first = A(_, 0);
  if (is_late) {
    first = A(_, 4);
  }
  auto behind = first;
  //^ = (4):(1)
}
