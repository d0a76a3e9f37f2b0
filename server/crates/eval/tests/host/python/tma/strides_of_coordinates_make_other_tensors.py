# The strides of a tensor of coordinates are numbers of a mode each, and a layout is made of them again.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, cpasync, tcgen05


@cute.jit
def main(m: cutlass.Int32, k: cutlass.Int32, l: cutlass.Int32):
    major, group = OperandMajorMode.K, tcgen05.CtaGroup.ONE
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, major, major, cutlass.Float32, group, (128, 128)
    )
    a = cute.make_tensor(
        cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16),
        cute.make_layout((m, k, l), stride=(k, 1, m)),
    )
    staged = sm100_utils.make_smem_layout_a(mma, (128, 128, 64), cutlass.Float16, 2)
    atom, t = cute.nvgpu.make_tiled_tma_atom_A(
        cpasync.CopyBulkTensorTileG2SOp(group),
        a,
        cute.slice_(staged, (None, None, None, 0)),
        (128, 128, 64),
        mma,
        (1, 1, 1, 1),
    )
    strides = t.stride
    #^ = (1@1,1@0,1@2)
    one = cute.make_layout((t.shape[0], t.shape[1], 1), stride=strides)
    #^ = (m,k,1):(1@1,1@0,1@2)
    few = cute.make_layout((5, t.shape[1], 1), stride=(t.stride[0], t.stride[1], t.stride[2]))
    #^ = (5,k,1):(1@1,1@0,1@2)
