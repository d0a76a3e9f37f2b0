#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, float* S) {
  const int M = 256;
  const int N = 192;
  auto sA = make_tensor(make_smem_ptr(S), make_layout(make_shape(_128{}, _8{})));
  //^ prints (_128,_8):(_1,_128)
  auto x1 = make_tensor(make_gmem_ptr(A), make_shape(M, N), make_stride(_1{}, M));
  //^ prints (256,192):(_1,256)
  auto x2 = make_tensor(make_gmem_ptr(A), make_shape(M, N));
  //^ prints (256,192):(_1,256)
  auto x3 = make_tensor(make_gmem_ptr(A), make_shape(M, N), LayoutRight{});
  //^ prints (256,192):(192,_1)
  auto x4 = make_tensor(make_gmem_ptr(A), make_layout(make_shape(_8{}, _4{})));
  //^ prints (_8,_4):(_1,_8)
  auto x5 = make_tensor<float>(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x6 = make_tensor<float>(Layout<Shape<_8, _4>, Stride<_4, _1>>{});
  //^ prints (_8,_4):(_4,_1)
  auto x7 = make_tensor<float>(Shape<_8, _4>{}, LayoutRight{});
  //^ prints (_8,_4):(_4,_1)
  auto x8 = make_tensor(make_gmem_ptr(A), make_shape(make_shape(M, _2{}), N), make_stride(make_stride(_1{}, M), 512));
  //^ prints ((256,_2),192):((_1,256),512)
  auto x9 = make_tensor(make_rmem_ptr(A), Layout<Shape<_2, _2>>{});
  //^ prints (_2,_2):(_1,_2)
  auto x10 = make_tensor<half_t>(Shape<_2, Shape<_2, _4>>{});
  //^ prints (_2,(_2,_4)):(_1,(_2,_4))
  auto x11 = make_tensor(make_gmem_ptr(A), shape(sA), stride(sA));
  //^ prints (_128,_8):(_1,_128)
}
