#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto vmnk = make_layout(make_shape(_1{}, _2{}, _4{}, _1{}));
  //^ prints (_1,_2,_4,_1):(_0,_1,_2,_0)
  auto x1 = vmnk.get_flat_coord(int(block_rank_in_cluster()));
  //^ prints (_0,block_rank_in_cluster()%2,block_rank_in_cluster()/2%4,_0)
  auto x2 = cutlass::canonical_warp_idx_sync() * _2{};
  //^ prints 2*canonical_warp_idx_sync()
}
