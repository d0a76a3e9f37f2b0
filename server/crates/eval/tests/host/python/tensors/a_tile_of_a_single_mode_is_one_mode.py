import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    i = cute.arch.thread_idx()[0]
    one = cute.make_rmem_tensor(256, cutlass.Float32)
    row = cute.make_rmem_tensor((8, 256), cutlass.Float32)[i, None]
    two = cute.make_rmem_tensor((256, 8), cutlass.Float32)
    nested = cute.make_rmem_tensor(((4, 8), 8), cutlass.Float32)
    a = cute.local_tile(row, (128,), (i,))
    #^ = (128):(8)
    b = cute.local_tile(row, (64,), (None,))
    #^ = (64,4):(8,512)
    c = cute.local_tile(two, (128,), (i, None))
    #^ = (128,8):(1,256)
    d = cute.local_tile(nested, (8,), (None, None))
    #^ = (8,4,8):(1,8,32)
    e = cute.local_tile(one, (128, 2, 4), (None, None, 0), proj=(1, None, None))
    #^ = (128,2):(1,128)
    f = cute.local_tile(two, (128, 2, 4), (i, None, 0), proj=(1, None, 1))
    #^ = (128,4):(1,256)
    g = cute.local_partition(one, cute.make_layout(128), i)
    #^ = (2):(128)
    h = cute.local_partition(two, cute.make_layout((128,)), i)
    #^ = (2,8):(128,256)
    short = cute.local_tile(two, (128, 2), (i,))
    #^ unknown: the DSL wants a coordinate of 2 elements here
    number = cute.local_tile(one, (128,), 0)
    #^ unknown: the DSL wants a coordinate of 1 elements here
    layout = cute.local_tile(cute.make_layout((4, 8)), (2, 4), (0, 0))
    #^ unknown: the DSL takes tiles of tensors only
