import cutlass.cute as cute


class Counter:
    def __init__(self):
        self.seen = 1

    def bump(self):
        self.seen += 1
        return self.seen


def count():
    raised = Counter()
    try:
        raise ValueError(raised.bump())
    except ValueError:
        pass
    of_raise = cute.make_layout((raised.seen, 2))
    #^ unknown
    deleted = Counter()
    xs = [1, 2, 3]
    del xs[deleted.bump()]
    of_delete = cute.make_layout((deleted.seen, 2))
    #^ = (2,2):(1,2)
    filled = Counter()
    f"{filled.bump()}"
    of_string = cute.make_layout((filled.seen, 2))
    #^ = (2,2):(1,2)


count()
