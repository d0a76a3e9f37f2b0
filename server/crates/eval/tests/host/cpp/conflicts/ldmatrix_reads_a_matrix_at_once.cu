// 8 lanes a phase: rows of 128 bytes meet in the same banks, rows that are swizzled or padded by 16 bytes do not.
#include <cute/tensor.hpp>
using namespace cute;

template <class Layout>
__device__ void load(half_t* memory, Layout layout) {
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, cute::Layout<Shape<_2, _2>>{});
  TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  Tensor sA = make_tensor(make_smem_ptr(memory), layout);
  Tensor rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  ThrCopy thread = s2r.get_slice(threadIdx.x);
  Tensor from = thread.partition_S(sA);
  Tensor to = thread.retile_D(rA);
  copy(s2r, from(_, _, 1), to(_, _, 1));
}

__global__ void kernel(half_t* memory) {
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  Tensor plain = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  Tensor swizzled = make_tensor(make_smem_ptr(memory), tile_to_shape(atom, Shape<_32, _64>{}));
  Tensor padded = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<_72, _1>>{});
  Tensor rA = mma.get_slice(threadIdx.x).partition_fragment_A(plain);
  //^ = ((2,2,2),1,4):((1,2,4),0,8)
  ThrCopy thread = s2r.get_slice(threadIdx.x);
  Tensor to = thread.retile_D(rA);
  copy(s2r, thread.partition_S(plain), to);
  //^ warning bank-conflict: 32 wavefronts where 4 would do
  copy(s2r, thread.partition_S(swizzled), to);
  copy(s2r, thread.partition_S(padded), to);
  load(memory, Layout<Shape<_32, _64>, Stride<_72, _1>>{});
}

void run(half_t* memory) { kernel<<<1, 128>>>(memory); }
