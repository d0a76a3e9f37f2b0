import cutlass.cute as cute

def plain(b):
    x = 4
    if b == 3:
        x = 5
    return x

class Sizes:
    def pick(self, b):
        if b == 3:
            return 7
        return 8

@cute.jit
def f():
    def inner(b):
        x = 4
        if b == 3:
            x = 5
        return x

    i = cute.make_layout((plain(3), 2))
    #^ = (5,2):(1,5)
    j = cute.make_layout((Sizes().pick(3), 2))
    #^ = (7,2):(1,7)
    k = cute.make_layout((inner(3), 2))
    #^ = (x,2):(1,x)
    l = cute.make_layout((5 if plain(3) == 5 else 6, 2))
    #^ = (5,2):(1,5)
