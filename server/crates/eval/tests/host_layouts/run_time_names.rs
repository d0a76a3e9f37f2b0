//! Integers that only a launch tells go by their names.

use crate::fixture::check;

#[test]
fn layouts_of_run_time_sizes_hold_names() {
    check(
        "
        auto gA = make_tensor(make_gmem_ptr(A), make_shape(k, _8{}), make_stride(_1{}, ld));  // (k,_8):(_1,ld)
        local_tile(gA, make_shape(_128{}, _8{}), make_coord(_, 0));        // (_128,_8,ceil_div(k,128)):(_1,ld,_128)
        local_tile(gA, make_shape(_128{}, _8{}), make_coord(blockIdx.x, 0));  // (_128,_8):(_1,ld)
        local_partition(gA, Layout<Shape<_32, _8>>{}, threadIdx.x);        // (ceil_div(k,32),_1):(_32,_0)
        gA(_, 3);                                                          // (k):(_1)
        make_layout(make_shape(k, ld), LayoutRight{});                     // (k,ld):(ld,_1)
        make_identity_tensor(make_shape(k, _8{}));                         // (k,_8):(_1@0,_1@1)
        size(gA);                                                          // 8*k
        ceil_div(k, _8{});                                                 // ceil_div(k,8)
        zipped_divide(gA, make_tile(_128{}, _8{}));                        // ((_128,_8),(ceil_div(k,128),_1)):((_1,ld),(_128,_0))
        ",
    );
}

#[test]
fn what_only_the_hardware_knows_goes_by_the_name_of_its_function() {
    check(
        "
        auto vmnk = make_layout(make_shape(_1{}, _2{}, _4{}, _1{}));       // (_1,_2,_4,_1):(_0,_1,_2,_0)
        vmnk.get_flat_coord(int(block_rank_in_cluster()));                 // (_0,block_rank_in_cluster()%2,block_rank_in_cluster()/2%4,_0)
        cutlass::canonical_warp_idx_sync() * _2{};                         // 2*canonical_warp_idx_sync()
        ",
    );
}

#[test]
fn what_needs_numbers_is_unknown() {
    check(
        "
        k < 41;                          // unknown: which of the two is larger is not known
        is_static<decltype(k)>::value;   // false
        elem_less(make_coord(k), make_coord(_8{}));  // unknown: how k and 8 compare is known at run time only
        ",
    );
}
