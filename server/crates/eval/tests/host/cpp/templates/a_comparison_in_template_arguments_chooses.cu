#include <cute/tensor.hpp>
using namespace cute;

template <int Arch>
void run() {
  using Tile = std::conditional_t<Arch >= 90, Shape<_4, _8>, Shape<_2>>;
  using Other = std::conditional_t<Arch >= 91, Shape<_4, _8>, Shape<_2>>;
  auto tile = make_layout(Tile{});
  //^ = (4,8):(1,4)
  auto other = make_layout(Other{});
  //^ = (2):(1)
}

template void run<90>();
