# `global` says which variable a loop, or the body of a class, binds.
import cutlass.cute as cute

size = 4
last = 4
kept = 4
of_class = 4
in_method = 4


def over():
    global size
    for size in (1, 2, 9):
        pass
    a = cute.make_layout(size)
    #^ = 9:1


over()
b = cute.make_layout(size)
#^ = 9:1


def up_to(count):
    global last
    for last in range(count):
        pass


up_to(3)
c = cute.make_layout(last)
#^ = ?:?


class Sizes:
    global of_class
    of_class = 9

    def set(self):
        global in_method
        in_method = 9


d = cute.make_layout(of_class)
#^ unknown: a class assigns it: `global of_class`
e = cute.make_layout(in_method)
#^ = 4:1


def with_a_class():
    kept = 8

    class Inner:
        global kept
        kept = 9


with_a_class()
