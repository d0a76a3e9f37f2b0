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
