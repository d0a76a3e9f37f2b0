#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  const int bx = 1;
  const int by = 2;
  auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto tiles = local_tile(gmem, Shape<_128, _128, _64>{}, make_coord(bx, by, _), Step<_1, X, _1>{});
  //^ prints (_128,_64,3):(_1,256,16384)
  auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));
  //^ prints (_128,_8):(_1,_128)
  auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));
  //^ prints ((_128,_64),2,3):((_1,256),_128,16384)
  auto x1 = tiles(_, _, 0);
  //^ prints (_128,_64):(_1,256)
  auto x2 = tiles(_, 3, _);
  //^ prints (_128,3):(_1,16384)
  auto x3 = sA(_, 3);
  //^ prints (_128):(_1)
  auto x4 = sA(make_coord(_, 3));
  //^ prints (_128):(_1)
  auto x5 = divided(make_coord(_, _), bx, by);
  //^ prints (_128,_64):(_1,256)
  auto x6 = tiles(_, _, _0{}).layout();
  //^ prints (_128,_64):(_1,256)
}
