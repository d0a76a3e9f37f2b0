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
  auto divided = tiled_divide(gmem, make_shape(_128{}, _64{}));
  //^ prints ((_128,_64),2,3):((_1,256),_128,16384)
  auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));
  //^ prints (_128,_8):(_1,_128)
  auto x1 = group_modes<0, 2>(tiles);
  //^ prints ((_128,_64),3):((_1,256),16384)
  auto x2 = group_modes<0, rank(tiles)>(tiles);
  //^ prints ((_128,_64,3)):((_1,256,16384))
  auto x3 = zipped_divide(gmem, make_shape(_128{}, _64{}));
  //^ prints ((_128,_64),(2,3)):((_1,256),(_128,16384))
  auto x4 = flat_divide(gmem, make_shape(_128{}, _64{}));
  //^ prints (_128,_64,2,3):(_1,256,_128,16384)
  auto x5 = flatten(divided);
  //^ prints (_128,_64,2,3):(_1,256,_128,16384)
  auto x6 = coalesce(sA);
  //^ prints _1024:_1
  auto x7 = logical_divide(gmem, make_tile(_128{}, _));
  //^ prints ((_128,2),192):((_1,_128),256)
  auto x8 = take<0, 2>(tiles);
  //^ prints (_128,_64):(_1,256)
  auto x9 = tensor<0>(tiles);
  //^ prints _128:_1
}
