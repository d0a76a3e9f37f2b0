// A transpose of 32x32 floats: 32 ways unpadded, none padded by a word or swizzled.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void transpose(float const* in, float* memory) {
  auto by_rows = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                 Layout<Shape<_8, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  Tensor gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor plain = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_1, _32>>{});
  Tensor padded = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  auto swizzle = composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>, Stride<_1, _32>>{});
  Tensor swizzled = make_tensor(make_smem_ptr(memory), swizzle);
  ThrCopy thread = by_rows.get_slice(threadIdx.x);
  Tensor from = thread.partition_S(gIn);
  //^ = ((1,1),4,1):((0,0),256,0)
  Tensor to_plain = thread.partition_D(plain);
  copy(by_rows, from, to_plain);
  //^ warning bank-conflict: 32 wavefronts where 1 would do (32-way bank conflict in (32,32):(1,32), threads 0..31: 32 words of bank 0
  copy(by_rows, from(_, _, 0), to_plain(_, _, 0));
  //^ warning bank-conflict: 32 wavefronts where 1 would do
  copy(by_rows, from, thread.partition_D(padded));
  copy(by_rows, from, thread.partition_D(swizzled));
}

void run(float const* in, float* memory) { transpose<<<1, 256>>>(in, memory); }
