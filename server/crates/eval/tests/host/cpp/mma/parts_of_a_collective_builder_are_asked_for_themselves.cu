#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;
using Mma = decltype(cutlass::gemm::collective::detail::sm100_make_1sm_trivial_tiled_mma<
                     cutlass::half_t, cutlass::half_t, float, Shape<_128, _64, _64>, Shape<_1, _1, _1>, UMMA::Major::K,
                     UMMA::Major::MN>());
//^ = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::MN>, (1,1,1):(0,0,0), <_,_,_>)

namespace builders = cutlass::gemm::collective::detail;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
// What Hopper's MMAs read: TF32 and bytes along K only.
static constexpr GMMA::Major of_half = builders::gmma_ss_tag_to_major_A<cutlass::half_t, Column>();
static constexpr GMMA::Major of_tf32 = builders::gmma_ss_tag_to_major_A<cutlass::tfloat32_t, Column>();
using OfHalf = decltype(builders::ss_smem_selector<of_half, cutlass::half_t, _64, _64>());
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o (64,8):(1,64)
using OfTf32 = decltype(builders::ss_smem_selector<of_tf32, cutlass::tfloat32_t, _64, _32>());
//^ = Sw<3,4,3> o smem_ptr[32b](unset) o (8,32):(32,1)
using OfBytes = decltype(builders::ss_smem_selector<builders::gmma_ss_tag_to_major_B<cutlass::float_e4m3_t, Row>(),
                                                    cutlass::float_e4m3_t, _64, _128>());
//^ = Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1)
using OfB = decltype(builders::ss_smem_selector<builders::gmma_ss_tag_to_major_B<cutlass::half_t, Row>(), cutlass::half_t,
                                                _64, _64>());
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o (64,8):(1,64)
using OfRegisters =
    decltype(builders::rs_smem_selector<builders::gmma_rs_tag_to_major_B<Column>(), cutlass::half_t, _64, _64, false>());
using OfTensorMemory = decltype(builders::sm100_make_1sm_trivial_tiled_mma<
                                cutlass::half_t, cutlass::half_t, float, Shape<_128, _64, _64>, Shape<_1, _1, _1>,
                                builders::tag_to_umma_major_A<Row>(), builders::tag_to_umma_major_B<Stride<_1, int>>()>());
//^ = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::MN>, (1,1,1):(0,0,0), <_,_,_>)
using OfStrides = Layout<Shape<Int<cutlass::gemm::detail::is_mn_major_A<Column>() ? 4 : 8>,
                               Int<cutlass::gemm::detail::is_k_major_B<Row>() ? 4 : 8>>>;
//^ = (4,8):(1,4)
