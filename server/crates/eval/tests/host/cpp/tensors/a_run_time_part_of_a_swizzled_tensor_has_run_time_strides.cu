#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* S) {
  const int bx = 1;
  const int tid = 37;
  auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  //^ prints Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
  auto sA = make_tensor(make_smem_ptr(S), tile_to_shape(sw_atom, Shape<_128, _32>{}));
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
  auto x1 = local_partition(sA, make_layout(make_shape(_32{}, _8{})), tid);
  //^ prints (_4,(_2,_2)):(_1024,(8,-16))
  auto x2 = local_partition(sA, make_layout(make_shape(_32{}, _8{})), _5{});
  //^ prints (_4,(_2,_2)):(_1024,(_8,_-16))
  auto x3 = local_partition(sA, make_layout(make_shape(_8{}, _32{})), tid);
  //^ prints (_16,_1):(_256,_0)
  auto x4 = local_tile(sA, make_shape(_64{}, _32{}), make_coord(bx, 0));
  //^ prints Sw<3,2,3> o _0 o (_64,_32):(_32,_1)
  auto x5 = local_tile(sA, make_shape(_4{}, _4{}), make_coord(bx, bx));
  //^ prints ((_2,_2),_4):((28,72),_1)
  auto x6 = inner_partition(sA, Shape<_4, _4>{}, bx);
  //^ prints ((_2,_2),_4):((36,72),_1)
}
