// No copy and product that the names suggest satisfy the assertion: the one that is asked for last is not supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <class SmemLayout_, class TiledCopyS2R_>
struct Epilogue {
  using SmemLayout = SmemLayout_;
  using TiledCopyS2R = TiledCopyS2R_;

  template <class TiledMma>
  CUTE_DEVICE void store(TiledMma tiled_mma, float* smem, int thread_idx) {
    Tensor sC = make_tensor(make_smem_ptr(smem), SmemLayout{});
    //^ unknown
    //^ = Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0)) if SmemLayout_ = tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64>{}), TiledCopyS2R_ = SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t
    auto tiled_s2r = TiledCopyS2R{};
    Tensor tDsC = tiled_s2r.get_thread_slice(thread_idx).partition_S(sC);
    CUTE_STATIC_ASSERT(size<1>(tDsC) == size<0>(typename TiledMma::AtomLayoutC_TV{}) + Int<1>{});
  }
};
