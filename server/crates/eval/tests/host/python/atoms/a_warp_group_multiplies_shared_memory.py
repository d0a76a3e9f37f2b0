import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import OperandMajorMode

@cute.jit
def f():
    mma = sm90_utils.make_trivial_tiled_mma(
    cutlass.Float16, cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, (2, 1, 1), (64, 256))
    threads = mma.thr_layout_vmnk
    #^ = (128,2,1,1):(1,128,0,0)
    layout = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 128, swizzle=layout.inner)
    tCsA = mma.get_slice(0).partition_A(sA)
    #^ = ((64,16),1,4,(1,4)):((64,1),0,16,(0,8192))
    tCrA = mma.make_fragment_A(tCsA)
    #^ = (1,1,4,(1,4)):(0,0,2,(0,1024))
    acc = mma.make_fragment_C(mma.partition_shape_C((128, 256)))
    #^ = ((2,2,32),1,1):((1,2,4),0,0)
