from cutlass import Float16, cute
from cutlass.cute import make_layout, size as extent
from cutlass.utils import LayoutEnum

a = make_layout((4, 8))
#^ = (4,8):(1,4)
b = cute.flatten(a)
#^ = (4,8):(1,4)
c = extent(a)
#^ = 32
d = Float16.width
#^ = 16
e = LayoutEnum.ROW_MAJOR.is_k_major_a()
#^ = true
