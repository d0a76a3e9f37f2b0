// Copies whose wavefronts of shared memory and sectors of global memory LayoutLens counts, one a kernel, as a GPU counts them too.
// Kernels that read shared memory keep what they read alive by a store to global memory.
#include <cute/tensor.hpp>

using namespace cute;

template <class Tensor>
__device__ void keep(Tensor const& read, float* out)
{
  float sum = 0;
  for (int i = 0; i < size(read); ++i) {
    sum += float(read(i));
  }
  out[threadIdx.x] = sum;
}

// Halves, a tile of 128x64, row by row.
using Rows = Layout<Shape<_128, _64>, Stride<_64, _1>>;
// The same with the usual swizzle.
using SwizzledRows = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}), Shape<_128, _64>{}));
// Halves, M contiguous: the atoms of CUTLASS issues 3172 and 2810.
using Columns128 = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 4>{}, Layout<Shape<_128, _8>, Stride<_1, _128>>{}), Shape<_128, _32>{}));
using Columns64 = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _8>, Stride<_1, _64>>{}), Shape<_128, _32>{}));
using PlainColumns64 = decltype(tile_to_shape(Layout<Shape<_64, _8>, Stride<_1, _64>>{}, Shape<_128, _32>{}));
// TF32, M contiguous: CUTLASS issue 2116, and what is free.
using Words = decltype(tile_to_shape(
    composition(Swizzle<3, 2, 3>{}, Layout<Shape<_32, _8>, Stride<_1, _32>>{}), Shape<_128, _32>{}));
using FreeWords = decltype(tile_to_shape(
    composition(Swizzle<2, 3, 2>{}, Layout<Shape<_32, _8>, Stride<_1, _32>>{}), Shape<_128, _32>{}));
// Results of halves.
using Results = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using SwizzledResults = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}), Shape<_64, _64>{}));
// The results of CUTLASS issue 2810: rows of 128 halves.
using WideResults = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 4>{}, Layout<Shape<_8, _128>, Stride<_128, _1>>{}), Shape<_64, _128>{}));
using PaddedResults = Layout<Shape<_64, _64>, Stride<_72, _1>>;

template <class SA>
__global__ void by_cp_async(half_t const* a, float* out)
{
  __shared__ alignas(128) half_t smem[128 * 64];
  Tensor sA = make_tensor(make_smem_ptr(smem), SA{});
  Tensor gA = make_tensor(make_gmem_ptr(a), Rows{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA);
  Tensor tAsA = thr.partition_D(sA);
  copy(g2s, tAgA, tAsA);
  cp_async_fence();
  cp_async_wait<0>();
}

// Each lane of a warp in a row of its own.
__global__ void by_cp_async_down(half_t const* a, float* out)
{
  __shared__ alignas(128) half_t smem[128 * 64];
  Tensor sA = make_tensor(make_smem_ptr(smem), Rows{});
  Tensor gA = make_tensor(make_gmem_ptr(a), Rows{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_128, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA);
  Tensor tAsA = thr.partition_D(sA);
  copy(g2s, tAgA, tAsA);
  cp_async_fence();
  cp_async_wait<0>();
}

// Rows of global memory, a row a thread.
__global__ void by_row_of_global(float const* a, float* out)
{
  Tensor g = make_tensor(make_gmem_ptr(a), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor row = local_partition(g, Layout<Shape<_32, _1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
  keep(mine, out);
}

template <class SA, class Operation>
__global__ void by_ldmatrix(float* out)
{
  __shared__ alignas(128) half_t smem[128 * 64];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), SA{});
  auto s2r = make_tiled_copy_A(Copy_Atom<Operation, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_S(sA);
  Tensor tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  Tensor view = thr.retile_D(tCrA);
  copy(s2r, tCsA, view);
  keep(tCrA, out);
}

template <class SA>
__global__ void by_word(float* out)
{
  __shared__ alignas(128) tfloat32_t smem[128 * 32];
  auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _8>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), SA{});
  auto s2r = make_tiled_copy_A(Copy_Atom<UniversalCopy<tfloat32_t>, tfloat32_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_S(sA);
  Tensor tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  Tensor view = thr.retile_D(tCrA);
  copy(s2r, tCsA, view);
  keep(tCrA, out);
}

// CUTLASS issue 1443: the tile of sgemm_1 whose rows are read along K and written along M.
__global__ void to_other_major(float const* a, float* out)
{
  __shared__ alignas(128) float smem[128 * 8];
  Tensor gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_128, _8>, Stride<_8, _1>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _8>>{});
  Tensor tAgA = local_partition(gA, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, threadIdx.x);
  Tensor tAsA = local_partition(sA, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, threadIdx.x);
  copy(tAgA, tAsA);
}

// The same tile, and the tutorial's 16x16 threads that read their parts of it.
__global__ void to_one_major(float const* a, float* out)
{
  __shared__ alignas(128) float smem[128 * 8];
  Tensor gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_128, _8>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128, _8>>{});
  Tensor tAgA = local_partition(gA, Layout<Shape<_32, _8>>{}, threadIdx.x);
  Tensor tAsA = local_partition(sA, Layout<Shape<_32, _8>>{}, threadIdx.x);
  copy(tAgA, tAsA);
}

template <int Stride0>
__global__ void by_row(float* out)
{
  __shared__ alignas(128) float tile[32 * 36];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<Int<Stride0>, _1>>{});
  Tensor row = local_partition(s, Layout<Shape<_32, _1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
  keep(mine, out);
}

// An epilogue: accumulators of 16x8 instructions, two halves at a time.
template <class SC>
__global__ void of_accumulators(half_t const* c, float* out)
{
  __shared__ alignas(128) half_t smem[64 * 128];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor sC = make_tensor(make_smem_ptr(smem), SC{});
  auto r2s = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, mma);
  auto thr = r2s.get_slice(threadIdx.x);
  Tensor tCrC = make_fragment_like<half_t>(partition_fragment_C(mma, Shape<_64, Int<size<1>(SC{})>>{}));
  for (int i = 0; i < size(tCrC); ++i) {
    tCrC(i) = c[threadIdx.x + i];
  }
  Tensor from = thr.retile_S(tCrC);
  Tensor to = thr.partition_D(sC);
  copy(r2s, from, to);
}

// The same by stmatrix.
template <class SC>
__global__ void of_matrices(half_t const* c, float* out)
{
  __shared__ alignas(128) half_t smem[64 * 128];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor sC = make_tensor(make_smem_ptr(smem), SC{});
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto thr = r2s.get_slice(threadIdx.x);
  Tensor tCrC = make_fragment_like<half_t>(partition_fragment_C(mma, Shape<_64, Int<size<1>(SC{})>>{}));
  for (int i = 0; i < size(tCrC); ++i) {
    tCrC(i) = c[threadIdx.x + i];
  }
  Tensor from = thr.retile_S(tCrC);
  Tensor to = thr.partition_D(sC);
  copy(r2s, from, to);
}

int main()
{
  half_t* a;
  float* out;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  float* floats = reinterpret_cast<float*>(a);
  by_cp_async<Rows><<<1, 128>>>(a, out);
  by_cp_async<SwizzledRows><<<1, 128>>>(a, out);
  by_ldmatrix<Rows, SM75_U32x4_LDSM_N><<<1, 128>>>(out);
  by_ldmatrix<SwizzledRows, SM75_U32x4_LDSM_N><<<1, 128>>>(out);
  by_ldmatrix<Columns128, SM75_U16x8_LDSM_T><<<1, 128>>>(out);
  by_ldmatrix<Columns64, SM75_U16x8_LDSM_T><<<1, 128>>>(out);
  by_ldmatrix<PlainColumns64, SM75_U16x8_LDSM_T><<<1, 128>>>(out);
  by_word<Words><<<1, 128>>>(out);
  by_word<FreeWords><<<1, 128>>>(out);
  to_other_major<<<1, 256>>>(floats, out);
  to_one_major<<<1, 256>>>(floats, out);
  by_row<32><<<1, 32>>>(out);
  by_row<36><<<1, 32>>>(out);
  of_accumulators<Results><<<1, 128>>>(a, out);
  of_accumulators<SwizzledResults><<<1, 128>>>(a, out);
  of_accumulators<PaddedResults><<<1, 128>>>(a, out);
  of_accumulators<WideResults><<<1, 128>>>(a, out);
  of_matrices<Results><<<1, 128>>>(a, out);
  of_matrices<SwizzledResults><<<1, 128>>>(a, out);
  by_cp_async_down<<<1, 128>>>(a, out);
  by_row_of_global<<<1, 32>>>(floats, out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
