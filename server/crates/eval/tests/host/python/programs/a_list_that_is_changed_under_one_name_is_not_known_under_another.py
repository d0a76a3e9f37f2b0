import cutlass
import cutlass.cute as cute
def f():
    sizes = [2, 4]
    alias = sizes
    alias.append(16)
    first = cute.make_layout(tuple(sizes))
    #^ unknown
    more = [2, 8]
    other = more
    other[0] = 50
    second = cute.make_layout(tuple(more))
    #^ unknown
