# cutlass/cute/tensor.py of the DSL 4.8.1: `TensorSSA` finds an element by `make_layout(shape)`.

import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    rows = cute.make_rmem_tensor(cute.make_layout((4, (2, 3)), stride=(6, (3, 1))), cutlass.Float32)
    a = rows.load()
    #^ = (4,(2,3)):(1,(4,8))
    b = rows[None, (None, 1)].load().to(cutlass.Float16)
    #^ = (4,2):(1,4)
    c = a[1, None]
    #^ = ((2,3)):((1,2))
    d = cute.make_rmem_tensor(a.shape, a.dtype)
    #^ = (4,(2,3)):(1,(4,8))

@cute.jit
def g(m: cutlass.Int32):
    e = cute.make_rmem_tensor(cute.make_layout((4, 2)), cutlass.Float32).load()
    #^ = (4,2):(1,4)
