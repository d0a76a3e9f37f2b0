#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto L = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = size<0>(L.shape()) + _1{};
  //^ prints _9
  auto x2 = make_shape(Int<2>{} * size<0>(L), _);
  //^ prints (_16,_)
  auto x3 = make_coord(m / 2, _, make_coord(1, _0{}));
  //^ prints (20,_,(1,_0))
  auto x4 = ceil_div(size<0>(L), _3{});
  //^ prints _3
  auto x5 = get<1>(L.stride());
  //^ prints _8
  auto x6 = (m + 15) / 16 * 16;
  //^ prints 48
  auto x7 = make_layout(shape(L), make_stride(_4{}, _1{}));
  //^ prints (_8,_4):(_4,_1)
  auto x8 = static_cast<size_t>(m) * sizeof(float);
  //^ prints 160
  auto x9 = cute::get<0, 1>(make_shape(make_shape(_3{}, _5{}), _7{}));
  //^ prints _5
  auto x10 = Int<1>{} == Int<1>{} ? 3 : 4;
  //^ prints 3
  auto x11 = make_layout(make_shape(_2{}, _3{}), make_layout(make_shape(_2{}, _3{})).stride());
  //^ prints (_2,_3):(_1,_2)
}
