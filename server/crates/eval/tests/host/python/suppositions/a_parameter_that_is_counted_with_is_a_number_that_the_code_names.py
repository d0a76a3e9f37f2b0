# Nothing annotates them: `//`, `%` and comparisons with numbers are of integers.
import cutlass.cute as cute


class Kernel:
    def __init__(self, width, group, unused):
        self.width = width
        self.group = group
        self.unused = unused
        assert width > 0 and width % 96 == 0
        assert group in (2, 4)

    def run(self, a):
        rows = cute.make_layout((self.width, self.group))
        #^ unknown: `width` is not known
        #^ = (96,2):(1,96) if width = 96, group = 2
        of_unused = self.unused.shape
        #^ unknown
