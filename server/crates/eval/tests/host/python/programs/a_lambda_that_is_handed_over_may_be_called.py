# What sorts, filters or reduces calls it.
import functools

import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.seen = 1

    def bump(self, by=1):
        self.seen += by
        return self.seen


def count():
    by_key = Counter()
    sorted([1], key=lambda x: by_key.bump(x))
    of_sorted = cute.make_layout((by_key.seen, 2))
    #^ unknown
    in_place = Counter()
    xs = [1, 2]
    xs.sort(key=lambda x: in_place.bump(x))
    of_sort = cute.make_layout((in_place.seen, 2))
    #^ unknown
    reduced = Counter()
    functools.reduce(lambda a, b: reduced.bump(), [1, 2])
    of_reduce = cute.make_layout((reduced.seen, 2))
    #^ = (2,2):(1,2)
    mapped = Counter()
    list(map(lambda x: mapped.bump(x), [1, 2]))
    of_map = cute.make_layout((mapped.seen, 2))
    #^ = (4,2):(1,4)
    alone = Counter()
    key = lambda x: alone.bump(x)
    of_lambda = cute.make_layout((alone.seen, 2))
    #^ = (1,2):(0,1)


count()
