import cutlass.cute as cute
import cutlass.utils as utils

@cute.jit
def f():
    smem = utils.SmemAllocator()
    storage = smem.allocate(unknown_class())
    sA = storage.sA.get_tensor(cute.make_layout((8, 64), stride=(64, 1)))
    #^ = (8,64):(64,1)
    sB = storage.inner.sB.get_tensor(cute.make_layout((8, 64)), swizzle=cute.make_swizzle(3, 4, 3))
    #^ = (8,64):(1,8)
