import cutlass.cute as cute

@cute.jit
def f(thr_copy_X, sX, size):
    a = thr_copy_X.partition_D(sX)
    #^ = ((8,1),8,1):((1,0),1024,0) if thr_copy_X = a slice of UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t, sX = (128,64):(64,1) of Float16
    b = cute.make_layout(size)
    #^ unknown

@cute.jit
def g(cluster_shape: tuple[int, int]):
    c = cute.make_ordered_layout((4, 2), order=(cluster_shape[1], 0))
    #^ = (4,2):(2,1) if cluster_shape = (1,1)
