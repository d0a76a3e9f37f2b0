import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
by_columns = make_fake_tensor(cutlass.Float16, (m, n, l), (1, cute.sym_int64(), cute.sym_int64()))
op = cpasync.CopyBulkTensorTileG2SOp()

@cute.jit
def f(mA: cute.Tensor, flat: cute.Tensor):
    nested = cute.make_tensor(mA.iterator, cute.make_layout(
        ((4, mA.shape[0]), 64, mA.shape[2]), stride=((64, mA.stride[0]), 1, mA.stride[2])))
    a, of_nested = cpasync.make_tiled_tma_atom(op, nested, cute.make_layout((64, 64), stride=(64, 1)), ((4, 16), 64))
    #^ of_nested = ((4,?),64,?):((64@0,1@1),1@0,1@2)
    b, of_one = cpasync.make_tiled_tma_atom(op, flat, cute.make_layout((64, 32), stride=(32, 1)), (64, 32))
    #^ of_one = (?,?,1):(1@1,1@0,0)
    wide, of_wide = cpasync.make_tiled_tma_atom(op, mA, cute.make_layout((2, 512), stride=(512, 1)), (2, 512))
    #^ of_wide unknown: the DSL cuts a box that is wider than TMA's

cute.compile(f, by_rows, make_fake_tensor(cutlass.Float16, (m, n, 1), (cute.sym_int64(), 1, 0)))
