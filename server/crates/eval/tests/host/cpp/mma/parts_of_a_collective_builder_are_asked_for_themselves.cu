#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;
using Mma = decltype(cutlass::gemm::collective::detail::sm100_make_1sm_trivial_tiled_mma<
                     cutlass::half_t, cutlass::half_t, float, Shape<_128, _64, _64>, Shape<_1, _1, _1>, UMMA::Major::K,
                     UMMA::Major::MN>());
//^ = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::MN>, (1,1,1):(0,0,0), <_,_,_>)
