//! Tensors: how they are made, indexed and cut.

use crate::fixture::check;

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
