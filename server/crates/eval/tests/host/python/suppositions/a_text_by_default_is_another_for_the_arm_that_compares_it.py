# Which way is taken is a text with a default: the other one is run beside it, under what it then rests on.
import cutlass
import cutlass.cute as cute


class Load:
    def __init__(self, path="tma"):
        if path not in ("tma", "plain"):
            raise ValueError("no such path")
        self.path = path

    @cute.jit
    def __call__(self, x: cute.Tensor):
        if cutlass.const_expr(self.path == "plain"):
            plain = cute.zipped_divide(x, (2, 4))
            #^ = ((2,4),(?,?)):((?,?),(?,?)) if path = "plain", x of rank 2 and Float16
        else:
            whole = cute.zipped_divide(x, (8, 8))
            #^ = ((8,8),(?,?)):((?,?),(?,?)) if path = "tma", x of rank 2 and Float16
