import cutlass
import cutlass.cute as cute

from typing import Type

from typing import Optional, Tuple, Union
from torch import Tensor

@cute.jit
def f(src: Union[cute.Tensor, cute.Shape], other: Optional[cute.Tensor]):
    a = cute.make_rmem_tensor_like(src)
    #^ = (?,?):(?,?) if src of rank 2 and Float16, other = None
    b = cute.make_layout((4, 3)) if other is None else cute.make_layout(5)
    #^ = (4,3):(1,4) if src of rank 2 and Float16, other = None

def g(src: Tensor):
    c = cute.make_rmem_tensor_like(src)
    #^ unknown

@cute.jit
def h(acc_dtype: Type[cutlass.Numeric], tile_mnk: Union[Tuple[int, int], Tuple[int, int, int]]):
    d = cute.make_layout((acc_dtype.width, len(tile_mnk), tile_mnk[2]))
    #^ = (32,3,64):(1,32,96) if acc_dtype = Float32, tile_mnk = (128,128,64)
