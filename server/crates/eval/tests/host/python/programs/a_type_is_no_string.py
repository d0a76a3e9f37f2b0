# Programs take a type or its name.
import cutlass
import cutlass.cute as cute


def of(dtype):
    dtype = getattr(cutlass, dtype) if isinstance(dtype, str) else dtype
    return cute.recast_layout(32, dtype.width, cute.make_layout((64, 8)))


@cute.jit
def main():
    named = of("Float16")
    #^ = (32,8):(1,32)
    given = of(cutlass.Float8E4M3FN)
    #^ = (16,8):(1,16)
    number = cute.make_layout(2 if isinstance(cutlass.Float16, int) else 3)
    #^ = 3:1
