# Code that assigns attributes by computed names has its own objects in mind: types of the library stay what they are.
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


class Options:
    def __init__(self, **given):
        for name in given:
            setattr(self, name, given[name])


def fill(options, names):
    for name in names:
        setattr(options, name, 1)


@cute.jit
def copies(dtype=cutlass.Float16):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t> if dtype = Float16


@cute.jit
def outer():
    def inner(dtype=cutlass.Float32):
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
        #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float>
        return atom

    given = inner()
