import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

from typing import Type

from typing import Protocol

class Schedules(Protocol):
    def first(self): ...

class Scheduler:
    def first(self):
        return 0

@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    scheduler = Scheduler()
    assert isinstance(scheduler, Schedules)
    b = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    #^ = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t> if dtype = Float16
