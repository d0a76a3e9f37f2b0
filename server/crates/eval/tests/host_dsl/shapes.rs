//! Questions to shapes, and functions on tuples.

use crate::fixture::{check, check_program};

#[test]
fn shapes_are_asked() {
    check(
        "a = (4, (8, 2))
        size = cute.size(a, mode=[1])
        rank = cute.rank(a)
        depth = cute.depth(a)
        inner = cute.get(a, mode=[1, 0])
        tiles = cute.ceil_div((10, 9), (4, 3))
        rounded = cute.round_up(10, 4)
        bytes = cute.size_in_bytes(cutlass.Float16, cute.make_layout((4, 8)))
        bits = cutlass.BFloat16.width",
        "size = 16
        rank = 2
        depth = 2
        inner = 8
        tiles = (3,3)
        rounded = 12
        bytes = 64
        bits = 16",
    );
}

#[test]
fn tuples_are_taken_apart_and_joined() {
    check(
        "a = cute.select((4, 8, 2), mode=[2, 0])
        b = cute.group_modes((4, 8, 2), 0, 2)
        c = cute.slice_((4, (8, 2)), (None, (0, None)))
        d = cute.dice((4, 8), (1, None))
        e = cute.flatten((4, (2, 3)))
        f = cute.append((4, 8), 3)
        g = cute.product_each((4, (2, 3)))
        h = (*f, 16)
        i = cute.repeat(1, 3)",
        "a = (2,4)
        b = ((4,8),2)
        c = (4,2)
        d = (4)
        e = (4,2,3)
        f = (4,8,3)
        g = (4,6)
        h = (4,8,3,16)
        i = (1,1,1)",
    );
}

#[test]
fn python_divides_and_rounds() {
    check(
        "down = -7 // 2
        rest = -7 % 4
        power = 2 ** 5
        names = cutlass.Float16 == cutlass.BFloat16
        nothing = None == 4
        up = math.ceil(100 / 16) * 16
        divisor = math.gcd(48, 36, 20)",
        "down = -4
        rest = 1
        power = 32
        names = false
        nothing = false
        up = 112
        divisor = 4",
    );
}

#[test]
fn numbers_of_a_run_time_type_are_run_time_numbers() {
    check(
        "n = cutlass.Int32(40)
        sizes = (n, 8)
        wide = cutlass.Int32(4294967296)
        warps = cute.arch.warp_idx() + 1",
        "sizes = (40,8)
        wide is unknown: 4294967296 as a `Int32` is not computed
        warps = warp_idx()+1",
    );
}

#[test]
fn the_width_of_a_type_that_is_not_known_is_an_integer() {
    check_program(
        &[(
            "main.py",
            "
from typing import Type
import cutlass
import cutlass.cute as cute

def f(dtype: Type[cutlass.Numeric]):
    vector = 128 // dtype.width
    layout = cute.make_layout((32, vector), stride=(vector, 1))
    copy = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype, num_bits_per_copy=128)
    assert dtype == cutlass.Float16
    half = cute.make_layout((8, dtype.width))
",
        )],
        "layout = (32,?):(?,1)
        copy is unknown: the element type of the copy is not known
        half = (8,16):(1,8)",
    );
}

#[test]
fn a_stage_of_a_pipeline_is_an_index() {
    check_program(
        &[(
            "main.py",
            "
import cutlass.cute as cute
import cutlass.pipeline as pipeline

def f(ptr: cute.Pointer):
    tile = cute.make_tensor(ptr, cute.make_layout((8, 4, 3)))
    producer, consumer = pipeline.PipelineTmaAsync.create(num_stages=3).make_participants()
    handle = consumer.wait_and_advance()
    stage = tile[None, None, handle.index]
    sizes = (8, 4) if handle.index == handle.index else (8, 2)
    either = cute.make_layout(sizes)
",
        )],
        "stage = (8,4):(1,8)
        either = (8,?):(1,8)",
    );
}

#[test]
fn an_order_that_is_not_known_gives_no_strides() {
    check_program(
        &[(
            "main.py",
            "
import cutlass.cute as cute

@cute.jit
def f(n: int):
    order = (1, 0) if n == 64 else (0, 1)
    a = cute.make_ordered_layout((16, 8), order=order)
",
        )],
        "a is unknown: the layout depends on a number that is not known: 0 or 1",
    );
}

/// With nvidia-cutlass-dsl 4.8.1: `cute.ceil_div((8, 1), 4)` is 2, `((3, (8, 6)), (2, 5))` gives `(2, 10)`,
/// `(((4, 2), 8), (8, 2))` gives `(1, 4)`, `(((8, 6), 3, 5), (4, 2))` gives `(12, 2, 5)`.
#[test]
fn tiles_of_a_mode_are_counted_over_all_its_elements() {
    check(
        "a = cute.make_layout((cute.ceil_div((8, 1), 4), 9))
         b = cute.make_layout(cute.ceil_div((3, (8, 6)), (2, 5)))
         c = cute.make_layout(cute.ceil_div(((4, 2), 8), (8, 2)))
         d = cute.make_layout(cute.ceil_div(((8, 6), 3, 5), (4, 2)))
         e = cute.make_layout(cute.ceil_div((8, 6), (4, 3, 2)))
         f = cute.make_layout(cute.ceil_div((128, 96), (cute.make_layout(128), cute.make_layout(32))))",
        "a = (2,9):(1,2)
         b = (2,10):(1,2)
         c = (1,4):(0,1)
         d = (12,2,5):(1,12,24)
         e is unknown: a tile has more modes than what it tiles
         f = (1,3):(0,1)",
    );
}

#[test]
fn a_nested_mode_is_divided_by_a_number_only_where_that_is_all() {
    check(
        "nested = cute.shape_div(((8, 6), 3), ((4, 2), 3))
        whole = cute.shape_div(((8, 6), 4), 96)
        spread = cute.shape_div((8, 6), (4, (2, 3)))
        refused = cute.shape_div(((8, 6), 3), (4, 3))
        inside = cute.shape_div(((8, 6), (3, 5)), ((4, 2), 3))",
        "nested = ((2,3),1)
        whole = ((1,1),2)
        spread = (2,1)
        refused is unknown: the DSL refuses to divide a tuple in a tuple by a number of a tuple
        inside is unknown: the DSL refuses to divide a tuple in a tuple by a number of a tuple",
    );
}
