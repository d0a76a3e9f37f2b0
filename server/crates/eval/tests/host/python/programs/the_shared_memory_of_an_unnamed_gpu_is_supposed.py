# Without a name it is that of the GPU for which the program is compiled.
import cutlass.cute as cute
import cutlass.utils as utils


@cute.jit
def f():
    stages = utils.get_smem_capacity_in_bytes() // (128 * 64 * 2)
    rows = cute.make_layout((128, 64, stages))
    #^ unknown: what GPU the program is compiled for is not known
    #^ = (128,64,14):(1,128,8192) if arch = sm_90a
    hopper = cute.make_layout(utils.get_smem_capacity_in_bytes("sm_90") // 1024)
    #^ = 227:1
