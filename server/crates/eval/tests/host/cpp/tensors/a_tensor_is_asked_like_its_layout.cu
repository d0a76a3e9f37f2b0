#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  const int bx = 1;
  const int by = 2;
  auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));
  //^ prints ((_128,_64),2,3):((_1,256),_128,16384)
  auto sw_atom = composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  //^ prints Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
  auto sw_layout = tile_to_shape(sw_atom, make_shape(_128{}, _32{}, _3{}));
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto sw_tensor = make_tensor(make_smem_ptr(S), sw_layout);
  //^ prints Sw<3,2,3> o _0 o ((_8,_16),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_4096))
  auto tiles = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});
  //^ prints (_128,_64,3):(_1,256,16384)
  auto x1 = divided.layout();
  //^ prints ((_128,_64),2,3):((_1,256),_128,16384)
  auto x2 = divided.shape();
  //^ prints ((_128,_64),2,3)
  auto x3 = size<0>(divided);
  //^ prints _8192
  auto x4 = size(gmem);
  //^ prints 49152
  auto x5 = size<2>(sw_tensor);
  //^ prints _3
  auto x6 = cosize(gmem.layout());
  //^ prints 49152
  auto x7 = shape<2>(tiles);
  //^ prints 3
  auto x8 = size<2>(tiles);
  //^ prints 3
  auto x9 = select<0, 1>(tiles.layout());
  //^ prints (_128,_64):(_1,256)
}
