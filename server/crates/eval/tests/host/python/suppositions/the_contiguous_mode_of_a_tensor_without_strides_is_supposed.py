import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.jit
def f(mA: cute.Tensor):
    m, k = mA.shape
    layout = utils.LayoutEnum.from_tensor(mA)
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if layout.is_k_major_a() else (0, 1))
    #^ = (16,8):(8,1) if mA of rank 2 and Float16, LayoutEnum.from_tensor = ROW_MAJOR
    b = utils.LayoutEnum.from_tensor(cute.make_rmem_tensor((4, 2), cutlass.Float32))
    c = cute.make_ordered_layout((16, 8), order=(1, 0) if b.is_k_major_a() else (0, 1))
    #^ = (16,8):(1,16)
