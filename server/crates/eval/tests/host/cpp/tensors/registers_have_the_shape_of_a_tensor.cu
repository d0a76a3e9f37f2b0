#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* S) {
  auto tile = make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});
  //^ prints (_8,_4):(_4,_1)
  auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  //^ prints Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
  auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto stage = sw_tensor(_, _, 0);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
  auto x1 = make_fragment_like(tile);
  //^ prints (_8,(_4)):(_1,(_8))
  auto x2 = make_tensor_like(tile);
  //^ prints (_8,_4):(_4,_1)
  auto x3 = make_tensor_like<double>(tile);
  //^ prints (_8,_4):(_4,_1)
  auto x4 = make_fragment_like(stage);
  //^ prints ((_8,_16),((_32,_1))):((_1,_8),((_128,_0)))
}
