#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int M = 256;
  const int N = 192;
  const int bx = 1;
  const int by = 2;
  const int tid = 37;
  auto tile = make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});
  //^ prints (_8,_4):(_4,_1)
  auto tile_coordinates = make_identity_tensor(shape(tile));
  //^ prints (_8,_4):(_1@0,_1@1)
  auto coordinates = make_identity_tensor(make_shape(M, N));
  //^ prints (256,192):(_1@0,_1@1)
  auto block_coordinates = local_tile(coordinates, make_shape(_128{}, _64{}), make_coord(bx, by));
  //^ prints (_128,_64):(_1@0,_1@1)
  auto tA = make_layout(make_shape(_32{}, _8{}));
  //^ prints (_32,_8):(_1,_32)
  auto x1 = tile_coordinates(1, 2);
  //^ prints (1,2)
  auto x2 = make_coord_tensor(make_identity_layout(make_shape(_4{}, _6{})));
  //^ prints (_4,_6):(_1@0,_1@1)
  auto x3 = make_tensor(counting_iterator<int>{0}, make_shape(_4{}, _5{}));
  //^ prints (_4,_5):(_1,_4)
  auto x4 = local_partition(block_coordinates, tA, tid);
  //^ prints (_4,_8):(_32@0,_8@1)
}
