#include <cute/tensor.hpp>
using namespace cute;

template <class S, class D>
void of_layout(Layout<S, D> const& layout) {
//^ = (4,8):(8,1)
  auto shape = S{};
  //^ = (4,8)
  auto stride = D{};
  //^ = (8,1)
}

template <class E, class L>
void of_tensor(Tensor<E, L> const& tensor) {
  auto layout = L{};
  //^ = (2,2):(1,2)
}

void f(float* p) {
  of_layout(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
  of_tensor(make_tensor(p, Shape<_2, _2>{}));
}
