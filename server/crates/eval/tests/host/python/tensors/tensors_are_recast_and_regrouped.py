import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    t = cute.make_rmem_tensor((4, 8, 2), cutlass.Float32)
    halves = cute.recast_tensor(t, cutlass.Float16)
    #^ = (8,8,2):(1,8,64)
    grouped = cute.group_modes(t, 0, 2)
    #^ = ((4,8),2):((1,4),32)
    ones = cute.append_ones(t, up_to_rank=4)
    #^ = (4,8,2,1):(1,4,32,0)
    flat = cute.coalesce(t)
    #^ = 64:1
    selected = cute.select(t, mode=[0])
    #^ unknown: the DSL does this to layouts, not to tensors
