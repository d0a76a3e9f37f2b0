# The code takes few products: a factor that nothing gives, of which the name says another number, is one of them.
import cutlass.cute as cute


class Rows:
    def __init__(self, row_tile, rows_a_token=1):
        assert row_tile * rows_a_token in (2, 8, 16)
        self.row_tile = row_tile

    @cute.jit
    def __call__(self, x: cute.Tensor):
        rows = cute.make_layout((self.row_tile, 4))
        #^ = (8,4):(1,8) if row_tile = 8, rows_a_token = 1, x of rank 2 and Float16
