import cutlass.cute as cute

G = [1]

def grow():
    G.append(1)

@cute.jit
def f():
    b = 3
    if b == 3:
        grow()
    else:
        grow()
    l = cute.make_layout((2, 2), stride=(len(G), 1))
    #^ unknown: both branches of a run-time `if` change it
