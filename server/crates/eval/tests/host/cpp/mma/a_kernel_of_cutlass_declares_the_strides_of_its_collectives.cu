// The strides hang on the layouts alone, whatever the builder chooses besides: here stages, and an epilogue of which no more is known.
#include <vector>
#include <cute/tensor.hpp>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>
using namespace cute;

using Rows = cutlass::layout::RowMajor;
using Columns = cutlass::layout::ColumnMajor;

template <class Source, class Order, class Schedule>
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Shape<_128, _128, _64>, Shape<_2, _1, _1>,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, Source, Order, 8, cutlass::half_t, Order, 8,
    Schedule>::CollectiveOp;

template <class OrderA, class OrderB, class Schedule>
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, cutlass::half_t, OrderA, 8, cutlass::half_t, OrderB, 8, float,
    Shape<_128, _128, _64>, Shape<_2, _1, _1>, cutlass::gemm::collective::StageCountAutoCarveout<1024>,
    Schedule>::CollectiveOp;

using Kernel = cutlass::gemm::kernel::GemmUniversal<
    Shape<int, int, int, int>, Mainloop<Rows, Columns, cutlass::gemm::KernelTmaWarpSpecializedCooperative>,
    Epilogue<float, Columns, cutlass::epilogue::TmaWarpSpecializedCooperative>>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;

void host(int m, int n, int k, int l) {
  using StrideA = typename Gemm::GemmKernel::StrideA;
  auto stride_a = cutlass::make_cute_packed_stride(StrideA{}, make_shape(m, k, 1));
  auto a = make_layout(make_shape(m, k, 1), stride_a);
  //^ = (m,k,1):(k,1,0)
  auto b = make_layout(make_shape(n, k, l), cutlass::make_cute_packed_stride(Gemm::GemmKernel::StrideB{}, make_shape(n, k, l)));
  //^ = (n,k,l):(k,1,?)
  auto c = make_layout(make_shape(m, n, 1), cutlass::make_cute_packed_stride(Kernel::StrideC{}, make_shape(m, n, 1)));
  //^ = (m,n,1):(1,m,0)
}

// Of several matrices each has strides of its own, and the type is a pointer; without a source C is laid out as D.
using Grouped = cutlass::gemm::kernel::GemmUniversal<
    cutlass::gemm::GroupProblemShape<Shape<int, int, int>>,
    Mainloop<Rows*, Columns*, cutlass::gemm::KernelPtrArrayTmaWarpSpecializedCooperative>,
    Epilogue<void, Rows*, cutlass::epilogue::PtrArrayTmaWarpSpecializedCooperative>>;

void grouped(std::vector<int> const& sizes, int m, int n, int k, int i) {
  std::vector<Grouped::InternalStrideB> strides;
  auto b = make_layout(make_shape(n, k, 1), strides.at(i));
  //^ = (n,k,1):(?,1,?)
  auto d = make_layout(make_shape(m, n, 1), cutlass::make_cute_packed_stride(Grouped::InternalStrideC{}, make_shape(m, n, 1)));
  //^ = (m,n,1):(n,1,0)
}
