import cutlass
import cutlass.cute as cute
def f(flag):
    stages = 2 if flag else 3
    #^ = ?
    layout = cute.make_layout((8, stages), stride=(1, 8))
    #^ = (8,?):(1,8)
    compact = cute.make_layout((stages, 8))
    #^ = (?,8):(1,?)
    merged = cute.coalesce(layout)
    #^ unknown
