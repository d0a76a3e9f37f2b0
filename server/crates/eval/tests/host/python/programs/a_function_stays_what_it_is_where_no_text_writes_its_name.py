# `globals()` gives the variables of a file by their names: a function is another one only where its name may be written.
import cutlass.cute as cute


def kept(n):
    rows = cute.make_layout(n)
    #^ = 3:1 [calls that were run: n = 3]
    #^ = 4:1 [calls that were run: n = 4]
    return n


def replaced(n):
    rows = cute.make_layout(n)
    #^ = 5:1 [calls that were run]
    return n


def other(n):
    return n


kept(3)
replaced(5)
globals()["size"] = 1
kept(4)
globals()["replaced"] = other
replaced(6)
