from typing import Type
import cutlass
import cutlass.cute as cute

def f(dtype: Type[cutlass.Numeric]):
    vector = 128 // dtype.width
    layout = cute.make_layout((32, vector), stride=(vector, 1))
    #^ = (32,?):(?,1)
    copy = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype, num_bits_per_copy=128)
    #^ unknown: the element type of the copy is not known
    #^ = Copy_Atom<UniversalCopy<uint128_t>,half_t> if dtype = Float16
    assert dtype == cutlass.Float16
    half = cute.make_layout((8, dtype.width))
    #^ = (8,16):(1,8)
