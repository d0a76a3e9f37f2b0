#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));
  //^ prints (_128,_8):(_1,_128)
  auto gmem = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto x1 = recast<double>(sA);
  //^ prints (_64,_8):(_1,_64)
  auto x2 = recast<half_t>(sA);
  //^ prints (_256,_8):(_1,_256)
  auto x3 = composition(sA, make_tile(_64{}, _4{}));
  //^ prints (_64,_4):(_1,_128)
  auto x4 = sA.compose(make_layout(_64{}));
  //^ prints _64:_1
  auto x5 = domain_offset(make_coord(1, 2), gmem);
  //^ prints (256,192):(_1,256)
  auto x6 = make_tensor(sA.data(), Layout<Shape<_64, _16>>{});
  //^ prints (_64,_16):(_1,_64)
  auto x7 = make_tensor(sA.data() + 3, sA.layout());
  //^ prints (_128,_8):(_1,_128)
  auto x8 = filter_zeros(sA);
  //^ prints (_128,_8):(_1,_128)
  auto x9 = max_common_vector(sA, sA);
  //^ prints _1024
  auto x10 = max_common_layout(sA, sA);
  //^ prints _1024:_1
}
