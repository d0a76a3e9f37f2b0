# Defaults of lambdas, bodies, bases and decorators of classes and functions are evaluated where these are defined.
import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.seen = 1

    def bump(self):
        self.seen += 1
        return self.seen

    def grow(self):
        self.size = 3
        return self


class Other:
    def __init__(self):
        self.total = 1

    def add(self):
        self.total += 1
        return object


def defined():
    counter = Counter()
    late = lambda x=counter.bump(): x
    of_lambda = cute.make_layout((counter.seen, 2))
    #^ unknown
    other = Other()

    class Inside(other.add()):
        held = counter.grow()

    of_base = cute.make_layout((other.total, 2))
    #^ unknown


defined()
