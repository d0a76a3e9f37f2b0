import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    mma = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    acc = mma.make_fragment_C(mma.partition_shape_C((128, 128)))
    tile = acc[(None, None), 0, 0]
    atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition(32)), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(atom, tile)
    layout = copy.layout_tv_tiled
    #^ = ((32,4),(32,32)):((0,1),(128,4))
    size = copy.size
    #^ = 128
    source = copy.get_slice(0).partition_S(tile)
    #^ = (((32,32),1),1,4):(((1,65536),0),0,32)
    registers = copy.get_slice(0).partition_D(cute.make_identity_tensor((128, 128)))
    #^ = ((32,1),1,4):((1@1,0),0,32@1)
