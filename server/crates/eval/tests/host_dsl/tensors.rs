//! Tensors: how they are made, indexed and cut.

use crate::fixture::{check, check_program};

#[test]
fn tensors_are_indexed() {
    check(
        "t = cute.make_rmem_tensor((4, (8, 2)), cutlass.Float32)
        row = t[None, (3, 1)]
        tail = t[2, (None, 0)]
        whole = t[None]
        layout = t.layout
        shape = t.shape
        again = cute.make_tensor(t.iterator, cute.make_layout((2, 32)))
        loaded = t[0, 0]",
        "row = (4):(1)
        tail = (8):(4)
        whole = (4,(8,2)):(1,(4,32))
        layout = (4,(8,2)):(1,(4,32))
        shape = (4,(8,2))
        again = (2,32):(1,2)
        loaded is unknown: an element of a tensor",
    );
}

#[test]
fn coordinates_are_cut_into_tiles() {
    check(
        "t = cute.make_identity_tensor((16, 8))
        tile = cute.local_tile(t, (4, 2), (1, None))
        projected = cute.local_tile(t, (4, 2, 3), (1, None, None), proj=(1, None, 1))
        divided = cute.zipped_divide(t, (4, 2))
        element = t[3, 5]
        line = cute.make_identity_tensor(32)",
        "tile = (4,2,4):(1@0,1@1,2@1)
        projected = (4,3,3):(1@0,1@1,3@1)
        divided = ((4,2),(4,4)):((1@0,1@1),(4@0,2@1))
        element = (3,5)
        line = 32:1",
    );
}

#[test]
fn registers_follow_the_order_of_what_they_are_like() {
    check(
        "source = cute.make_rmem_tensor(cute.make_layout(((2, 2), 4, 3), stride=((1, 40), 80, 2)), cutlass.Float16)
        like = cute.make_rmem_tensor_like(source)
        fragment = cute.make_fragment_like(source, cutlass.Float32)
        predicate = cute.make_rmem_tensor_like(cute.make_identity_tensor((4, 8)), cutlass.Boolean)",
        "like = ((2,2),4,3):((1,6),12,2)
        fragment = ((2,2),4,3):((1,6),12,2)
        predicate = (4,8):(1,4)",
    );
}

#[test]
fn tensors_are_recast_and_regrouped() {
    check(
        "t = cute.make_rmem_tensor((4, 8, 2), cutlass.Float32)
        halves = cute.recast_tensor(t, cutlass.Float16)
        grouped = cute.group_modes(t, 0, 2)
        ones = cute.append_ones(t, up_to_rank=4)
        flat = cute.coalesce(t)
        selected = cute.select(t, mode=[0])",
        "halves = (8,8,2):(1,8,64)
        grouped = ((4,8),2):((1,4),32)
        ones = (4,8,2,1):(1,4,32,0)
        flat = 64:1
        selected is unknown: the DSL does this to layouts, not to tensors",
    );
}

/// With nvidia-cutlass-dsl 4.8.1: `cute.size(tiled_copy)` is 96 and `cute.size(tiled_mma)` is 192 here, and
/// `cute.arch.WARP_SIZE` is Python's 32.
#[test]
fn the_size_of_what_is_tiled_is_that_of_its_threads() {
    check(
        "copy_atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
         threads = cute.make_ordered_layout((8, 12), order=(1, 0))
         copy = cute.make_tiled_copy_tv(copy_atom, threads, cute.make_layout((1, 8)))
         op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
         mma = cute.make_tiled_mma(op, cute.make_layout((2, 3, 1)))
         a = cute.make_layout((cute.size(copy), cute.size(mma) // cute.arch.WARP_SIZE))",
        "a = (96,6):(1,96)",
    );
}

#[test]
fn a_coordinate_that_is_one_of_two_moves_a_part_only() {
    check(
        "bidx, bidy, _ = cute.arch.block_idx()
         at = 0 if bidx > 3 else bidy
         whole = cute.make_rmem_tensor(cute.make_layout((64, 32), stride=(32, 1)), cutlass.Float32)
         part = cute.local_tile(whole, (16, 8), (bidx, at))",
        "part = (16,8):(32,1)",
    );
}

/// The values are those of nvidia-cutlass-dsl 4.8.1 with quack's `cute_tensor_indexing.py` and `cute_tensor.py` loaded,
/// which teach tensors `...`, `:`, `to`, `clone` and `contiguous`; without them the DSL refuses such programs.
#[test]
fn a_coordinate_may_leave_modes_out_and_registers_may_be_copied() {
    check(
        "t = cute.make_rmem_tensor(((4, 2), 3, 5), cutlass.Float32)
         u = t[..., 0]
         v = t[:, 1, :]
         x = t[0, ...]
         w = t[:, 1, :].to(cutlass.Float16)
         y = t[:, 1, :].contiguous()
         z = cute.make_tensor(t.iterator, cute.make_layout((4, (2, 3)), stride=(6, (1, 2)))).clone()
         a = t[..., 0, ...]",
        "u = ((4,2),3):((1,4),8)
         v = ((4,2),5):((1,4),24)
         x = (3,5):(8,24)
         w = ((4,2),5):((1,4),8)
         y = ((4,2),5):((1,4),8)
         z = (4,(2,3)):(6,(1,2))
         a is unknown: what `...` stands for is not known",
    );
}

#[test]
fn a_tile_of_a_single_mode_is_one_mode() {
    check(
        "i = cute.arch.thread_idx()[0]
        one = cute.make_rmem_tensor(256, cutlass.Float32)
        row = cute.make_rmem_tensor((8, 256), cutlass.Float32)[i, None]
        two = cute.make_rmem_tensor((256, 8), cutlass.Float32)
        nested = cute.make_rmem_tensor(((4, 8), 8), cutlass.Float32)
        a = cute.local_tile(row, (128,), (i,))
        b = cute.local_tile(row, (64,), (None,))
        c = cute.local_tile(two, (128,), (i, None))
        d = cute.local_tile(nested, (8,), (None, None))
        e = cute.local_tile(one, (128, 2, 4), (None, None, 0), proj=(1, None, None))
        f = cute.local_tile(two, (128, 2, 4), (i, None, 0), proj=(1, None, 1))
        g = cute.local_partition(one, cute.make_layout(128), i)
        h = cute.local_partition(two, cute.make_layout((128,)), i)
        short = cute.local_tile(two, (128, 2), (i,))
        number = cute.local_tile(one, (128,), 0)
        layout = cute.local_tile(cute.make_layout((4, 8)), (2, 4), (0, 0))",
        "a = (128):(8)
        b = (64,4):(8,512)
        c = (128,8):(1,256)
        d = (8,4,8):(1,8,32)
        e = (128,2):(1,128)
        f = (128,4):(1,256)
        g = (2):(128)
        h = (2,8):(128,256)
        short is unknown: the DSL wants a coordinate of 2 elements here
        number is unknown: the DSL wants a coordinate of 1 elements here
        layout is unknown: the DSL takes tiles of tensors only",
    );
}

/// Expected is what nvidia-cutlass-dsl 4.8.1 prints for the same program.
#[test]
fn a_pointer_that_is_made_of_an_address_gives_its_tensor_the_type_of_its_elements() {
    check(
        "p = cute.make_ptr(cutlass.Float16, 1024, cute.AddressSpace.gmem, assumed_align=16)
        t = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
        wide = cute.recast_tensor(t, cutlass.Float32)
        again = cute.recast_tensor(cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Int8), 64), cutlass.Int32)
        bits = cute.make_layout(p.dtype.width)
        generic = cute.make_tensor(cute.make_ptr(value=0, dtype=cutlass.Float32), (4, 8))
        swizzle = cute.make_swizzle(3, 4, 3)
        q = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem, assumed_align=128, swizzle_=swizzle)
        shared = cute.make_tensor(q, cute.make_layout((8, 64), stride=(64, 1)))",
        "t = (64,32):(32,1)
        wide = (64,16):(16,1)
        again = 16:1
        bits = 16:1
        generic = (4,8):(1,4)
        shared = (8,64):(64,1)",
    );
}

#[test]
fn a_pointer_that_python_code_makes_keeps_its_type_in_what_is_compiled() {
    let code = "
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_ptr

@cute.jit
def f(p: cute.Pointer, n: cutlass.Int32):
    t = cute.make_tensor(p, cute.make_layout((n, 64), stride=(64, 1)))
    wide = cute.recast_tensor(t, cutlass.Float32)

cute.compile(f, make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem, assumed_align=16), 5)
";
    check_program(
        &[("main.py", code)],
        "t = (n,64):(64,1)
        wide = (n,32):(32,1)",
    );
}

#[test]
fn a_pointer_to_what_is_no_type_of_numbers_is_unknown() {
    check(
        "p = cute.make_ptr(None, 0, cute.AddressSpace.gmem)
        bits = cute.make_layout(p.dtype.width)",
        "bits is unknown: what this pointer points to is no type of numbers",
    );
}
