#include <cute/tensor.hpp>
using namespace cute;

template <class... T>
auto f(T... x) {
//^ unknown
  auto l = make_shape(x...);
  //^ unknown
  return make_layout(make_shape(x..., Int<2>{}));
}

void g() {
  auto a = 1;
}
