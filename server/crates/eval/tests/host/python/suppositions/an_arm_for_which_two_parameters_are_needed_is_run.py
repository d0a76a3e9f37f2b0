# The condition holds only with another truth and another number: what decides it is tried without running the rest each time.
import cutlass
import cutlass.cute as cute


class Pair:
    def __init__(self, use_pairs: bool = False, cluster: int = 1):
        assert cluster in (1, 2)
        self.is_pair = bool(use_pairs and cluster == 2)
        self.count = 2 if self.is_pair else 1

    @cute.jit
    def __call__(self, x: cute.Tensor):
        if cutlass.const_expr(self.is_pair):
            pairs = cute.zipped_divide(x, (self.count, 64))
            #^ = ((2,64),(?,?)):((?,?),(?,?)) if use_pairs = True, cluster = 2, x of rank 2 and Float16
