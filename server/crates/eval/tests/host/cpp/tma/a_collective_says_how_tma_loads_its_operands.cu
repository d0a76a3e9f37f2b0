// `CollectiveMma::Params::TMA_A` and `TMA_B`: coordinates count along the contiguous mode first. CuTe's headers give the
// same types (`SM100_TMA_2SM_LOAD` of boxes of 64x64, `SM90_TMA_LOAD_MULTICAST` of B).
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

template <class Arch, class Schedule, class StrideA, class StrideB>
using Mma = typename cutlass::gemm::collective::CollectiveBuilder<
    Arch, cutlass::arch::OpClassTensorOp, half_t, StrideA, 8, half_t, StrideB, 8, float,
    Shape<_128, _128, _64>, Shape<_2, _1, _1>, cutlass::gemm::collective::StageCount<3>,
    Schedule>::CollectiveOp;

using RowMajor = Stride<int64_t, _1, int64_t>;
using ColumnMajor = Stride<_1, int64_t, int64_t>;
using Blackwell = Mma<cutlass::arch::Sm100, cutlass::gemm::KernelTmaWarpSpecialized2SmSm100, RowMajor, ColumnMajor>;
using Hopper = Mma<cutlass::arch::Sm90, cutlass::gemm::KernelTmaWarpSpecializedCooperative, RowMajor, RowMajor>;

void load(Blackwell::Params::TMA_A a, Blackwell::Params::TMA_B b, Hopper::Params::TMA_A c, int m, int k, int l) {
  Tensor rows = a.get_tma_tensor(make_shape(m, k, l));
  //^ = (m,k,l):(1@1,1@0,1@2)
  Tensor columns = b.get_tma_tensor(make_shape(m, k, l));
  //^ = (m,k,l):(1@0,1@1,1@2)
  Tensor on_hopper = c.get_tma_tensor(make_shape(m, k, l));
  //^ = (m,k,l):(1@1,1@0,1@2)
}
