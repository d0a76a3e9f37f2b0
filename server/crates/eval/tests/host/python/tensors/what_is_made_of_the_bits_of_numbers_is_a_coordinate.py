import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(rows: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    tiles = cute.make_layout((8, 4, 2))
    of_other = tiles[(None, None, thread ^ 1)]
    of_row = cute.slice_(tiles, (None, thread & 3, thread >> 2))
    #^ = (8):(1)


@cute.jit
def f():
    tensor = cute.make_rmem_tensor((8, 4), cutlass.Float32)
    kernel(tensor)
