# What nothing calls is given tensors of PyTorch: the code says how many dimensions they have, by their shapes, by what the
# kernel does with them under other names, or by the order of their strides. That their rows lie one after the other is supposed.
import torch

import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def kernel(mCells: cute.Tensor):
    cell = mCells[0, None, 0, None]
    #^ = (?,?):(?,1) if cells a contiguous torch tensor of rank 4 and Float16 with sizes above 1


@cute.jit
def launch(tensor: cute.Tensor):
    kernel(tensor).launch(grid=(1, 1, 1), block=(32, 1, 1))


def run(cells):
    given = from_dlpack(cells).mark_layout_dynamic()
    #^ = (?,?,?,?):(?,?,?,1) if cells a contiguous torch tensor of rank 4 and Float16 with sizes above 1
    cute.compile(launch, given)


def of_shape(x: torch.Tensor):
    count, width = x.shape
    rows = from_dlpack(x, assumed_align=16)
    #^ = (?,?):(?,1) if x a contiguous torch tensor of rank 2 and Float16 with sizes above 1


def of_order(y):
    columns = from_dlpack(y.permute(1, 2, 0)).mark_layout_dynamic(leading_dim=1)
    #^ = (?,?,?):(?,1,?) if y a contiguous torch tensor of rank 3 and Float16 with sizes above 1


def of_strides(pool: torch.Tensor):
    compact = from_dlpack(pool).mark_compact_shape_dynamic(mode=0, stride_order=(0, 1, 2))
    #^ = (?,?,?):(?,?,1) if pool a contiguous torch tensor of rank 3 and Float16 with sizes above 1


def of_modes(first, second: torch.Tensor):
    def given(t, mode):
        return from_dlpack(t.detach()).mark_layout_dynamic(leading_dim=mode)

    one = given(first, 2)
    #^ = (?,?,?):(?,?,1) if first a contiguous torch tensor of rank 3 and Float16 with sizes above 1, second a contiguous torch tensor of rank 4 and Float16 with sizes above 1
    other = given(second, 3)
    #^ = (?,?,?,?):(?,?,?,1) if first a contiguous torch tensor of rank 3 and Float16 with sizes above 1, second a contiguous torch tensor of rank 4 and Float16 with sizes above 1
