#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A, int k, int ld) {
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(k, _8{}), make_stride(_1{}, ld));
  //^ prints (k,_8):(_1,ld)
  auto x1 = local_tile(gA, make_shape(_128{}, _8{}), make_coord(_, 0));
  //^ prints (_128,_8,ceil_div(k,128)):(_1,ld,_128)
  auto x2 = local_tile(gA, make_shape(_128{}, _8{}), make_coord(blockIdx.x, 0));
  //^ prints (_128,_8):(_1,ld)
  auto x3 = local_partition(gA, Layout<Shape<_32, _8>>{}, threadIdx.x);
  //^ prints (ceil_div(k,32),_1):(_32,_0)
  auto x4 = gA(_, 3);
  //^ prints (k):(_1)
  auto x5 = make_layout(make_shape(k, ld), LayoutRight{});
  //^ prints (k,ld):(ld,_1)
  auto x6 = make_identity_tensor(make_shape(k, _8{}));
  //^ prints (k,_8):(_1@0,_1@1)
  auto x7 = size(gA);
  //^ prints 8*k
  auto x8 = ceil_div(k, _8{});
  //^ prints ceil_div(k,8)
  auto x9 = zipped_divide(gA, make_tile(_128{}, _8{}));
  //^ prints ((_128,_8),(ceil_div(k,128),_1)):((_1,ld),(_128,_0))
}
