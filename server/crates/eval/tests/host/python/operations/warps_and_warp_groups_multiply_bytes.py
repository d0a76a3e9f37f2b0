import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import OperandMajorMode, warp, warpgroup

@cute.jit
def f():
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
    warps = cute.make_tiled_mma(warp.MmaMXF4Op(f4, f32, cutlass.Float8E8M0FNU), (2, 2, 1), (64, 32, 64))
    acc = warps.make_fragment_C(warps.partition_shape_C((128, 64)))
    #^ = ((2,2),4,4):((1,2),4,16)
    a = warps.partition_shape_A((128, 64))
    #^ = ((8,2,2),4,1)
    fp8 = cute.make_mma_atom(warp.MmaFP8Op(f8, f32, (16, 8, 32))).tv_layout_A
    #^ = ((4,8),(4,2,2)):((64,1),(16,8,256))
    tf32 = cute.make_mma_atom(warp.MmaTF32Op((16, 8, 8))).tv_layout_A
    #^ = ((4,8),(2,2)):((16,1),(8,64))
    group = sm90_utils.make_trivial_tiled_mma(
    f8, cutlass.Float8E5M2, OperandMajorMode.K, OperandMajorMode.K, f32, (2, 1, 1), (64, 128))
    registers = group.make_fragment_C(group.partition_shape_C((128, 128)))
    #^ = ((2,2,16),1,1):((1,2,4),0,0)
    op = warpgroup.MmaF8Op(
    f8, f8, cutlass.Float16, (64, 96, 32), warpgroup.OperandSource.RMEM, OperandMajorMode.K, OperandMajorMode.K)
    from_registers = cute.make_mma_atom(op).tv_layout_A
    #^ = ((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))
