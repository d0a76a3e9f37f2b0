import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    t = cute.make_identity_tensor((4, 5, 6, (2, 3)))
    at = (1, 2)
    row = t[(None, *at, (None, 0))]
    #^ = (4,2):(1@0,1@0@3)
    column = t[(*at, None, 0)]
    #^ = (6):(1@2)
    bare = t[None, *at, 0]
    #^ = (4):(1@0)


cute.compile(f)
