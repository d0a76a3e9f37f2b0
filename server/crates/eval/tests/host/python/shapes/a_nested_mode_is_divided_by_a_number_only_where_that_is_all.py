import cutlass.cute as cute

@cute.jit
def f():
    nested = cute.shape_div(((8, 6), 3), ((4, 2), 3))
    #^ = ((2,3),1)
    whole = cute.shape_div(((8, 6), 4), 96)
    #^ = ((1,1),2)
    spread = cute.shape_div((8, 6), (4, (2, 3)))
    #^ = (2,1)
    refused = cute.shape_div(((8, 6), 3), (4, 3))
    #^ unknown: the DSL refuses to divide a tuple in a tuple by a number of a tuple
    inside = cute.shape_div(((8, 6), (3, 5)), ((4, 2), 3))
    #^ unknown: the DSL refuses to divide a tuple in a tuple by a number of a tuple
