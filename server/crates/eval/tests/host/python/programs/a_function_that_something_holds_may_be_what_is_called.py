# Which function is called or handed over may be open: whatever the program holds elsewhere may be it.
import sys

import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.count = 1

    def more(self, step=3):
        self.count += step
        return self.count


counter = Counter()
held = [counter.more, lambda *_: counter.more(7)]
given = len(sys.argv)


def by_index():
    counter.count = 1
    held[given]()
    size = cute.make_layout((counter.count, 2))
    #^ unknown: `count` of an object that is not known is assigned


def by_key():
    counter.count = 1
    sorted([1, 2], key=(lambda _: counter.more()) if given else None)
    size = cute.make_layout((counter.count, 2))
    #^ unknown: `count` of an object that is not known is assigned


def by_its_own_name():
    counter.count = 1
    counter.more(4)
    size = cute.make_layout((counter.count, 2))
    #^ = (5,2):(1,5)


def in_rounds():
    counter.count = 1
    made = [counter.more() for _ in range(given)]
    size = cute.make_layout((counter.count, 2))
    #^ unknown: a comprehension may change it in any of its rounds


by_index()
by_key()
by_its_own_name()
in_rounds()
