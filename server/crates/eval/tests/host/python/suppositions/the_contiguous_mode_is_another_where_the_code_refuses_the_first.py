# Rows of A and columns of B: what the code refuses of a tensor is another one of that tensor alone.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import OperandMajorMode


class Product:
    @cute.jit
    def __call__(self, mA: cute.Tensor, mB: cute.Tensor):
        self.a_major_mode = utils.LayoutEnum.from_tensor(mA).mma_major_mode()
        b = cute.make_tensor(mB.iterator, cute.select(mB.layout, mode=[0, 1]))
        self.b_major_mode = utils.LayoutEnum.from_tensor(b).mma_major_mode()
        if cutlass.const_expr(self.a_major_mode != OperandMajorMode.K):
            raise RuntimeError("A of another layout")
        if cutlass.const_expr(self.b_major_mode != OperandMajorMode.MN):
            raise RuntimeError("B of another layout")
        tile = cute.zipped_divide(mA, (8, 8))
        #^ = ((8,8),(?,?)):((?,?),(?,?)) if mA and mB of rank 2 and Float16, LayoutEnum.from_tensor = ROW_MAJOR, LayoutEnum.from_tensor of mB = COL_MAJOR
