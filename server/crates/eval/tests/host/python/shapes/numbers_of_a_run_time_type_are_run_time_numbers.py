import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    n = cutlass.Int32(40)
    sizes = (n, 8)
    #^ = (40,8)
    wide = cutlass.Int32(4294967296)
    #^ unknown: 4294967296 as a `Int32` is not computed
    warps = cute.arch.warp_idx() + 1
    #^ = warp_idx()+1
