import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.seen = 1

    def bump(self, by):
        self.seen += by


def count():
    counter = Counter()

    def unused(value=counter.bump(3)):
        return value

    seen = cute.make_layout((counter.seen, 2))
    #^ unknown


count()
