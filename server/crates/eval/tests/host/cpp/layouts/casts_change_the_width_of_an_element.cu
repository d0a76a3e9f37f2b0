#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = upcast<4>(Layout<Shape<_8, _8>>{});
  //^ prints (_2,_8):(_1,_2)
  auto x2 = downcast<4>(Layout<Shape<_8, _8>>{});
  //^ prints (_32,_8):(_1,_32)
  auto x3 = recast_layout<float, double>(Layout<Shape<_8, _8>>{});
  //^ prints (_4,_8):(_1,_4)
  auto x4 = recast_layout<half_t, uint128_t>(Layout<Shape<_16, _8>>{});
  //^ prints (_2,_8):(_1,_2)
  auto x5 = upcast<3>(Layout<_8>{});
  //^ prints _3:_1
  auto x6 = upcast<4>(Layout<Shape<_8, _8>, Stride<_8, _1>>{});
  //^ prints (_8,_2):(_2,_1)
}
