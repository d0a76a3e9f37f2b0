#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  const int bx = 1;
  const int by = 2;
  const int tid = 37;
  auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto block = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, by));
  //^ prints (_128,_64):(_1,256)
  auto tA = make_layout(make_shape(_32{}, _8{}));
  //^ prints (_32,_8):(_1,_32)
  auto blocks = local_tile(gmem, make_shape(_128{}, _64{}), make_coord(bx, _));
  //^ prints (_128,_64,3):(_1,256,16384)
  auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));
  //^ prints (_128,_8):(_1,_128)
  auto tC = make_layout(make_shape(_16{}, _16{}));
  //^ prints (_16,_16):(_1,_16)
  auto x1 = local_partition(block, tA, tid);
  //^ prints (_4,_8):(_32,2048)
  auto x2 = local_partition(blocks, tA, tid);
  //^ prints (_4,_8,3):(_32,2048,16384)
  auto x3 = local_partition(sA, tC, tid, Step<_1, X>{});
  //^ prints (_8,_8):(_16,_128)
  auto x4 = local_partition(sA, tC, tid, Step<X, _1>{});
  //^ prints (_8,_8):(_16,_128)
  auto x5 = local_partition(block, tC, tid, Step<_1, _1>{});
  //^ prints (_8,_4):(_16,4096)
  auto x6 = outer_partition(gmem, Shape<_32, _8>{}, make_coord(3, 4));
  //^ prints (8,24):(_32,2048)
}
