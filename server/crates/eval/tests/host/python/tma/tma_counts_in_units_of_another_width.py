# Where TMA's own elements are wider than those of the tensor, its contiguous coordinate steps by fractions; what lies within
# one of them has no coordinate. Narrow elements that TMA spreads over bytes are counted as they are.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blockscaled_layout as scales
from cutlass.cute.nvgpu import cpasync, tcgen05
from cutlass.cute.runtime import make_fake_tensor

m, n, l = cute.sym_int(), cute.sym_int(), cute.sym_int()
bytes_by_rows = make_fake_tensor(cutlass.Float8E4M3FN, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
halves_by_rows = make_fake_tensor(cutlass.Float16, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
nibbles_by_rows = make_fake_tensor(cutlass.Float4E2M1FN, (m, n, l), (cute.sym_int64(), 1, cute.sym_int64()))
factors = make_fake_tensor(cutlass.Float8E4M3FN, (512, 64, 3), (64, 1, 512 * 64))


@cute.jit
def units(mA: cute.Tensor, mH: cute.Tensor, mN: cute.Tensor):
    op = cpasync.CopyBulkTensorTileG2SOp()
    rows = cute.make_layout((128, 128), stride=(128, 1))
    pairs, in_pairs = cpasync.make_tiled_tma_atom(op, mA, rows, (128, 128), internal_type=cutlass.Int16)
    #^ in_pairs = (?,?,?):(1@1,1/2@0,1@2)
    values = pairs.layout_src_tv
    #^ = (1,16384):(0,1)
    words, in_words = cpasync.make_tiled_tma_atom(op, mA, rows, (128, 128), internal_type=cutlass.Uint64)
    #^ in_words = (?,?,?):(1@1,1/8@0,1@2)
    half = cute.make_layout((128, 64), stride=(64, 1))
    parts, in_bytes = cpasync.make_tiled_tma_atom(op, mH, half, (128, 64), internal_type=cutlass.Uint8)
    #^ in_bytes = (?,?,?):(1@1,2@0,1@2)
    of_parts = parts.layout_src_tv
    #^ = (1,8192):(0,1)
    spread, in_nibbles = cpasync.make_tiled_tma_atom(op, mN, rows, (128, 128), internal_type=cutlass.Uint8)
    #^ in_nibbles = (?,?,?):(1@1,1@0,1@2)
    tiles = cute.zipped_divide(in_pairs, (8, 8))
    #^ = ((8,8),(?,?,?)):((1@1,1/2@0),(8@1,4@0,1@2))
    column = in_pairs[(0, None, 0)]
    #^ = (?):(1/2@0)
    third = cute.composition(in_pairs.layout[1], cute.make_layout(4, stride=3))
    #^ = 4:3/2@0
    again = cute.make_layout(in_pairs.shape, stride=in_pairs.stride)
    #^ = (?,?,?):(1@1,1/2@0,1@2)


@cute.jit
def scale_factors(mSF: cute.Tensor):
    mma = utils.sm100.make_blockscaled_trivial_tiled_mma(
        cutlass.Float4E2M1FN, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K,
        cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 128),
    )
    tile = (128, 128, 256)
    blocked = cute.make_tensor(mSF.iterator, scales.tile_atom_to_shape_SF((512, 1024, 3), 16))
    staged = scales.make_smem_layout_sfa(mma, tile, 16, 2)
    one = cute.slice_(staged, (None, None, None, 0))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, t = cute.nvgpu.make_tiled_tma_atom_A(op, blocked, one, tile, mma, (1, 1, 1, 1), internal_type=cutlass.Int16)
    #^ t = (((32,4),4),((16,4),16),(1,3)):(((8@0,2@0),1@2),((0,1/2@0),1@1),(0,1@3))
    tiles = cute.local_tile(t, (128, 256), (None, None, None))
    #^ = ((32,4),(16,4,4),4,4,(1,3)):((8@0,2@0),(0,1/2@0,1@1),1@2,4@1,(0,1@3))
    parts = mma.get_slice(0).partition_A(tiles)
    #^ = (((32,4),(16,4)),1,4,4,4,(1,3)):(((8@0,2@0),(0,1/2@0)),0,1@1,1@2,4@1,(0,1@3))
    shared = cute.make_tensor(cute.make_ptr(cutlass.Float8E4M3FN, 0, cute.AddressSpace.smem, assumed_align=128), staged)
    of_shared, of_global = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(shared, 0, 3), cute.group_modes(parts, 0, 3)
    )
    #^ of_shared = ((2048,16),2):((1,0),2048)
    #^ of_global = (((512,4),16),4,4,(1,3)):(((1/2@0,1@1),0),1@2,4@1,(0,1@3))
    filtered = cute.filter_zeros(of_global)
    #^ = (((512,4),1),4,4,(1,3)):(((1/2@0,1@1),0),1@2,4@1,(0,1@3))
    wide, in_words = cute.nvgpu.make_tiled_tma_atom_A(
        op, blocked, one, tile, mma, (1, 1, 1, 1), internal_type=cutlass.Uint64
    )
    #^ in_words = (((32,4),4),((16,4),16),(1,3)):(((2@0,1/2@0),1@1),((0,0),64@0),(0,1@2))
    # In its own units the tile takes two modes of TMA, and the second one counts in several modes of the tensor.
    alone, in_several = cute.nvgpu.make_tiled_tma_atom_A(op, blocked, one, tile, mma, (1, 1, 1, 1))
    #^ in_several prints (((_32,_4),_4),((_16,_4),_16),(_1,_3)):(((1@1,_4@0),_1@2),((_0,_1@0),32@1),(_0,_1@3))


cute.compile(units, bytes_by_rows, halves_by_rows, nibbles_by_rows)
cute.compile(scale_factors, factors)
