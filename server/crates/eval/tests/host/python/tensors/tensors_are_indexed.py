import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    t = cute.make_rmem_tensor((4, (8, 2)), cutlass.Float32)
    row = t[None, (3, 1)]
    #^ = (4):(1)
    tail = t[2, (None, 0)]
    #^ = (8):(4)
    whole = t[None]
    #^ = (4,(8,2)):(1,(4,32))
    layout = t.layout
    #^ = (4,(8,2)):(1,(4,32))
    shape = t.shape
    #^ = (4,(8,2))
    again = cute.make_tensor(t.iterator, cute.make_layout((2, 32)))
    #^ = (2,32):(1,2)
    loaded = t[0, 0]
    #^ unknown: an element of a tensor
