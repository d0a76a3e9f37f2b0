# Of `a if c else b`, `a and b`, `a or b` it is not known which operand is evaluated.
import cutlass.cute as cute


class Counter:
    total = 4

    def __init__(self):
        self.seen = 4

    def bump(self):
        Counter.total += 1
        self.seen += 1
        return 3


def choice():
    counter = Counter()
    held = 1 if input() == 3 else counter.bump()
    seen = cute.make_layout((counter.seen, 2))
    #^ = (?,2):(1,?)
    total = cute.make_layout((Counter.total, 2))
    #^ = (?,2):(1,?)


def operand():
    counter = Counter()
    held = input() and counter.bump()
    seen = cute.make_layout((counter.seen, 2))
    #^ = (?,2):(1,?)


def condition():
    counter = Counter()
    if input() == 3 or counter.bump() == 3:
        pass
    seen = cute.make_layout((counter.seen, 2))
    #^ = (?,2):(1,?)


choice()
operand()
condition()
