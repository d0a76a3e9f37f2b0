import cutlass.cute as cute

def outer(layout):
    if isinstance(layout, cute.ComposedLayout):
        return layout.outer
    return layout

@cute.jit
def f():
    plain = cute.make_layout((8, 64))
    composed = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((64, 8)))
    of_plain = outer(plain)
    #^ = (8,64):(1,8)
    of_composed = outer(composed)
    #^ = (64,8):(1,64)
    sizes = cute.make_layout((1 if isinstance(composed, cute.Layout) else 2, 4))
    #^ = (2,4):(1,2)
    others = cute.make_layout((1 if isinstance(plain, cute.ComposedLayout) else 2, 8))
    #^ = (2,8):(1,2)
