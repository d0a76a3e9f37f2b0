# The values are those of nvidia-cutlass-dsl 4.8.1 with quack's `cute_tensor_indexing.py` and `cute_tensor.py` loaded,
# which teach tensors `...`, `:`, `to`, `clone` and `contiguous`; without them the DSL refuses such programs.

import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    t = cute.make_rmem_tensor(((4, 2), 3, 5), cutlass.Float32)
    u = t[..., 0]
    #^ = ((4,2),3):((1,4),8)
    v = t[:, 1, :]
    #^ = ((4,2),5):((1,4),24)
    x = t[0, ...]
    #^ = (3,5):(8,24)
    w = t[:, 1, :].to(cutlass.Float16)
    #^ = ((4,2),5):((1,4),8)
    y = t[:, 1, :].contiguous()
    #^ = ((4,2),5):((1,4),8)
    z = cute.make_tensor(t.iterator, cute.make_layout((4, (2, 3)), stride=(6, (1, 2)))).clone()
    #^ = (4,(2,3)):(6,(1,2))
    a = t[..., 0, ...]
    #^ unknown: what `...` stands for is not known
