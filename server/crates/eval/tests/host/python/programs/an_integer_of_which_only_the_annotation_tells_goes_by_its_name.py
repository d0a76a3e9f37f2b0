import cutlass
import cutlass.cute as cute
def f(dim: int, ptr: cute.Pointer):
    layout = cute.make_layout((dim, 8), stride=(8, 1))
    #^ = (dim,8):(8,1)
    column = layout[0]
    #^ = dim:8
    compact = cute.make_layout((8, dim))
    #^ = (8,dim):(1,?)
    merged = cute.coalesce(layout)
    #^ = (128,8):(8,1) if dim = 128, ptr a pointer to Float16 in global memory
    inverse = cute.right_inverse(layout)
    #^ = (8,128):(128,1) if dim = 128, ptr a pointer to Float16 in global memory
