# What a tensor begins with says of what type its elements are, whatever its layout is.
from typing import Optional, Tuple

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.torch import anything


def elements(pointer: cute.Pointer):
    begin = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    open = cute.make_tensor(begin, anything())
    #^ unknown
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), open.element_type, num_bits_per_copy=128)
    #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>


class Bound:
    def __init__(self, sizes: Optional[Tuple[int, int, int]] = None):
        self.sizes = sizes

    @cute.jit
    def __call__(self, weight: cute.Tensor):
        if cutlass.const_expr(self.sizes is not None):
            weight = cute.make_tensor(weight.iterator, cute.make_layout(self.sizes, stride=weight.stride))
        experts, k, n = weight.shape
        turned = cute.make_tensor(
            weight.iterator,
            cute.make_layout((n, k, experts), stride=(weight.stride[2], weight.stride[1], weight.stride[0])),
        )
        #^ turned = (?,?,?):(?,?,?) if sizes = None, weight of rank 3 and Float4E2M1FN
        if cutlass.const_expr(weight.element_type is not cutlass.Float4E2M1FN):
            raise NotImplementedError("only four bits")
        recast = cute.recast_layout(8, weight.element_type.width, cute.make_layout((16, 4)))
        #^ = (8,4):(1,8) if sizes = None, weight of rank 3 and Float4E2M1FN
