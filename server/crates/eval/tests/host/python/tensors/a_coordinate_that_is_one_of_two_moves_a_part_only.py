import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    bidx, bidy, _ = cute.arch.block_idx()
    at = 0 if bidx > 3 else bidy
    whole = cute.make_rmem_tensor(cute.make_layout((64, 32), stride=(32, 1)), cutlass.Float32)
    part = cute.local_tile(whole, (16, 8), (bidx, at))
    #^ = (16,8):(32,1)
