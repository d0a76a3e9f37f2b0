# Where the code refuses the numbers that are usual, and all of them together as others, each is another one alone.
import cutlass
import cutlass.cute as cute


class Wide:
    def __init__(self, rows: int, columns: int, depth: int):
        self.rows = rows
        self.columns = columns
        self.depth = depth

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        used = self.twice(self.columns) + self.twice(self.columns)
        assert used <= 256
        assert self.rows == self.depth
        assert self.twice(self.rows) >= 256
        parts = cute.complement(cute.make_layout((self.rows, self.columns)), 1048576)
        #^ = 128:8192 if rows = 128, columns = 64, mA of rank 2 and Float16

    def twice(self, number):
        return number * 2
