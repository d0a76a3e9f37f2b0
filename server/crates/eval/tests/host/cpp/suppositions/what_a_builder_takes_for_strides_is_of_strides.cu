// `LayoutQ` alone may be anything; a builder of CUTLASS takes it for the strides of its first operand, and what it is given as
// `decltype(select<1,0,2>(LayoutV{}))` has three modes.
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

template <class LayoutQ_, class LayoutV_>
struct Attention {
  using LayoutQ = LayoutQ_;
  using LayoutV = LayoutV_;
  using Product = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, half_t, LayoutQ, 8, half_t, decltype(select<1, 0, 2>(LayoutV{})), 8,
      float, Shape<_64, _64, _64>, Shape<_1, _1, _1>, cutlass::gemm::collective::StageCount<2>,
      cutlass::gemm::KernelTmaWarpSpecialized>::CollectiveOp;

  void run() {
    typename Product::TiledMma mma;
    //^ = make_tiled_mma(SM90_64x64x16_F32F16F16_SS, (1,1,1):(0,0,0), <_,_,_>) if LayoutQ_ = Stride<int64_t,_1,int64_t>, LayoutV_ = Stride<int64_t,_1,int64_t>
    typename Product::SmemLayoutA q;
    //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,8),(64,1),(1,2)):((64,512),(1,0),(0,4096)) if LayoutQ_ = Stride<int64_t,_1,int64_t>, LayoutV_ = Stride<int64_t,_1,int64_t>
    typename Product::SmemLayoutB v;
    //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,1),(8,8),(1,2)):((1,0),(64,512),(0,4096)) if LayoutQ_ = Stride<int64_t,_1,int64_t>, LayoutV_ = Stride<int64_t,_1,int64_t>
  }
};
