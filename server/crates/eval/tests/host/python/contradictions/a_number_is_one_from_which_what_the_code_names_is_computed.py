import cutlass.cute as cute

@cute.jit
def f(width: int):
    assert width % 64 == 0 and width // 256 == 2
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if width == 512 else (0, 1))
    #^ = (16,8):(8,1) if width = 512
