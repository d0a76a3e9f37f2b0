# The condition compares three types: two agree, so the third is taken otherwise, and one that the code does not allow is
# replaced by one that it names.
from typing import Type

import cutlass
import cutlass.cute as cute


def check(q_type: Type[cutlass.Numeric], dk_type: Type[cutlass.Numeric], dv_type: Type[cutlass.Numeric], is_grouped: bool):
    if cutlass.const_expr(not is_grouped):
        if cutlass.const_expr(not (dk_type == dv_type == q_type)):
            raise TypeError("one type")
    else:
        if cutlass.const_expr(dv_type != cutlass.Float32):
            raise TypeError("accumulators")


@cute.jit
def backward(mQ: cute.Tensor, mdK: cute.Tensor, mdV: cute.Tensor):
    check(mQ.element_type, mdK.element_type, mdV.element_type, False)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mdV.element_type, num_bits_per_copy=128)
    #^ = Copy_Atom<UniversalCopy<uint128_t>,half_t> if mQ, mdK and mdV of rank 2 and Float16
