# `BlockScaledBasicChunk`: of MN, the factors along K come first.
import cutlass
import cutlass.cute as cute
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import OperandMajorMode


@cute.jit
def main():
    by_k = blockscaled_utils.BlockScaledBasicChunk(16).layout
    #^ = ((32,4),(16,4)):((16,4),(0,1))
    chunk = blockscaled_utils.BlockScaledBasicChunk(32, major_mode=OperandMajorMode.MN)
    by_mn = chunk.layout
    #^ = ((32,4),(32,4)):((0,1),(16,4))
    tiled = cute.tile_to_shape(by_mn, (256, 128, 2), (1, 2, 3))
    #^ = (((32,4),2),((32,4),1),(1,2)):(((0,1),512),((16,4),0),(0,1024))
