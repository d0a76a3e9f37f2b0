# The targets of one value are assigned parts of it; it is computed once.
import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.count = 1

    def more(self, step=3):
        self.count += step
        return self.count, step, step


counter = Counter()
first, *others = counter.more()
once = cute.make_layout((counter.count, len(others)))
#^ = (4,2):(1,4)
counter.first, second, third = counter.more(5)
twice = cute.make_layout((counter.count, counter.first))
#^ = (9,9):(1,9)
