# A generator may be left before its end, be gone over later, or never.
import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.count = 1

    def more(self, step=3):
        self.count += step
        return self.count


def all_of_them():
    counter = Counter()
    list(counter.more(step) for step in (1, 2))
    to_its_end = cute.make_layout((counter.count, 2))
    #^ = (4,2):(1,4)


def some_of_them():
    counter = Counter()
    has_any = any(counter.more() for _ in range(2))
    in_part = cute.make_layout((counter.count, 2))
    #^ unknown: it is done when what is made here is gone over
    counter.count = 5
    again = cute.make_layout((counter.count, 2))
    #^ = (5,2):(1,5)


class Later:
    def __init__(self):
        self.size = 1

    def grow(self):
        self.size += 1
        return self.size


def when_asked(made):
    later.size = 8
    return len(list(made))


later = Later()
asked = when_asked(later.grow() for _ in range(2))
grown = cute.make_layout((later.size, 2))
#^ unknown: code that Python calls without a call in the text may assign `size`


class Source:
    def __init__(self):
        self.value = 1

    def steps(self):
        yield self.add(4)
        self.value = 9

    def add(self, step):
        self.value += step
        return self.value


def first_of():
    source = Source()
    steps = source.steps()
    source.value = 3
    next(steps)
    first = cute.make_layout((source.value, 2))
    #^ unknown: code that Python calls without a call in the text may assign `value`


def pure():
    has_two = any(number == 2 for number in (1, 2, 3))
    holds = cute.make_layout((4 if has_two else 8, 2))
    #^ = (4,2):(1,4)
    bound = 2
    rounds = 0
    for number in (bound * step for step in (1, 2)):
        bound = 7
        rounds = number
    last = cute.make_layout((rounds, 2))
    #^ unknown


all_of_them()
some_of_them()
first_of()
pure()
