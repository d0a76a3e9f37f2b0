# Python reads the target of `+=`, then evaluates the value, then writes.
import cutlass.cute as cute


class Counter:
    total = 1

    def __init__(self):
        self.seen = 2


def bump(counter):
    Counter.total = 40
    counter.seen = 50
    return 4


def count():
    counter = Counter()
    Counter.total += bump(counter)
    total = cute.make_layout((Counter.total, 1))
    #^ = (5,1):(1,0)
    counter.seen += bump(counter)
    seen = cute.make_layout((counter.seen, 1))
    #^ = (54,1):(1,0)


count()
