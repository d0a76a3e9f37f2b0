import dataclasses
import cutlass
import cutlass.cute as cute
from cutlass import Constexpr, Int32
from cutlass.cute import Shape as S

@dataclasses.dataclass
class Params:
    stages: Constexpr[int]
    m: int
    layout: cute.Shape

class Own:
    def __init__(self, n, m):
        self.n = n
        self.m = m

    def __extract_mlir_values__(self):
        return cutlass.extract_mlir_values(self.m)

    def __new_from_mlir_values__(self, values):
        return Own(self.n, cutlass.new_from_mlir_values(self.m, values))

@cute.jit
def f(p: Params, q):
    a = cute.make_layout((p.stages, p.m))
    #^ = (2,?):(1,2)
    b = cute.make_layout((2, p.layout))
    #^ = (2,?):(1,2)
    c = cute.make_layout((q.n, q.m))
    #^ = (5,?):(1,5)

f(Params(2, 3, 4), Own(5, Int32(6)))
