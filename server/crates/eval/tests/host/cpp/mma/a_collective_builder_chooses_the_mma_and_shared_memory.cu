// CUTLASS 4.7, compiled for the host with `cutlass/gemm/collective/collective_builder.hpp`, prints these.
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;
using namespace cutlass::gemm;

template <class Arch, class A, class LayoutA, class B, class LayoutB, class Tile, class Cluster, class Stages, class Schedule>
using Built = typename cutlass::gemm::collective::CollectiveBuilder<
    Arch, cutlass::arch::OpClassTensorOp, A, LayoutA, 128 / sizeof_bits_v<A>, B, LayoutB, 128 / sizeof_bits_v<B>, float,
    Tile, Cluster, Stages, Schedule>::CollectiveOp;

using Hopper = Built<cutlass::arch::Sm90, cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t,
                     cutlass::layout::RowMajor, Shape<_128, _256, _64>, Shape<_2, _1, _1>, collective::StageCount<4>,
                     KernelTmaWarpSpecializedCooperative>;
using HopperMma = Hopper::TiledMma;
//^ = make_tiled_mma(SM90_64x256x16_F32F16F16_SS, (2,1,1):(1,0,0), <_,_,_>)
using HopperAtomA = Hopper::SmemLayoutAtomA;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)
using HopperA = Hopper::SmemLayoutA;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))
using HopperB = Hopper::SmemLayoutB;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,4),(8,8),(1,4)):((1,4096),(64,512),(0,16384))
using HopperTile = Hopper::TileShape;
//^ = (128,256,64)

// Eight bits want K in front; the number of stages is CUTLASS's to compute.
using Bytes = Built<cutlass::arch::Sm90, cutlass::float_e4m3_t, cutlass::layout::RowMajor, cutlass::float_e4m3_t,
                    cutlass::layout::ColumnMajor, Shape<_64, _128, _128>, Shape<_1, _2, _1>, collective::StageCountAuto,
                    collective::KernelScheduleAuto>;
using BytesMma = Bytes::TiledMma;
//^ = make_tiled_mma(SM90_64x128x32_F32E4M3E4M3_SS_TN, (1,1,1):(0,0,0), <_,_,_>)
using BytesAtom = Bytes::SmemLayoutAtomB;
//^ = Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1)
using BytesA = Bytes::SmemLayoutA;
//^ unknown: say `StageCount<N>` to see this

// The strides of an operand, in the place of a tag.
using Rows = Stride<int, _1, Stride<int, int>>;
using Columns = Stride<_1, int, Stride<int, int>>;
using OneSm = Built<cutlass::arch::Sm100, cutlass::bfloat16_t, Rows, cutlass::bfloat16_t, Columns,
                    Shape<_128, _64, _128>, Shape<_1, _1, _1>, collective::StageCount<3>,
                    KernelTmaWarpSpecialized1SmSm100>;
using OneSmA = OneSm::SmemLayoutA;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((128,16),1,(4,2),(1,3)):((64,1),0,(16,8192),(0,16384))
using OneSmB = OneSm::SmemLayoutB;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,16),1,8,(1,3)):((1,64),0,1024,(0,8192))

using TwoSm = Built<cutlass::arch::Sm100, cutlass::half_t, cutlass::layout::ColumnMajor, cutlass::half_t,
                    cutlass::layout::ColumnMajor, Shape<_256, _128, _64>, Shape<_2, _2, _1>, collective::StageCount<2>,
                    KernelTmaWarpSpecialized2SmSm100>;
using TwoSmBlocks = TwoSm::AtomThrShapeMNK;
//^ = (2,1,1)
using TwoSmPart = TwoSm::CtaShape_MNK;
//^ = (128,128,64)
using TwoSmA = TwoSm::SmemLayoutA;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o (((64,2),16),1,4,(1,2)):(((1,4096),64),0,1024,(0,8192))
using TwoSmB = TwoSm::SmemLayoutB;
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,16),1,4,(1,2)):((64,1),0,16,(0,4096))

using Rounded = Built<cutlass::arch::Sm100, float, cutlass::layout::ColumnMajor, float, cutlass::layout::ColumnMajor,
                      Shape<_128, _128, _32>, Shape<_1, _1, _1>, collective::StageCount<2>,
                      collective::KernelScheduleAuto>;
using RoundedA = Rounded::SmemLayoutA;
//^ = Sw<2,5,2> o smem_ptr[32b](unset) o (((32,4),8),1,4,(1,2)):(((1,1024),32),0,256,(0,4096))
