// One kernel under the MMA atoms of several architectures, with the copies that go with them.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

template <class Mma, class CopyA, class CopyB, class CopyC, class Element, class Result>
__global__ void one_tile(Mma mma, CopyA copy_a, CopyB copy_b, CopyC copy_c, Element const* a, Element const* b, Result* c) {
  auto tile_m = tile_size<0>(mma) * _2{};
  auto tile_n = tile_size<1>(mma) * _4{};
  auto tile_k = tile_size<2>(mma) * _2{};
  Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(tile_m, tile_k), LayoutRight{});
  Tensor gB = make_tensor(make_gmem_ptr(b), make_shape(tile_n, tile_k), make_stride(tile_k, _1{}));
  Tensor gC = make_tensor(make_gmem_ptr(c), make_shape(tile_m, tile_n), LayoutRight{});
  __shared__ Element memory_a[size(gA)];
  __shared__ Element memory_b[size(gB)];
  Tensor sA = make_tensor(make_smem_ptr(memory_a), gA.layout());
  Tensor sB = make_tensor(make_smem_ptr(memory_b), gB.layout());
  auto thread_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thread_mma.partition_A(sA);
  Tensor tCsB = thread_mma.partition_B(sB);
  Tensor tCgC = thread_mma.partition_C(gC);
  Tensor tCrA = thread_mma.make_fragment_A(tCsA);
  Tensor tCrB = thread_mma.make_fragment_B(tCsB);
  Tensor tCrC = thread_mma.make_fragment_C(tCgC);
  auto tiled_a = make_tiled_copy_A(copy_a, mma);
  auto tiled_b = make_tiled_copy_B(copy_b, mma);
  auto tiled_c = make_tiled_copy_C(copy_c, mma);
  Tensor tXsA = tiled_a.get_slice(threadIdx.x).partition_S(sA);
  Tensor tXrA = tiled_a.get_slice(threadIdx.x).retile_D(tCrA);
  Tensor tXsB = tiled_b.get_slice(threadIdx.x).partition_S(sB);
  Tensor tXrB = tiled_b.get_slice(threadIdx.x).retile_D(tCrB);
  Tensor tXgC = tiled_c.get_slice(threadIdx.x).partition_D(gC);
  Tensor tXrC = tiled_c.get_slice(threadIdx.x).retile_S(tCrC);
  auto tv = mma.get_layoutC_TV();
  auto atom_shape = typename Mma::AtomShape_MNK{};
  copy(tiled_a, tXsA, tXrA);
  copy(tiled_b, tXsB, tXrB);
  gemm(mma, tCrA, tCrB, tCrC);
  copy(tiled_c, tXrC, tXgC);
}

template <class Operation, class Element, class Result, class Warps, class Permutations, class Load>
void launch(Operation operation, Warps warps, Permutations permutations, Load) {
  thrust::device_vector<Element> a(1 << 16);
  thrust::device_vector<Element> b(1 << 16);
  thrust::device_vector<Result> c(1 << 16);
  TiledMMA mma = make_tiled_mma(operation, warps, permutations);
  using LoadAtom = Copy_Atom<Load, Element>;
  one_tile<<<1, size(mma)>>>(mma, LoadAtom{}, LoadAtom{}, Copy_Atom<AutoVectorizingCopy, Result>{}, a.data().get(), b.data().get(), c.data().get());
}

int main() {
  launch<SM70_8x8x4_F32F16F16F32_TN, half_t, float>(SM70_8x8x4_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_16, _16, _4>{}, DefaultCopy{});
  launch<SM75_16x8x8_F32F16F16F32_TN, half_t, float>(SM75_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_2, _1, _1>>{}, Tile<_32, _16, _8>{}, SM75_U32x1_LDSM_N{});
  launch<SM80_16x8x16_F32BF16BF16F32_TN, bfloat16_t, float>(SM80_16x8x16_F32BF16BF16F32_TN{}, Layout<Shape<_2, _2, _1>, Stride<_2, _1, _0>>{}, Tile<Layout<Shape<_16, _2>, Stride<_1, _32>>, _16, _16>{}, SM75_U32x2_LDSM_N{});
  launch<SM80_16x8x8_F32TF32TF32F32_TN, tfloat32_t, float>(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_1, _4, _1>>{}, Tile<_16, _64, _8>{}, UniversalCopy<uint32_t>{});
  launch<SM80_8x8x4_F64F64F64F64_TN, double, double>(SM80_8x8x4_F64F64F64F64_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_16, Layout<Shape<_8, _2>, Stride<_2, _1>>, _4>{}, UniversalCopy<double>{});
  launch<UniversalFMA<float>, float, float>(UniversalFMA<float>{}, Layout<Shape<_8, _16, _1>, Stride<_16, _1, _0>>{}, Tile<_16, _32, _1>{}, DefaultCopy{});
  return 0;
}
