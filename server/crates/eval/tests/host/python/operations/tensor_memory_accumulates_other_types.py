import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05

@cute.jit
def f():
    K, MN = OperandMajorMode.K, OperandMajorMode.MN
    ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
    SMEM, TMEM = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    f8, f4, f32 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, cutlass.Float32
    
    tf32 = cute.make_mma_atom(tcgen05.MmaTF32Op((128, 128, 8), ONE, SMEM, K, K)).tv_layout_A
    #^ = (1,(128,8)):(128,(1,128))
    pair = cute.make_mma_atom(tcgen05.MmaTF32Op((256, 64, 8), TWO, TMEM, K, MN)).tv_layout_B
    #^ = (2,(32,8)):(32,(1,64))
    i8 = cute.make_mma_atom(tcgen05.MmaI8Op(cutlass.Int8, (128, 64, 32), ONE, SMEM, K, K)).tv_layout_A
    #^ = (1,(128,32)):(128,(1,128))
    fp8 = cute.make_mma_atom(tcgen05.MmaFP8Op(f8, f32, (128, 64, 32), ONE, SMEM, K, K)).tv_layout_A
    #^ = (1,(128,32)):(128,(1,128))
    mixed = cute.make_mma_atom(tcgen05.MmaF8F6F4Op(f8, f4, f32, (256, 96, 32), TWO, SMEM, K, K)).tv_layout_B
    #^ = (2,(48,32)):(48,(1,96))
    mxf8 = cute.make_mma_atom(tcgen05.MmaMXF8Op(f8, (256, 128, 32), TWO, SMEM, K, K)).tv_layout_B
    #^ = (2,(64,32)):(64,(1,128))
    mxf4 = cute.make_mma_atom(tcgen05.MmaMXF4Op((128, 128, 64), ONE, SMEM)).tv_layout_A
    #^ = (1,(128,64)):(128,(1,128))
    nvf4 = cute.make_mma_atom(tcgen05.MmaMXF4NVF4Op(f8, (256, 192, 64), TWO, SMEM)).tv_layout_B
    #^ = (2,(96,64)):(96,(1,192))
