import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    SMEM, TMEM = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
    
    one = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, K, MN, f32, TWO, (256, 96))
    two = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, K, MN, f32, TWO, (256, 96))
    a = one.partition_shape_B((96, 64))
    #^ = ((48,16),1,4)
    b = two.partition_shape_B((96, 64))
    #^ = ((48,16),1,4)
    index = cute.arch.block_idx_in_cluster()
    cluster = cute.tiled_divide(cute.make_layout((4, 2, 1)), (one.thr_id.shape,))
    flat = cluster.get_flat_coord(index)
    #^ = (?,?,?,0)
    deep = cluster.get_hier_coord(index)
    #^ = ((?),?,?,0)
    same = 1 if flat[0] == flat[1] else 2
    #^ = ?
