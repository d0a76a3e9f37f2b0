// What CUTLASS's epilogues call for a thread's part of the output, and for its accumulators in several stages.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm100.hpp>
#include <cutlass/detail/sm100_tmem_helper.hpp>
#include <cutlass/epilogue/fusion/sm90_visitor_tma_warpspecialized.hpp>
using namespace cute;

void part(float* p) {
  auto copy = make_tiled_copy(Copy_Atom<DefaultCopy, float>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _4>>{});
  Tensor gD = make_tensor(make_gmem_ptr(p), Layout<Shape<_128, _128>>{});
  using EpilogueTile = Shape<_64, _32>;
  Tensor tDgD = cutlass::epilogue::fusion::sm90_partition_for_epilogue<false>(gD, EpilogueTile{}, copy, 0);
  //^ = ((1,4),2,2,2,4):((0,128),32,2048,64,4096)
  Tensor mD = make_tensor(make_gmem_ptr(p), Layout<Shape<_256, _256, _2>>{});
  Tensor tDgD_of_tile = cutlass::epilogue::fusion::sm90_partition_for_epilogue<true>(
      mD, Shape<_128, _128, _64>{}, make_coord(_1{}, _0{}, _, _0{}), EpilogueTile{}, copy, 0);
  //^ tDgD_of_tile = ((1,4),2,2,2,4):((0,256),32,4096,64,8192)
}

void accumulators() {
  auto mma = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>{});
  auto shape_of_tile = partition_shape_C(mma, Shape<_128, _128>{});
  Tensor acc = cutlass::detail::make_sm100_accumulator<2, false>(mma, shape_of_tile, Shape<_128, _32>{});
  //^ = ((128,128),1,1,2):((65536,1),0,0,128)
}
