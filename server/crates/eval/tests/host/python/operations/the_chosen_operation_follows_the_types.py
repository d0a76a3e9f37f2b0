import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    SMEM, TMEM = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
    
    nvf4 = sm100_utils.make_blockscaled_trivial_tiled_mma(f4, f4, K, K, f8, 16, TWO, (256, 192))
    a4 = sm100_utils.make_smem_layout_a(nvf4, (256, 192, 256), f4, 3)
    #^ = Sw<3,4,3> o 0 o ((128,64),1,4,3):((256,1),0,64,32768)
    b4 = sm100_utils.make_smem_layout_b(nvf4, (256, 192, 256), f4, 3)
    #^ = Sw<3,4,3> o 0 o ((96,64),1,4,3):((256,1),0,64,24576)
    acc4 = nvf4.make_fragment_C(nvf4.partition_shape_C((256, 192)))
    #^ = ((128,192),1,1):((65536,1),0,0)
    e5m2 = cutlass.Float8E5M2
    mma8 = sm100_utils.make_trivial_tiled_mma(e5m2, e5m2, K, MN, f32, ONE, (64, 96))
    b8 = sm100_utils.make_smem_layout_b(mma8, (64, 96, 128), e5m2, 2)
    #^ = Sw<1,4,3> o 0 o (((32,3),32),1,4,2):(((1,4096),32),0,1024,12288)
    acc8 = mma8.make_fragment_C(mma8.partition_shape_C((64, 96)))
    #^ = (((16,4),96),1,1):(((65536,2097152),1),0,0)
    tf32 = sm100_utils.make_trivial_tiled_mma(f32, f32, K, K, f32, ONE, (128, 256))
    a32 = sm100_utils.make_smem_layout_a(tf32, (128, 256, 32), f32, 2)
    #^ = Sw<3,4,3> o 0 o ((128,8),1,4,2):((32,1),0,8,4096)
    halves = sm100_utils.make_trivial_tiled_mma(
    cutlass.Float16, cutlass.Float16, K, K, cutlass.Float16, ONE, (128, 64))
    acc16 = halves.make_fragment_C(halves.partition_shape_C((128, 64)))
    #^ = ((128,64),1,1):((131072,2),0,0)
