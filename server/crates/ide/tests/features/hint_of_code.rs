//! Hints of the code's names: where they stand, how they are shortened, what they rest on.

use insta::assert_snapshot;
use layoutlens_ide::{HintKinds, HintOptions, HintPlace};

use crate::{
    fixture::{Fixture, cuda, python},
    spliced::spliced,
};

/// CuTe C++ with its hints, without the header's lines.
fn shown(code: &str, options: &HintOptions) -> String {
    let header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
    let fixture: Fixture = cuda(&format!("{header}{code}"));
    spliced(&fixture, options).replacen(header, "", 1)
}

fn at(place: HintPlace) -> HintOptions {
    HintOptions { place, ..HintOptions::default() }
}

fn within(longest: usize) -> HintOptions {
    HintOptions { longest: Some(longest), ..HintOptions::default() }
}

const DECLARATIONS: &str = "void f(float* p) {
  auto tile = make_layout(make_shape(_4{}, _8{}));  // (M,K)
  auto [first, second] = make_tuple(coalesce(tile), tile);
  auto far =
      coalesce(tile);
  using Tiled = decltype(zipped_divide(tile, make_shape(_2{}, _2{})));  // tiles
}
";

#[test]
fn a_hint_stands_behind_its_statement_and_before_a_comment() {
    assert_snapshot!(shown(DECLARATIONS, &at(HintPlace::Statement)), @"
    void f(float* p) {
      auto tile = make_layout(make_shape(_4{}, _8{}));  «= (4,8):(1,4)»  // (M,K)
      auto [first  «= 32:1», second  «= (4,8):(1,4)»] = make_tuple(coalesce(tile), tile);
      auto far  «= 32:1» =
          coalesce(tile);
      using Tiled = decltype(zipped_divide(tile, make_shape(_2{}, _2{})));  «= ((2,2),(2,4)):((1,4),(2,8))»  // tiles
    }
    ");
}

const ALIKE: &str = "void f() {
  auto tile = make_layout(make_shape(_4{}, _8{}));
  auto [a, b, c, d] = make_tuple(tile, tile, coalesce(tile), tile);
  auto [u, v, w] = make_tuple(coalesce(tile), coalesce(tile), coalesce(tile));
  auto [x, y] = make_tuple(tile, tile);
}
";

#[test]
fn names_side_by_side_with_one_value_have_one_hint() {
    assert_snapshot!(shown(ALIKE, &at(HintPlace::Statement)), @"
    void f() {
      auto tile = make_layout(make_shape(_4{}, _8{}));  «= (4,8):(1,4)»
      auto [a, b  «both = (4,8):(1,4)», c  «= 32:1», d  «= (4,8):(1,4)»] = make_tuple(tile, tile, coalesce(tile), tile);
      auto [u, v, w  «these 3 = 32:1»] = make_tuple(coalesce(tile), coalesce(tile), coalesce(tile));
      auto [x, y  «both = (4,8):(1,4)»] = make_tuple(tile, tile);
    }
    ");
    assert_snapshot!(shown(ALIKE, &at(HintPlace::Line)), @"
    void f() {
      auto tile = make_layout(make_shape(_4{}, _8{}));  «= (4,8):(1,4)»
      auto [a, b, c, d] = make_tuple(tile, tile, coalesce(tile), tile);  «a, b = (4,8):(1,4)»  «c = 32:1»  «d = (4,8):(1,4)»
      auto [u, v, w] = make_tuple(coalesce(tile), coalesce(tile), coalesce(tile));  «u, v, w = 32:1»
      auto [x, y] = make_tuple(tile, tile);  «x, y = (4,8):(1,4)»
    }
    ");
    let two =
        "import cutlass.cute as cute\n\na, b = [cute.make_layout((4, 8)) for _ in (0, 1)]\nc, d = a, b\n";
    assert_snapshot!(spliced(&python(two), &HintOptions::default()), @"
    import cutlass.cute as cute

    a, b  «both = (4,8):(1,4)» = [cute.make_layout((4, 8)) for _ in (0, 1)]
    c, d  «both = (4,8):(1,4)» = a, b
    ");
}

#[test]
fn a_hint_stands_behind_its_name_where_that_is_asked() {
    assert_snapshot!(shown(DECLARATIONS, &at(HintPlace::Name)), @"
    void f(float* p) {
      auto tile  «= (4,8):(1,4)» = make_layout(make_shape(_4{}, _8{}));  // (M,K)
      auto [first  «= 32:1», second  «= (4,8):(1,4)»] = make_tuple(coalesce(tile), tile);
      auto far  «= 32:1» =
          coalesce(tile);
      using Tiled  «= ((2,2),(2,4)):((1,4),(2,8))» = decltype(zipped_divide(tile, make_shape(_2{}, _2{})));  // tiles
    }
    ");
}

#[test]
fn a_hint_stands_at_the_end_of_its_line_where_that_is_asked() {
    assert_snapshot!(shown(DECLARATIONS, &at(HintPlace::Line)), @"
    void f(float* p) {
      auto tile = make_layout(make_shape(_4{}, _8{}));  // (M,K)  «= (4,8):(1,4)»
      auto [first, second] = make_tuple(coalesce(tile), tile);  «first = 32:1»  «second = (4,8):(1,4)»
      auto far =  «= 32:1»
          coalesce(tile);
      using Tiled = decltype(zipped_divide(tile, make_shape(_2{}, _2{})));  // tiles  «= ((2,2),(2,4)):((1,4),(2,8))»
    }
    ");
}

const KERNEL: &str = "template <class A, class B>
__global__ void kernel(A src, B dst, int n) {
  auto tile = zipped_divide(src, make_shape(_2{}, _2{}));
}
void run(float* p) {
  auto src = make_layout(make_shape(_8{}, _4{}));
  auto dst = make_layout(make_shape(_4{}, _2{}));
  kernel<<<1, 1>>>(src, dst, 3);
}
";

#[test]
fn each_parameter_has_its_hint_behind_its_own_name() {
    assert_snapshot!(shown(KERNEL, &HintOptions::default()), @"
    template <class A, class B>
    __global__ void kernel(A src  «= (8,4):(1,8)», B dst  «= (4,2):(1,4)», int n) {
      auto tile = zipped_divide(src, make_shape(_2{}, _2{}));  «= ((2,2),(4,2)):((1,8),(2,16))»
    }
    void run(float* p) {
      auto src = make_layout(make_shape(_8{}, _4{}));  «= (8,4):(1,8)»
      auto dst = make_layout(make_shape(_4{}, _2{}));  «= (4,2):(1,4)»
      kernel<<<1, 1>>>(src, dst, 3);
    }
    ");
}

#[test]
fn the_hints_of_a_line_share_its_characters_and_lose_strides_first() {
    assert_snapshot!(shown(KERNEL, &within(22)), @"
    template <class A, class B>
    __global__ void kernel(A src  «= (8,4):…», B dst  «= (4,2):…», int n) {
      auto tile = zipped_divide(src, make_shape(_2{}, _2{}));  «= ((2,2),(4,2)):((1,…»
    }
    void run(float* p) {
      auto src = make_layout(make_shape(_8{}, _4{}));  «= (8,4):(1,8)»
      auto dst = make_layout(make_shape(_4{}, _2{}));  «= (4,2):(1,4)»
      kernel<<<1, 1>>>(src, dst, 3);
    }
    ");
}

#[test]
fn a_statement_that_ends_far_to_the_right_has_its_hint_behind_the_name() {
    let code = "void f() {
  auto layout = make_layout(make_shape(make_shape(_4{}, _8{}), make_shape(_2{}, make_shape(_2{}, _2{}))));
  auto a_long_name_for_what_is_coalesced_in_the_end_of_all_things = coalesce(layout, make_shape(_1{}, _1{}));
}
";
    assert_snapshot!(shown(code, &within(80)), @"
    void f() {
      auto layout  «= ((4,8),(2,(2,2))):((1,4),(32,(64,128)))» = make_layout(make_shape(make_shape(_4{}, _8{}), make_shape(_2{}, make_shape(_2{}, _2{}))));
      auto a_long_name_for_what_is_coalesced_in_the_end_of_all_things  «= (32,8):(1,32)» = coalesce(layout, make_shape(_1{}, _1{}));
    }
    ");
}

#[test]
fn call_sites_are_counted_and_a_thread_is_marked() {
    let code =
        "template <class L> void show(L layout) { auto twice = blocked_product(layout, Layout<_2>{}); }
void run() {
  show(make_layout(make_shape(_4{}, _2{})));
  show(make_layout(make_shape(_6{}, _2{})));
}
__global__ void kernel(half_t* a) {
  auto atom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8, Shape<_8,_8>>, Stride<_8, Stride<_1,_64>>>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
  TiledMMA mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  Tensor tCsA = mma.get_slice(threadIdx.x).partition_A(sA);
}
";
    assert_snapshot!(shown(code, &within(60)), @"
    template <class L> void show(L layout  «= (4,2):(1,4) ×2») { auto twice = blocked_product(layout, Layout<_2>{});  «= ((4,2),(2,1)):… ×2» }
    void run() {
      show(make_layout(make_shape(_4{}, _2{})));
      show(make_layout(make_shape(_6{}, _2{})));
    }
    __global__ void kernel(half_t* a) {
      auto atom  «= Sw<3,3,3> o 0 o (8,(8,8)):(8,(1,64))» = composition(Swizzle<3,3,3>{}, Layout<Shape<_8, Shape<_8,_8>>, Stride<_8, Stride<_1,_64>>>{});
      Tensor sA  «= Sw<3,3,3> o 0 o ((8,16),((8,8),1),(1,3)):((8,512),((1,…» = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
      TiledMMA mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
      Tensor tCsA = mma.get_slice(threadIdx.x).partition_A(sA);  «= ((2,2),4,(2,2,2),(1,3)):((1,512),2048,(72,144,288),… T0»
    }
    ");
}

#[test]
fn what_a_function_rests_on_is_an_arrow_to_its_head_and_what_only_one_value_does_stands_with_it() {
    let code = "import cutlass
import cutlass.cute as cute
from typing import Type

@cute.jit
def f(dtype: Type[cutlass.Numeric], x: cute.Tensor):
    atom = cute.make_layout((8, 1024 // dtype.width))
    tiled = cute.blocked_product(atom, cute.make_layout((2, 2)))
    print(x[0, 0])
    unknown = cute.make_layout(x.shape)
";
    assert_snapshot!(spliced(&python(code), &HintOptions::default()), @"
    import cutlass
    import cutlass.cute as cute
    from typing import Type

    @cute.jit
    def f(dtype: Type[cutlass.Numeric], x: cute.Tensor):
        atom = cute.make_layout((8, 1024 // dtype.width))  «= (8,?):(1,?)»
        tiled = cute.blocked_product(atom, cute.make_layout((2, 2)))  «= ((8,2),(64,2)):((1,512),(8,1024)) if ↑»
        print(x[0, 0])
        unknown = cute.make_layout(x.shape)
    ");
}

#[test]
fn sizes_without_a_name_are_not_the_same_because_they_are_shown_alike() {
    let code = "import cutlass.cute as cute

@cute.jit
def f(head_dim: int):
    u = cute.make_layout((4, head_dim, head_dim))
    # cute: show u
    # cute: assert stride(mode(u,1)) == stride(mode(u,2))
    # cute: assert stride(mode(u,1)) == stride(mode(u,1))
    # cute: show zipped_divide(u, <2,8>)
";
    assert_snapshot!(spliced(&python(code), &HintOptions::default()), @"
    import cutlass.cute as cute

    @cute.jit
    def f(head_dim: int):
        u = cute.make_layout((4, head_dim, head_dim))  «= (4,head_dim,head_dim):(1,?,?)»
        # cute: show u  «= (4,head_dim,head_dim):(1,?,?)»
        # cute: assert stride(mode(u,1)) == stride(mode(u,2))  «unknown: whether `?` equals `?` depends on names that nothing binds»
        # cute: assert stride(mode(u,1)) == stride(mode(u,1))  «✓»
        # cute: show zipped_divide(u, <2,8>)  «= ((2,8),(2,ceil_div(head_dim,8),head_dim)):((1,?),(2,8*?,?))»
    ");
}

#[test]
fn suppositions_may_be_left_out() {
    let code = "import cutlass\nimport cutlass.cute as cute\n\n@cute.jit\ndef f(dtype: type[cutlass.Numeric]):\n    \
                atom = cute.coalesce(cute.make_layout((8, 64 // dtype.width)))\n";
    let kinds = HintKinds { suppositions: false, ..HintKinds::default() };
    assert_eq!(spliced(&python(code), &HintOptions { kinds, ..HintOptions::default() }), code);
    assert_ne!(spliced(&python(code), &HintOptions::default()), code);
}

#[test]
fn of_several_hints_of_a_line_those_stay_whose_shapes_fit() {
    assert_snapshot!(shown(KERNEL, &within(14)), @"
    template <class A, class B>
    __global__ void kernel(A src  «= (8,4):(1,8)», B dst, int n) {
      auto tile = zipped_divide(src, make_shape(_2{}, _2{}));  «= ((2,2),…»
    }
    void run(float* p) {
      auto src = make_layout(make_shape(_8{}, _4{}));  «= (8,4):(1,8)»
      auto dst = make_layout(make_shape(_4{}, _2{}));  «= (4,2):(1,4)»
      kernel<<<1, 1>>>(src, dst, 3);
    }
    ");
}
