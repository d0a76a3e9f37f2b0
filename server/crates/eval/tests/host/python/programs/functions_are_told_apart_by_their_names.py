import cutlass
import cutlass.cute as cute

def own():
    return 1

def f():
    a = cute.make_layout((3 if cute.make_layout is cute.make_layout else 2, 3 if cute.size is cute.rank else 2))
    #^ = (3,2):(1,3)
    b = cute.make_layout((3 if own is not own else 2, 3 if cutlass.Float16 is cutlass.BFloat16 else 4))
    #^ = (?,4):(1,?)
