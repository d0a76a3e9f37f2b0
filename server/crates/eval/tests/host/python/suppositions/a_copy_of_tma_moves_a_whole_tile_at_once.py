# What is partitioned for TMA by something that nothing gives is partitioned for a copy that moves a tile by one instruction.
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


@cute.jit
def of_an_annotation(copy: cute.CopyAtom, mA: cute.Tensor, memory: cute.Pointer):
    sA = cute.make_tensor(memory, cute.make_layout((8, 16, 3), stride=(16, 1, 128)))
    gA = cute.local_tile(mA, (8, 16), (None, None))
    tAsA, tAgA = cpasync.tma_partition(
        copy, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
    )
    #^ tAsA = ((128,1),3):((1,0),128) if copy a TMA copy of a whole tile at once, mA of rank 2 and Float16, memory a pointer to Float16 in global memory
    #^ tAgA = (((16,8),1),?,?):(((?,?),0),?,?) if copy a TMA copy of a whole tile at once, mA of rank 2 and Float16, memory a pointer to Float16 in global memory


@cute.jit
def of_nothing(atom, sB: cute.Tensor, mB: cute.Tensor):
    copy = atom
    gB = cute.local_tile(mB, (128, 64), (None, None))
    tBsB, tBgB = cpasync.tma_partition(
        copy, 0, cute.make_layout(1), cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2)
    )
    #^ tBsB = ((8192,1)):((1,0)) if atom a TMA copy of a whole tile at once, sB = (128,64):(64,1) of Float16, mB of rank 2 and Float16
    #^ tBgB = (((64,128),1),?,?):(((?,?),0),?,?) if atom a TMA copy of a whole tile at once, sB = (128,64):(64,1) of Float16, mB of rank 2 and Float16


@cute.jit
def of_three_modes(sC: cute.Tensor):
    grouped = cute.group_modes(sC, 0, 3)
    #^ = ((128,64,2)):((64,1,8192)) if sC = (128,64,2):(64,1,8192) of Float16
