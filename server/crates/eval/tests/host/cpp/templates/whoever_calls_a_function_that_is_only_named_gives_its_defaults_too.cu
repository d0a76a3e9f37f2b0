#include <cute/tensor.hpp>
using namespace cute;

template <int N>
void instantiated(int m = 7, bool causal = false) {
  auto sizes = make_layout(make_shape(m, Int<N>{}));
  //^ = (m,4):(1,m)
  auto choice = make_layout(make_shape(causal ? 3 : 4, _2{}));
  //^ = (?,2):(1,?)
}
template void instantiated<4>(int, bool);

void keep(void (*function)(int));

template <int N>
void taken(int m = 7) {
  auto sizes = make_layout(make_shape(m, Int<N>{}));
  //^ = (m,4):(1,m)
}

void takes() {
  keep(&taken<4>);
}
