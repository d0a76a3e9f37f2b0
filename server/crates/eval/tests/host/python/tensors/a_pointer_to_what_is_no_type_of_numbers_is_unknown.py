import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(None, 0, cute.AddressSpace.gmem)
    bits = cute.make_layout(p.dtype.width)
    #^ unknown: what this pointer points to is no type of numbers
