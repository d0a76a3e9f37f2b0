# What is read of a tensor of integers is some number; of one of floats it is none that a layout has.
import cutlass
import cutlass.cute as cute


@cute.jit
def main():
    gmem = cute.AddressSpace.gmem
    rows = cute.make_tensor(cute.make_ptr(cutlass.Int32, 0, gmem), cute.make_layout(8))
    factors = cute.make_tensor(cute.make_ptr(cutlass.Float32, 0, gmem), cute.make_layout(8))
    begin = rows[2]
    end = rows[3]
    group = cute.make_layout((end - begin, 64), stride=(64, 1))
    #^ = (?,64):(64,1)
    factor = cute.make_layout((factors[2], 64))
    #^ unknown: an element of a tensor
