import cutlass
import cutlass.cute as cute


@cute.jit
def multiply(a: cute.Tensor, sfa: cute.Tensor):
    operation = cute.nvgpu.warp.MmaMXF4NVF4Op(a.element_type, cutlass.Float32, sfa.element_type)
    mma = cute.make_tiled_mma(operation, cute.make_layout((4, 2, 1)))
    part = mma.partition_shape_C((128, 128))
    #^ unknown
    #^ = ((2,2),2,8) if a of rank 2 and Float4E2M1FN, sfa of rank 2 and Float8E4M3FN
