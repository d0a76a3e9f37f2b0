// What is not at hand may change variables of the program; what CUTLASS runs, allocates and copies does not.
#include <cute/tensor.hpp>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/command_line.h>
#include <cutlass/util/host_tensor.h>
using namespace cute;

using Rows = cutlass::layout::RowMajor;
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Shape<_128, _128, _64>, Shape<_1, _1, _1>,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, float, Rows, 8, cutlass::half_t, Rows, 8,
    cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, cutlass::half_t, Rows, 8, cutlass::half_t, Rows, 8, float,
    Shape<_128, _128, _64>, Shape<_1, _1, _1>, cutlass::gemm::collective::StageCountAutoCarveout<1024>,
    cutlass::gemm::KernelTmaWarpSpecialized>::CollectiveOp;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<
    cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>>;

struct Options {
  int m = 64;
  int k = 32;
  void parse(int argc, char const** argv) {
    if (argv != nullptr) {
      cutlass::CommandLine line(argc, argv);
      line.get_cmd_line_argument("m", m);
    }
  }
};

Layout<Shape<int, int>, Stride<int, _1>> layout_A;

void other();

void host(int argc, char const** argv) {
  Options options;
  options.parse(argc, argv);
  layout_A = make_layout(make_shape(options.m, options.k), make_stride(options.k, _1{}));
  if (argv != nullptr) {
    cutlass::HostTensor<float, Rows> block_A;
    block_A.reset({64, 32});
    block_A.sync_device();
    Gemm gemm;
    gemm.run();
  }
  auto behind_cutlass = layout_A;
  //^ = (?,32):(32,1)
  other();
  auto behind_another = layout_A;
  //^ unknown: changed
}
