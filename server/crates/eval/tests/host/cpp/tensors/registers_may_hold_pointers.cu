// `make_tensor<T*>(layout)` owns pointers; only what is given decides whether a tensor begins with a pointer.
#include <cute/tensor.hpp>
using namespace cute;

template <class Element>
void hold(Element const* data) {
  auto pointers = make_tensor<Element*>(Shape<Int<2>>{});
  //^ = (2):(1)
  using OfType = decltype(make_tensor<Element const*>(Shape<_4, _2>{}));
  //^ = (4,2):(1,4)
  auto first = pointers(0);
  auto viewed = make_tensor(data, Shape<_4, _2>{});
  //^ = (4,2):(1,4)
}

void call(float const* data) { hold<float>(data); }
