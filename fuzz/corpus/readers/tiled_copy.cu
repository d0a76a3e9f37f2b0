c// Copies a column-major float matrix through shared memory, one 128x64 tile a thread block.
//
// Both sides are read and written with 16-byte vectors by 256 threads. The layouts that decide who moves what are
// spelled out in `cute:` comments: an editor shows what each comes to, `layoutlens check` proves the assertions.

#include <cute/tensor.hpp>

using namespace cute;

namespace tiles {

// One tile of the matrix.
using BlockM = _128;
using BlockN = _64;

// cute: let tile = (128,64):(1,128)
// cute: assert compact(tile)

// 256 threads, 32 down and 8 across, so that a warp touches one column of the tile.
using ThreadLayout = Layout<Shape<_32, _8>, Stride<_1, _32>>;  // (_32,_8):(_1,_32)

// Four consecutive floats a thread: one 16-byte access.
using ValueLayout = Layout<Shape<_4, _1>, Stride<_1, _4>>;  // (_4,_1):(_1,_4)

// cute: let thr = (32,8):(1,32)
// cute: let val = (4,1):(1,4)

// What make_tiled_copy computes from the two: where thread t, value v of one instruction stands in its 128x8 tile.
// cute: let tiler_mn = raked_product(thr, val)
// cute: show tiler_mn
// cute: assert size(tiler_mn) == 128 * 8
// cute: let tv = composition(right_inverse(tiler_mn), (256,4):(1,256))
// cute: show tv

// A warp's first values are 16 bytes apart: thread 1 starts four rows below thread 0, value 1 one row below value 0.
// cute: assert tv(1,0) == 4
// cute: assert tv(0,1) == 1

// Each thread repeats the instruction for the 8 groups of columns of the tile.
// cute: let steps = zipped_divide(tile, (128,8))
// cute: assert steps == ((128,8),(1,8)):((1,128),(0,1024))

}  // namespace tiles

template <class SourceTensor, class TargetTensor, class SmemLayout, class TiledCopy_>
__global__ void __launch_bounds__(256)
copy_tiles(SourceTensor source, TargetTensor target, SmemLayout smem_layout, TiledCopy_ tiled_copy)
{
  __shared__ alignas(16) float storage[cosize_v<SmemLayout>];
  Tensor sT = make_tensor(make_smem_ptr(storage), smem_layout);  // (BlockM,BlockN)

  auto tiler = make_shape(size<0>(smem_layout), size<1>(smem_layout));
  auto coord = make_coord(blockIdx.x, blockIdx.y);
  Tensor gS = local_tile(source, tiler, coord);  // (BlockM,BlockN)
  Tensor gD = local_tile(target, tiler, coord);  // (BlockM,BlockN)

  auto thr_copy = tiled_copy.get_slice(threadIdx.x);
  Tensor tSgS = thr_copy.partition_S(gS);  // (CPY,CPY_M,CPY_N)
  Tensor tSsT = thr_copy.partition_D(sT);  // (CPY,CPY_M,CPY_N)
  copy(tiled_copy, tSgS, tSsT);
  __syncthreads();

  Tensor tDsT = thr_copy.partition_S(sT);  // (CPY,CPY_M,CPY_N)
  Tensor tDgD = thr_copy.partition_D(gD);  // (CPY,CPY_M,CPY_N)
  copy(tiled_copy, tDsT, tDgD);
}

// Copies `source` to `target`, both m x n and column-major; m is a multiple of 128 and n of 64.
void copy_matrix(float const* source, float* target, int m, int n, cudaStream_t stream)
{
  // Sizes are known at run time only; the annotations state what the kernel relies on.
  // cute: with m % 128 == 0, n % 64 == 0
  // cute: let S = (m,n):(1,m)
  auto layout = make_layout(make_shape(m, n), make_stride(_1{}, m));
  Tensor mS = make_tensor(make_gmem_ptr(source), layout);
  Tensor mD = make_tensor(make_gmem_ptr(target), layout);

  auto smem_layout = Layout<Shape<tiles::BlockM, tiles::BlockN>>{};  // (_128,_64):(_1,_128)
  auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    tiles::ThreadLayout{},
                                    tiles::ValueLayout{});

  // A transpose through the same tile would be this run; the plain copy is the one below it.
  // cute: run copy (128,64):(1,128) -> (128,64):(64,1) : f32
  // cute: run copy (128,64):(1,128) -> (128,64):(1,128) : f32
  dim3 grid(m / 128, n / 64);
  copy_tiles<<<grid, size(tiled_copy), 0, stream>>>(mS, mD, smem_layout, tiled_copy);
}
