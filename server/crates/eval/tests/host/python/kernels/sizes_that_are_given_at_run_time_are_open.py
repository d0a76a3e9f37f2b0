import cutlass
import cutlass.cute as cute

@cute.jit
def f(x: cute.Tensor):
    tiles = cute.zipped_divide(x, (1, 256))
    #^ = ((1,256),(?,2)):((0,1),(512,256))

n = cute.sym_int()
x = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (n, 512), stride_order=(1, 0))
compiled = cute.compile(f, x)
