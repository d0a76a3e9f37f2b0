# `python -c` with nvidia-cutlass-dsl 4.8.1: `get_smem_capacity_in_bytes` of `sm_90` is 232448, of `sm_120` 101376.

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.jit
def f():
    smem = utils.SmemAllocator()
    class Storage: sA: cute.struct.MemRange[cutlass.Float16, 64]
    storage = Storage.allocate(smem)
    a = storage.sA.get_tensor(cute.make_layout((8, 8)))
    #^ = (8,8):(1,8)
    pointer = smem.allocate_array(cutlass.Float16, num_elems=64)
    b = cute.make_tensor(pointer, cute.make_layout((4, 16)))
    #^ = (4,16):(1,4)
    c = cute.make_layout((utils.get_smem_capacity_in_bytes('sm_90'), utils.get_smem_capacity_in_bytes('sm_120')))
    #^ = (232448,101376):(1,232448)
