import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 8), stride=(8, 1))
    shape = a.shape
    #^ = (4,8)
    stride = a.stride
    #^ = (8,1)
    mode = a[0]
    #^ = 4:8
    offset = a((1, 2))
    #^ = 10
    slice = a((None, 2))
    #^ = (4):(8)
    same = a == cute.make_layout((4, 8), stride=(8, 1))
    #^ = true
