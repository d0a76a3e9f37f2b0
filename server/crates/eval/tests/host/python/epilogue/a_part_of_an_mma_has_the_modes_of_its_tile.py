import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.kernel
def kernel():
    K = OperandMajorMode.K
    half = cutlass.Float16
    mma = sm100_utils.make_trivial_tiled_mma(half, half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64))
    part = mma.make_fragment_C(cute.append(mma.partition_shape_C((256, 128)), 2))
    #^ = ((128,64),2,2,2):((65536,1),64,128,256)
    by_mode = utils.gemm.sm100.transform_partitioned_tensor_layout(part)
    #^ = ((128,2),(64,2),2):((65536,64),(1,128),256)
    staged = sm100_utils.make_smem_layout_a(mma, (256, 64, 128), half, 3)
    smem = utils.SmemAllocator()
    held = smem.allocate_tensor(half, staged.outer, 1024, staged.inner)
    of_pointer = utils.gemm.sm100.transform_partitioned_tensor_layout(held)
    #^ = ((128,2),(16,(4,2)),3):((64,8192),(1,(16,16384)),32768)
    plain = cute.make_tensor(cute.recast_ptr(held.iterator, swizzle_=None), staged)
    of_layout = utils.gemm.sm100.transform_partitioned_tensor_layout(plain)
    #^ = Sw<3,4,3> o 0 o ((128,2),(16,(4,2)),3):((64,8192),(1,(16,16384)),32768)
    # What a swizzle is made of.
    inner = staged.inner
    moved = cute.make_swizzle(inner.num_bits, inner.num_base - 1, inner.num_shift)
    of_halves = cute.make_composed_layout(moved, 0, cute.make_layout((64, 64)))
    #^ = Sw<3,3,3> o 0 o (64,64):(1,64)
