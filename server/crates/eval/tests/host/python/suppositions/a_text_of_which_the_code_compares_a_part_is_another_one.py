# What is compared is the end of the text: neither of the two is a text that the constructor takes.

import cutlass
import cutlass.cute as cute

class Reduce:
    def __init__(self, width: int, *, target: str):
        code = target.removeprefix("gpu_")
        if code[-1:] in ("x", "y"):
            code = code[:-1]
        if not target.startswith("gpu_"):
            raise ValueError("no target")
        self.width = 8 if width == 8 else 16

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        gA = cute.local_tile(mA, (self.width, 4), (0, 0))
        #^ = (8,4):(?,?) if width = 8, mA of rank 2 and Float16
