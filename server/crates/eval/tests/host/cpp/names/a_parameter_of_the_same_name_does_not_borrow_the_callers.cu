#include <cute/tensor.hpp>
using namespace cute;

template <class L>
void callee(int m, L layout) {
  auto inner = make_shape(m, size(layout));
  //^ = (?,?)
}

void caller(int m) {
  callee(2 * m, make_layout(m));
}
