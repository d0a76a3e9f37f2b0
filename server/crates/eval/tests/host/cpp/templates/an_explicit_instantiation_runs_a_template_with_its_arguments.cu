#include <cute/tensor.hpp>
using namespace cute;

namespace flash {
template <int N, class T>
void run(int n) {
  auto tile = make_layout(Shape<Int<N>, Int<sizeof(T)>>{});
  //^ = (6,2):(1,6) [N = 6]
  //^ = (3,4):(1,3) [N = 3]
}

template void run<6, half_t>(int n);
}

template void flash::run<3, float>(int n);
