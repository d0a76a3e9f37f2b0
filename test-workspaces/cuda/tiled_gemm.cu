// C = A B^T in single precision: a 128x128 tile of C a thread block, 256 threads, 64 elements a thread.
//
// A is (M,K) and B is (N,K), both row-major; C is (M,N), row-major. The one choice of this kernel is how the 128 rows
// (and likewise the 128 columns) of a tile are dealt to 16 threads; everything else follows from it.

#include <cute/tensor.hpp>

using namespace cute;

namespace gemm {

using BlockM = _128;
using BlockN = _128;
using BlockK = _8;

// The tile of C, row-major with 128 columns.
// cute: let gC = (128,128):(128,1)

// 16 groups of 4 consecutive rows, one group a thread: 16 x 4 covers 64 of 128 rows, so each thread gets two groups.
// cute: let deal = (16,4):(4,1)
// cute: assert compact(deal)
// cute: show deal

// The rows of the tile, 128 elements of C apart, dealt out: (thread, row in group), group.
// cute: let rows = logical_divide(128:128, deal)
// cute: assert rows == ((16,4),2):((512,128),8192)

// The columns, next to each other in memory, dealt the same way.
// cute: let columns = logical_divide(128:1, deal)
// cute: assert columns == ((16,4),2):((4,1),64)

// What partition_C gives thread 0: one value an instruction, 8 rows, 8 columns.
// cute: let tCgC = (1,(4,2),(4,2)):(0,(128,8192),(1,64))
// cute: show tCgC
// cute: assert size(tCgC) == 64
// cute: assert injective(tCgC)
// Element ((2,1),(3,0)) of it is C[66][3].
// cute: assert tCgC(0,(2,1),(3,0)) == 66 * 128 + 3

// 256 threads times 64 elements are the tile.
// cute: assert 256 * size(tCgC) == size(gC)

// Two other ways to deal 128 rows to 16 threads: elements 16 apart, or 8 in one piece.
// cute: show logical_divide(128:128, (16,4):(1,16))
// cute: show logical_divide(128:128, (16,8):(8,1))

// The atom of one multiply-add, repeated over 16 x 16 threads.
using ThreadLayout = Layout<Shape<_16, _16, _1>, Stride<_16, _1, _1>>;
using Deal = Layout<Shape<_16, _4>, Stride<_4, _1>>;  // (_16,_4):(_4,_1)
using Mma = TiledMMA<MMA_Atom<UniversalFMA<float>>, ThreadLayout, Tile<Deal, Deal, _1>>;

// Shared memory holds columns of 128 rows; with 4 floats of padding a column, the 4 rows by 8 columns that a warp
// writes at once fall into 32 different banks.
using SmemLayout = Layout<Shape<_128, _8>, Stride<_1, _132>>;  // (_128,_8):(_1,_132)

// cute: let sA = (128,8):(1,132)
// cute: assert injective(sA)
// cute: assert cosize(sA) == 127 + 7 * 132 + 1

// 256 threads fill it: 8 along K, where the source is contiguous, and 32 along M.
using CopyThreads = Layout<Shape<_32, _8>, Stride<_8, _1>>;  // (_32,_8):(_8,_1)

// cute: let tA = (32,8):(8,1)
// cute: assert bijective(tA)
// cute: let tAsA = zipped_divide(sA, (32,8))
// cute: assert tAsA == ((32,8),(4,1)):((1,132),(32,0))

}  // namespace gemm

template <class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(256)
gemm_tiles(TensorA mA, TensorB mB, TensorC mC)
{
  using namespace gemm;

  auto tiler = make_shape(BlockM{}, BlockN{}, BlockK{});
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, coord, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
  Tensor gB = local_tile(mB, tiler, coord, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
  Tensor gC = local_tile(mC, tiler, coord, Step<_1, _1, X>{});  // (BLK_M,BLK_N)

  __shared__ float storage_a[cosize_v<SmemLayout>];
  __shared__ float storage_b[cosize_v<SmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(storage_a), SmemLayout{});  // (BLK_M,BLK_K)
  Tensor sB = make_tensor(make_smem_ptr(storage_b), SmemLayout{});  // (BLK_N,BLK_K)

  Tensor tAgA = local_partition(gA, CopyThreads{}, threadIdx.x);  // (THR_M,THR_K,k)
  Tensor tAsA = local_partition(sA, CopyThreads{}, threadIdx.x);  // (THR_M,THR_K)
  Tensor tBgB = local_partition(gB, CopyThreads{}, threadIdx.x);  // (THR_N,THR_K,k)
  Tensor tBsB = local_partition(sB, CopyThreads{}, threadIdx.x);  // (THR_N,THR_K)

  ThrMMA thr_mma = Mma{}.get_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);  // (MMA,MMA_M,MMA_K)
  Tensor tCsB = thr_mma.partition_B(sB);  // (MMA,MMA_N,MMA_K)
  Tensor tCgC = thr_mma.partition_C(gC);  // (MMA,MMA_M,MMA_N)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);  // (MMA,MMA_M,MMA_N)
  clear(tCrC);

  for (int k_tile = 0; k_tile < size<2>(tAgA); ++k_tile) {
    copy(tAgA(_, _, k_tile), tAsA);
    copy(tBgB(_, _, k_tile), tBsB);
    __syncthreads();
    gemm(Mma{}, tCsA, tCsB, tCrC);
    __syncthreads();
  }

  copy(tCrC, tCgC);
}

// C (m,n) = A (m,k) B (n,k)^T; m and n are multiples of 128, k of 8.
void gemm_nt(float const* a, float const* b, float* c, int m, int n, int k, cudaStream_t stream)
{
  // cute: with m % 128 == 0, n % 128 == 0, k % 8 == 0
  Tensor mA = make_tensor(make_gmem_ptr(a), make_layout(make_shape(m, k), make_stride(k, _1{})));
  Tensor mB = make_tensor(make_gmem_ptr(b), make_layout(make_shape(n, k), make_stride(k, _1{})));
  Tensor mC = make_tensor(make_gmem_ptr(c), make_layout(make_shape(m, n), make_stride(n, _1{})));

  // The same product on the layouts of one tile, for a quick check on a GPU or the emulator.
  // cute: run gemm (128,64):(64,1), (128,64):(64,1) -> (128,128):(128,1) : f32
  gemm_tiles<<<dim3(m / 128, n / 128), 256, 0, stream>>>(mA, mB, mC);
}
