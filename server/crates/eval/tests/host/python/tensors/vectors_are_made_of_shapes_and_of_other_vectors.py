# A vector has a shape and a type of elements; how the tensor lay that it is of does not matter. Of vectors of two shapes one
# may be spread out over the other, which is not computed.
import cutlass.cute as cute
from cutlass import Float16, Float32


@cute.jit
def vectors():
    registers = cute.make_rmem_tensor(cute.make_layout((4, 8), stride=(8, 1)), Float32)
    loaded = registers.load()
    #^ = (4,8):(1,4)
    zeros = cute.zeros_like(registers)
    #^ = (4,8):(1,4)
    filled = cute.full((2, 3), 0.0, Float16)
    #^ = (2,3):(1,2)
    as_filled = cute.full_like(filled, 1.0, Float32)
    #^ = (2,3):(1,2)
    powers = cute.math.exp2(loaded, fastmath=True)
    #^ = (4,8):(1,4)
    total = loaded + zeros
    #^ = (4,8):(1,4)
    turned = total.reshape((8, 4))
    #^ = (8,4):(1,8)
    column = turned[None, 0]
    #^ = (8):(1)
    row = cute.full((1, 8), 0.0, Float32)
    #^ = (1,8):(0,1)
    spread = loaded + row
    #^ unknown: vectors that differ
