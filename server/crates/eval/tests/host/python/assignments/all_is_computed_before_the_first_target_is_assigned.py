import cutlass.cute as cute


class Sizes:
    rows = 1
    columns = 1

    def grow(self):
        self.rows += 4
        return self.rows


same = Sizes


def exchange():
    Sizes.rows, Sizes.columns = 2, same.rows


exchange()
of_class = cute.make_layout((Sizes.rows, Sizes.columns))
#^ = (2,1):(1,0)

sizes = Sizes()
other = sizes
sizes.rows, sizes.columns = 8, other.rows
of_object = cute.make_layout((sizes.rows, sizes.columns))
#^ = (8,2):(1,8)

sizes.columns, sizes.rows = 3, other.grow()
of_call = cute.make_layout((sizes.columns, sizes.rows))
#^ = (3,12):(1,3)

pair = Sizes()
pair.rows = (5, 7)
alias = pair
pair.rows, pair.columns = alias.rows
of_tuple = cute.make_layout((pair.rows, pair.columns))
#^ = (5,7):(1,5)

n = 6
sizes.rows, n = n, 2
sizes.columns, n = n, sizes.rows
of_names = cute.make_layout((sizes.rows, sizes.columns, n))
#^ = (6,2,6):(1,6,12)


def nested_first():
    return (1, 2), 3, 4


def nested_between():
    return 5, (6, 7, 8), 9


class Held:
    pass


held = Held()
(held.a, held.b), held.c, held.d = nested_first()
of_nested_first = cute.make_layout((held.a, held.b, held.c, held.d))
#^ = (1,2,3,4):(0,1,2,6)
held.e, (held.f, *held.g), held.h = nested_between()
of_nested_between = cute.make_layout((held.e, held.f, held.g[0], held.g[1], held.h))
#^ = (5,6,7,8,9):(1,5,30,210,1680)
(held.a, (held.b, held.c)), held.d = (held.d, (held.a, held.b)), held.c
of_nested_exchange = cute.make_layout((held.a, held.b, held.c, held.d))
#^ = (4,1,2,3):(1,0,4,8)
