// A is read from tensor memory: where it lies follows from its shape alone, as of accumulators.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm100.hpp>
using namespace cute;

void f() {
  auto mma = make_tiled_mma(SM100_MMA_F16BF16_TS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>{});
  auto of_shape = mma.get_slice(_0{}).make_fragment_A(partition_shape_A(mma, Shape<_128, _64>{}));
  //^ = ((128,16),1,4):((131072,1),0,16)
  auto part = make_tensor(make_smem_ptr(static_cast<half_t*>(nullptr)), partition_shape_A(mma, Shape<_128, _64>{}));
  auto of_part = mma.get_slice(_0{}).make_fragment_A(part);
  //^ = ((128,16),1,4):((131072,1),0,16)
}
