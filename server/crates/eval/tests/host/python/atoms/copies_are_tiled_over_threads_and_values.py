import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    layout = copy.layout_tv_tiled
    #^ = ((8,16),8):((128,1),16)
    tiler = copy.tiler_mn
    #^ = (16,64)
    part = copy.get_slice(0).partition_S(cute.make_identity_tensor((64, 64)))
    #^ = ((8,1),4,1):((1@1,0),16@0,0)
    values = atom.layout_src_tv
    #^ = (1,8):(0,1)
    single = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16).layout_src_tv
    #^ = (1,1):(0,0)
