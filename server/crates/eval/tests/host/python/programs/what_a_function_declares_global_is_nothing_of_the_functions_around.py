# `global g` reads and writes the variable of the file, where a function around has a variable of the same name, too.
import cutlass.cute as cute

g = 1


def outer():
    g = 2

    def changed():
        global g
        g = g + 8
        inside = cute.make_layout(g)
        #^ = 9:1
        return g

    given = cute.make_layout(changed())
    #^ = 9:1
    own = cute.make_layout(g)
    #^ = 2:1


outer()
of_file = cute.make_layout(g)
#^ = 9:1
