#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto L = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = sizeof_bits_v<float> / 8;
  //^ prints 4
  auto x2 = Int<sizeof_bits_v<half_t>>{};
  //^ prints _16
  auto x3 = conditional_t<is_same_v<float, half_t>, Int<8>, Int<4>>{};
  //^ prints _4
  auto x4 = Int<cosize_v<Layout<Shape<_8, _4>>>>{};
  //^ prints _32
  auto x5 = 128 / sizeof_bits_v<half_t>;
  //^ prints 8
  auto x6 = Int<16 / sizeof(float)>{};
  //^ prints _4
  auto x7 = make_shape(_4{}, Int<m>{}, size(L));
  //^ prints (_4,_40,_32)
  auto x8 = take<0, rank_v<decltype(L)>>(L);
  //^ prints (_8,_4):(_1,_8)
}
