#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  //^ prints Sw<3,3,3> o _0 o (_8,_64):(_64,_1)
  auto staged = tile_to_shape(atom, make_shape(_64{}, _64{}, _3{}));
  //^ prints Sw<3,3,3> o _0 o ((_8,_8),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_4096))
  auto swizzled = ComposedLayout<Swizzle<2, 3, 3>, _0, Layout<Shape<_8, _32>, Stride<_32, _1>>>{};
  //^ prints Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
  auto x1 = cosize(staged);
  //^ prints _12288
  auto x2 = size(staged);
  //^ prints _12288
  auto x3 = size<0>(staged);
  //^ prints _64
  auto x4 = staged(_, _, _1{});
  //^ prints Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
  auto x5 = get_swizzle_portion(staged);
  //^ prints Sw<3,3,3>
  auto x6 = get_nonswizzle_portion(staged);
  //^ prints ((_8,_8),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_4096))
  auto x7 = make_composed_layout(Swizzle<2, 3, 3>{}, _0{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  //^ prints Sw<2,3,3> o _0 o (_8,_32):(_32,_1)
  auto x8 = Swizzle<3, 3, 3>{}(72);
  //^ prints 64
  auto x9 = swizzled.layout_b();
  //^ prints (_8,_32):(_32,_1)
  auto x10 = swizzled.layout_a();
  //^ prints Sw<2,3,3>
}
