import cutlass
import cutlass.cute as cute
def f(major="k", mask=None):
    if cutlass.const_expr(major == "k"):
        layout = cute.make_layout((4, 8), stride=(8, 1))
    else:
        layout = cute.make_layout((4, 8))
    seen = layout
    #^ = (4,8):(8,1)
    if mask is None:
        masked = cute.make_layout(4)
    also = masked
    #^ = 4:1
f()
