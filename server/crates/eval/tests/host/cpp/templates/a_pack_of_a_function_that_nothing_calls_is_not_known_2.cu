#include <cute/tensor.hpp>
using namespace cute;

template <class... T>
auto f(T... y) {
  return make_layout(make_shape(y..., Int<2>{}));
}

void g() {
  auto a = f(4);
  //^ = (4,2):(1,4)
}
