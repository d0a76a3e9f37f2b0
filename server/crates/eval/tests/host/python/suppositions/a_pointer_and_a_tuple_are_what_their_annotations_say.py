# Of a tuple each part is supposed: an integer is one of run time, a member of an enumeration is its first or the one that the
# code takes, a text is the first of those that may be.
from typing import Literal, Tuple

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass import Int32
from cutlass.cute.nvgpu.tcgen05 import OperandMajorMode


@cute.jit
def made(
    a_ptr: cute.Pointer,
    problem: Tuple[Int32, Int32, Tuple[Int32, Int32]],
    majors: cutlass.Constexpr[Tuple[OperandMajorMode, utils.LayoutEnum]],
    way: cutlass.Constexpr[Literal["rows", "columns"]],
):
    m, k, (h, b) = problem
    a = cute.make_tensor(a_ptr, cute.make_layout((128, (4, h)), stride=(1, (128, 512))))
    #^ = (128,(4,?)):(1,(128,512)) if a_ptr a pointer to Float16 in global memory, problem of (of run time, of run time, of 2 numbers of run time), majors of (OperandMajorMode.K, LayoutEnum.ROW_MAJOR), way = "rows"
    halves = cute.recast_tensor(a, cutlass.Int32)
    #^ = (64,(4,?)):(1,(64,256)) if a_ptr a pointer to Float16 in global memory, problem of (of run time, of run time, of 2 numbers of run time), majors of (OperandMajorMode.K, LayoutEnum.ROW_MAJOR), way = "rows"
    a_major, c_layout = majors
    if cutlass.const_expr(a_major == OperandMajorMode.K):
        k_major = cute.make_layout((m, 8), stride=(8, 1))
        #^ = (?,8):(8,1) if a_ptr a pointer to Float16 in global memory, problem of (of run time, of run time, of 2 numbers of run time), majors of (OperandMajorMode.K, LayoutEnum.ROW_MAJOR), way = "rows"
    if cutlass.const_expr(c_layout == utils.LayoutEnum.COL_MAJOR):
        columns = cute.make_layout((8, m), stride=(1, 8))
        #^ unknown: nothing here calls the function, so `problem` is not known
    if cutlass.const_expr(way == "rows"):
        rows = cute.make_layout((4, k), stride=(1, 4))
        #^ = (4,?):(1,4) if a_ptr a pointer to Float16 in global memory, problem of (of run time, of run time, of 2 numbers of run time), majors of (OperandMajorMode.K, LayoutEnum.ROW_MAJOR), way = "rows"
