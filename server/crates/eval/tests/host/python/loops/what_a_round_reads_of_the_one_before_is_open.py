# What a round assigns before it reads it is known in each round; what it reads of the round before, by whatever name, is not.
import cutlass
import cutlass.cute as cute


@cute.jit
def assigned_first(n: cutlass.Int32):
    size = 4
    for i in range(n):
        size = 8
        a = cute.make_layout((size, 2))
        #^ = (8,2):(1,8)


@cute.jit
def read_first(n: cutlass.Int32):
    size = 4
    for i in range(n):
        b = cute.make_layout((size, 2))
        #^ = (?,2):(?,?)
        size = 8


def read_by_a_function(rounds):
    size = 4

    def read():
        return size

    for i in rounds:
        c = cute.make_layout((read(), 2))
        #^ = (?,2):(?,?)
        size = 8


def read_by_a_lambda(rounds):
    size = 4
    read = lambda: size
    for i in rounds:
        d = cute.make_layout((read(), 2))
        #^ = (?,2):(?,?)
        size = 8


def read_behind_a_condition(rounds, given):
    size = 4
    for i in rounds:
        if given > i:
            size = 8
        e = cute.make_layout((size, 2))
        #^ = (?,2):(?,?)


def read_in_an_inner_loop(rounds):
    size = 4
    for i in rounds:
        for j in rounds:
            f = cute.make_layout((size, 2))
            #^ = (?,2):(?,?)
        size = 8


def only_assigned(rounds):
    size = 4
    for i in rounds:
        size = 8
    g = cute.make_layout((size, 2))
    #^ = (?,2):(1,?)


def nested(rounds):
    size, depth = 4, 2
    for i in rounds:
        width = 16
        for j in rounds:
            h = cute.make_layout((width, depth))
            #^ = (?,?):(?,?)
            width = width * 2
            depth = 3
