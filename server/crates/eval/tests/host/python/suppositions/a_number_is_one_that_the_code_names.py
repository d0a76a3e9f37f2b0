import cutlass.cute as cute

@cute.jit
def f(head_dim: int, stages: int):
    order = (1, 0) if head_dim == 64 else (0, 1)
    a = cute.make_ordered_layout((16, 8), order=order)
    #^ = (16,8):(8,1) if head_dim = 64, stages = 2
    b = cute.make_layout((stages, 4))
    #^ = (stages,4):(?,stages)
