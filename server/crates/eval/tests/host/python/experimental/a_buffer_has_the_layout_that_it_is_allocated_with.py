# A buffer of a swizzled layout has the plain layout: its pointer swizzles.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute import experimental as cute_ext
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05
from cutlass.cute.runtime import make_fake_tensor

size = cute.sym_int32
rows = make_fake_tensor(
    cutlass.Float16, (size(), size(), size()), stride=(cute.sym_int64(), 1, cute.sym_int64()), assumed_align=16)


@cute_ext.kernel
def kernel(mA: cute.Tensor, mD: cute.Tensor):
    mma = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    tile = (128, 128, 64)
    of_a = sm100_utils.make_smem_layout_a(mma, tile, cutlass.Float16, 2)
    sA = cute_ext.allocate(cutlass.Float16, cute.AddressSpace.smem, of_a, alignment=1024)
    #^ = ((128,16),1,4,2):((64,1),0,16,8192)
    of_acc = cute_ext.make_tmem_layout_acc(mma, tile, 2)
    #^ = ((128,128),1,1,2):((65536,1),0,0,128)
    tAcc = cute_ext.allocate(cutlass.Float32, cute.AddressSpace.tmem, of_acc, alignment=16)
    #^ = ((128,128),1,1,2):((65536,1),0,0,128)
    d_layout = utils.LayoutEnum.from_tensor(mD)
    epi_tile = sm100_utils.compute_epilogue_tile_shape(tile, False, d_layout, mD.element_type)
    atom = sm100_utils.get_tmem_load_op(tile, d_layout, mD.element_type, cutlass.Float32, epi_tile, False)
    parts = cute.zipped_divide(tAcc, (epi_tile, 1))
    #^ = (((128,32),1),((1,4),1,1,2)):(((65536,1),0),((0,32),0,0,128))
    copy = tcgen05.make_tmem_copy(atom, parts[((None, None), 0), 0])
    tidx, _, _ = cute.arch.thread_idx()
    gD = cute.flat_divide(cute.zipped_divide(mD, (128, 128))[(None, None), cute.arch.block_idx()], epi_tile)
    #^ = (128,32,1,4):(?,1,0,32)
    of_registers = cute_ext.make_t2r_rmem_layout(copy, gD, tidx)
    #^ = ((32,1),1,1):((1,0),0,0)
    rD = cute_ext.allocate(mD.element_type, cute.AddressSpace.rmem, of_registers, alignment=32)
    #^ = ((32,1),1,1):((1,0),0,0)
    box_a = cute_ext.get_cta_v_map_ab(mA, tile, mma, "A")
    #^ = ((128,16),1,4):((1@0,1@1),0,16@1)
    box_d = cute_ext.get_cta_v_map_c(mD, epi_tile)
    #^ = (128,32):(1@0,1@1)
    loads = cute_ext.TMAToUMMAPipeline.create(
        num_stages=2, mma_operation_type=cute_ext.OperationTypeEnum.SM100_MMA_1SM_SS)
    token, stage = loads.producer_acquire_and_get_stage()
    sA_stage = sA[None, None, None, stage]
    #^ = ((128,16),1,4):((64,1),0,16)
    stores = cute_ext.TMAStorePipeline(stages=2, arv_count=128, barrier_id=1, tma_warp_id=0)
    of_d = sm100_utils.make_smem_layout_epi(mD.element_type, d_layout, epi_tile, stores.get_num_stages())
    sD = cute_ext.allocate(mD.element_type, cute.AddressSpace.smem, of_d, alignment=1024)
    #^ = ((8,16),(32,1),(1,2)):((32,256),(1,0),(0,4096))
    sD_stage = sD[None, None, stores.get_index()]
    #^ = ((8,16),(32,1)):((32,256),(1,0))


@cute_ext.jit
def host(mA: cute.Tensor, mD: cute.Tensor):
    tiles = cute.tiled_divide(mD, cute.core._pack_shape((128, 128, 1)))
    #^ = ((128,128,1),?,?,?):((?,1,0),?,128,?)
    kernel(mA, mD).launch(grid=tiles.shape[1:], block=(192, 1, 1), cluster=(1, 1, 1), smem=cute.Int64(200000))


cute_ext.compile(host, rows, rows)
