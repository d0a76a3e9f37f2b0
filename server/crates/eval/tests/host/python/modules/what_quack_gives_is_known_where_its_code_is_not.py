# The values are those of quack's own functions.
import cutlass
import cutlass.cute as cute
from quack import copy_utils, layout_utils


@cute.jit
def f(mA: cute.Tensor):
    acc = cute.make_rmem_tensor(((2, 2, 16), 1, 2), cutlass.Float32)
    rows = layout_utils.reshape_acc_to_mn(acc)
    #^ = ((2,1),(2,16,2)):((2,0),(1,4,64))
    columns = layout_utils.reshape_acc_to_mn(acc, transpose=True)
    #^ = ((2,16,2),(2,1)):((1,4,64),(2,0))
    operand = layout_utils.reshape_acc_to_frgA(acc)
    #^ = ((2,2,2),1,(8,2)):((1,2,4),0,(8,64))
    stages = cute.make_rmem_tensor((8, 16, 3), cutlass.Float32)
    turned = layout_utils.transpose_view(stages)
    #^ = (16,8,3):(8,1,128)
    chosen = layout_utils.select(stages, [2, 0])
    #^ = (3,8):(128,1)
    wide = layout_utils.expand(stages, 1, 4)
    #^ = (8,4,16,3):(1,0,8,128)
    unsaid = layout_utils.something_else(stages)
    #^ unknown: is not computed
