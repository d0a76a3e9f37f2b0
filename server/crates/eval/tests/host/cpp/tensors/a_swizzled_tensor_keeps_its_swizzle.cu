#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* S) {
  auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  //^ prints Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
  auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto x1 = sw_tensor(_, _, 0);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
  auto x2 = sw_tensor(_, _, _1{});
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
  auto x3 = as_position_independent_swizzle_tensor(sw_tensor);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto x4 = local_tile(sw_tensor, make_shape(_64{}, _32{}), make_coord(_, _));
  //^ prints Sw<3,2,3> o _0 o (_64,_32,_2,_1,(_1,_3)):(_32,_1,_2048,_0,(_0,_4096))
  auto x5 = sw_tensor(_, 3, 1);
  //^ prints (((_2,_2,_2),_16)):(((36,72,144),_256))
  auto x6 = recast<double>(sw_tensor);
  //^ prints Sw<3,1,3> o _0 o ((_8,_16),(_16,_1),(_1,_3)):((_16,_128),(_1,_0),(_0,_2048))
  auto x7 = group_modes<0, 2>(sw_tensor);
  //^ prints Sw<3,2,3> o _0 o (((_8,_16),(_32,_1)),(_1,_3)):(((_32,_256),(_1,_0)),(_0,_4096))
  auto x8 = sw_tensor.layout();
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto x9 = zipped_divide(sw_tensor, make_tile(_64{}, _16{}));
  //^ prints Sw<3,2,3> o _0 o ((_64,_16),(_2,_2,(_1,_3))):((_32,_1),(_2048,_16,(_0,_4096)))
}
