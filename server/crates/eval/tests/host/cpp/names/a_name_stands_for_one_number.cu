#include <cute/tensor.hpp>
using namespace cute;

void f(int m) {
  auto old = make_shape(m);
  //^ = (m)
  m = 2 * m;
  auto now = make_shape(m);
  //^ = (m)
  auto both = make_shape(get<0>(old), m);
  //^ = (?,m)
}
