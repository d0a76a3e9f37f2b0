import cutlass
import cutlass.cute as cute

@cute.jit
def f(rows: cutlass.Constexpr[int], columns: int):
    a = cute.make_identity_layout((rows, columns))
    #^ = (rows,columns):(1@0,1@1)
