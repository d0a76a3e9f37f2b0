# No condition names the parameter that has to be larger.
import cutlass
import cutlass.cute as cute


class Rows:
    def __init__(self, n, threads=256):
        self.n = n
        self.threads = threads
        self.each = n // threads
        assert n % threads == 0
        assert self.each % 8 == 0
        self.tiler = (1, n)

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        layout = cute.make_layout(((self.threads, 1), (8, self.each // 8)), stride=((8, 1), (1, 8 * self.threads)))
        #^ = ((256,1),(8,1)):((8,1),(1,2048)) if n = 2048, threads = 256, mA of rank 2 and Float16
