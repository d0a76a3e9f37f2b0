#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  const int bx = 1;
  const int by = 2;
  auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto x1 = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, by));
  //^ prints (_128,_64):(_1,256)
  auto x2 = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, _));
  //^ prints (_128,_64,3):(_1,256,16384)
  auto x3 = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(_, _));
  //^ prints (_128,_64,2,3):(_1,256,_128,16384)
  auto x4 = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});
  //^ prints (_128,_64,3):(_1,256,16384)
  auto x5 = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<X, _1, _1>{});
  //^ prints (_128,_64,3):(_1,256,16384)
  auto x6 = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, _1, X>{});
  //^ prints (_128,_128):(_1,256)
  //^ warning needs-predicate: covers 65536 of 49152
  auto x7 = local_tile(gmem, make_tile(_128{}, _64{}), make_coord(bx, by));
  //^ prints (_128,_64):(_1,256)
  auto x8 = local_tile(gmem, Shape<_128, _64>{}, make_coord(_, by));
  //^ prints (_128,_64,2):(_1,256,_128)
  auto x9 = inner_partition(gmem, Shape<_128, _64>{}, make_coord(bx, by));
  //^ prints (_128,_64):(_1,256)
  auto x10 = local_tile(make_tensor(make_gmem_ptr(S), make_shape(M, N)), make_shape(_8{}, _2{}), make_coord(0));
  //^ prints (_8,_2,96):(_1,256,512)
}
