import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    t = unknown_tensor()
    hopper = sm90_utils.make_trivial_tiled_mma(
    t.element_type, t.element_type, OperandMajorMode.K, t.major, cutlass.Float32, (2, 1, 1), (64, 256))
    blackwell = sm100_utils.make_trivial_tiled_mma(
    t.element_type, OperandMajorMode.K, t.major, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    registers = hopper.make_fragment_C(hopper.partition_shape_C((128, 256)))
    #^ = ((2,2,32),1,1):((1,2,4),0,0)
    part = hopper.get_slice(0).partition_C(cute.make_identity_tensor((128, 256)))
    #^ = ((2,2,32),1,1):((1@1,8@0,8@1),0,0)
    tensor_memory = blackwell.make_fragment_C(blackwell.partition_shape_C((128, 128)))
    #^ = ((128,128),1,1):((65536,1),0,0)
    operand = blackwell.partition_shape_A((128, 64))
    #^ unknown: the element types of the operation are not known
