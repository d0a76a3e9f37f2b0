# What a change in place leaves behind is a list, too, which other names may hold.
import cutlass.cute as cute


def added():
    xs = [2, 1]
    ys = xs
    xs += [3]
    ys.insert(0, 7)
    size = cute.make_layout((len(xs), 2))
    #^ unknown


def assigned():
    xs = [1, 4]
    ys = xs
    xs[-1] = 5
    ys.insert(0, 7)
    first = cute.make_layout((xs[0], 2))
    #^ unknown


def alone():
    xs = [1, 4]
    xs[-1] += 5
    xs += [2]
    last = cute.make_layout((xs[1], len(xs)))
    #^ = (9,3):(1,9)


class Bag:
    def __init__(self):
        self.xs = [1, 2]

    def put(self, x):
        self.xs.append(x)
        return 5


def given():
    bag = Bag()
    bag.xs.append(bag.put(3))
    size = cute.make_layout((len(bag.xs), bag.xs[-1]))
    #^ = (4,5):(1,4)


added()
assigned()
given()
alone()
