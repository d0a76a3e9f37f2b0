// `x & ~(alignment - 1)` is rounded down; the complement alone is of the type in which it is computed.
#include <cute/tensor.hpp>
using namespace cute;

template <int Alignment>
constexpr int aligned(int x) {
  return (x + Alignment - 1) & ~(Alignment - 1);
}

template <class T>
constexpr int low_bits(T mask) {
  return int(~mask & 255);
}

void layouts(int m) {
  auto a = make_layout(Int<aligned<64>(100)>{});
  //^ = 128:1
  auto b = make_layout(Int<(~63 & 200)>{});
  //^ = 192:1
  auto c = make_layout(Int<int(~7u >> 28)>{});
  //^ = 15:1
  auto d = make_layout(Int<-(~7)>{});
  //^ = 8:1
  auto e = make_layout(Int<low_bits(240)>{});
  //^ = 15:1
  auto f = make_layout(Int<12>{} & ~Int<8>{});
  //^ prints _4:_1
  int bits = 3;
  auto g = make_layout(bits & ~1);
  //^ = 2:1
  auto h = make_layout((m + 7) & ~7);
  //^ unknown
}
