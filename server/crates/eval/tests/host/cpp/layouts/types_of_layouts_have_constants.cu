#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto swizzled = ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_8, _32>, Stride<_32, _1>>>{};
  //^ prints Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
  auto x1 = size_v<decltype(nested)>;
  //^ prints 64
  auto x2 = cosize_v<decltype(nested)>;
  //^ prints 64
  auto x3 = decltype(rank(nested))::value;
  //^ prints 2
  auto x4 = decltype(size(nested))::value;
  //^ prints 64
  auto x5 = decltype(nested)::rank;
  //^ prints 2
  auto x6 = cosize_v<decltype(swizzled)>;
  //^ prints 256
}
