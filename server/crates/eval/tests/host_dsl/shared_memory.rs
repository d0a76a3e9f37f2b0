//! Layouts of shared memory that the DSL chooses.

use crate::fixture::check;

#[test]
fn atoms_are_named_by_their_kind() {
    check(
        "a = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
        b = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.MN_SW64, cutlass.Float32)
        c = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_INTER, cutlass.Float16)",
        "a = Sw<3,4,3> o 0 o (8,64):(64,1)
        b = Sw<2,4,3> o 0 o (16,8):(1,16)
        c = Sw<0,4,3> o 0 o (8,8):(8,1)",
    );
}

#[test]
fn hopper_takes_the_widest_atom() {
    check(
        "a = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)
        b = sm90_utils.make_smem_layout_b(utils.LayoutEnum.COL_MAJOR, (128, 256, 64), cutlass.Float16, 4)
        c = sm90_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (64, 32), 4)
        size = cute.cosize(a)",
        "a = Sw<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))
        b = Sw<3,4,3> o 0 o ((64,4),(8,8),(1,4)):((1,4096),(64,512),(0,16384))
        c = Sw<2,4,3> o 0 o ((8,8),(32,1),(1,4)):((32,256),(1,0),(0,2048))
        size = 32768",
    );
}

#[test]
fn blackwell_cuts_it_into_the_form_of_the_operand() {
    check(
        "k = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 256))
        mn = sm100_utils.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.MN, OperandMajorMode.MN, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
        a = sm100_utils.make_smem_layout_a(k, (128, 256, 64), cutlass.Float16, 4)
        deep = sm100_utils.make_smem_layout_a(k, (128, 256, 256), cutlass.Float16, 3)
        turned = sm100_utils.make_smem_layout_a(mn, (128, 128, 64), cutlass.Float16, 2)
        epilogue = sm100_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (128, 32), 4)",
        "a = Sw<3,4,3> o 0 o ((128,16),1,4,4):((64,1),0,16,8192)
        deep = Sw<3,4,3> o 0 o ((128,16),1,(4,4),3):((64,1),0,(16,8192),32768)
        turned = Sw<3,4,3> o 0 o (((64,2),16),1,4,2):(((1,4096),64),0,1024,8192)
        epilogue = Sw<2,4,3> o 0 o ((8,16),(32,1),(1,4)):((32,256),(1,0),(0,4096))",
    );
}

#[test]
fn storage_gives_tensors_of_the_layouts_that_are_asked_for() {
    check(
        "smem = utils.SmemAllocator()
        storage = smem.allocate(unknown_class())
        sA = storage.sA.get_tensor(cute.make_layout((8, 64), stride=(64, 1)))
        sB = storage.inner.sB.get_tensor(cute.make_layout((8, 64)), swizzle=cute.make_swizzle(3, 4, 3))",
        "sA = (8,64):(64,1)
        sB = (8,64):(1,8)",
    );
}

/// `python -c` with nvidia-cutlass-dsl 4.8.1: `get_smem_capacity_in_bytes` of `sm_90` is 232448, of `sm_120` 101376.
#[test]
fn a_struct_may_allocate_itself_and_arrays_are_pointers() {
    check(
        "smem = utils.SmemAllocator()
         class Storage: sA: cute.struct.MemRange[cutlass.Float16, 64]
         storage = Storage.allocate(smem)
         a = storage.sA.get_tensor(cute.make_layout((8, 8)))
         pointer = smem.allocate_array(cutlass.Float16, num_elems=64)
         b = cute.make_tensor(pointer, cute.make_layout((4, 16)))
         c = cute.make_layout((utils.get_smem_capacity_in_bytes('sm_90'), utils.get_smem_capacity_in_bytes('sm_120')))",
        "a = (8,8):(1,8)
         b = (4,16):(1,4)
         c = (232448,101376):(1,232448)",
    );
}
