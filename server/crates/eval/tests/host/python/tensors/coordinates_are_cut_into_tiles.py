import cutlass.cute as cute

@cute.jit
def f():
    t = cute.make_identity_tensor((16, 8))
    tile = cute.local_tile(t, (4, 2), (1, None))
    #^ = (4,2,4):(1@0,1@1,2@1)
    projected = cute.local_tile(t, (4, 2, 3), (1, None, None), proj=(1, None, 1))
    #^ = (4,3,3):(1@0,1@1,3@1)
    divided = cute.zipped_divide(t, (4, 2))
    #^ = ((4,2),(4,4)):((1@0,1@1),(4@0,2@1))
    element = t[3, 5]
    #^ = (3,5)
    line = cute.make_identity_tensor(32)
    #^ = 32:1
