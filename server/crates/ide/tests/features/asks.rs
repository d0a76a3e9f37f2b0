//! What people asked in public of layouts and no tool answered, each with the layouts and numbers of the thread, in code of our own:
//! a test for each, named by the thread. `cargo nextest run -E 'test(/^asks::/)'` runs them.

use layoutlens_ide::{HoverOptions, diagnostics, hover, inspect};

use crate::fixture::{Fixture, cuda, python};

/// The values of a name, as hints show them.
fn values(fixture: &Fixture, name: &str) -> Vec<String> {
    let all = inspect(&fixture.analysis);
    let named = all.into_iter().filter(|inspected| inspected.name.as_deref() == Some(name));
    named.flat_map(|inspected| inspected.layouts).map(|layout| layout.text).collect()
}

/// The messages of all findings, each behind its code.
fn findings(fixture: &Fixture) -> Vec<String> {
    let found = diagnostics(&fixture.analysis);
    found.into_iter().map(|found| format!("{}: {}", found.code, found.message)).collect()
}

/// There is one finding, with these words.
#[track_caller]
fn finds(fixture: &Fixture, words: &[&str]) {
    let found = findings(fixture);
    let is_told = |found: &String| words.iter().all(|word| found.contains(word));
    assert!(found.iter().any(is_told), "{words:?}\n-- are not in --\n{found:#?}");
}

/// The hover at the beginning of the last `part` has these words.
#[track_caller]
fn says(fixture: &Fixture, part: &str, words: &[&str]) {
    let offset = fixture.analysis.text.rfind(part).expect(part);
    let markdown = hover(&fixture.analysis, offset, HoverOptions::default()).expect(part).markdown;
    for word in words {
        assert!(markdown.contains(word), "{word}\n-- is not in --\n{markdown}");
    }
}

/// CUTLASS 3513 and 1353: CuTe checks no divide and no composition of sizes that it meets at run time.
#[test]
fn cutlass_3513_and_1353_run_time_sizes_are_computed_as_cute_does_and_said_to_be_wrong() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
int main() {
  auto layout = make_layout(make_shape(_12{}, make_shape(_4{}, _8{})), make_stride(_7{}, make_stride(_1{}, Int<30>{})));
  auto divided = zipped_divide(layout, 128);
  auto columns = make_layout(make_shape(2, 3));
  auto rows = make_layout(make_shape(2, 3), make_stride(3, 1));
  auto composed = composition(columns, rows);
}
",
    );
    assert_eq!(values(&fixture, "divided"), ["((12,4,2),(1,1,3)):((7,1,30),(896,11,90))"]);
    finds(&fixture, &["accepted-but-wrong", "zipped_divide", "128", "R(96) = 90"]);
    finds(&fixture, &["accepted-but-wrong", "composition((2,3):(1,2), (2,3):(3,1))", "R(1) = 4", "gives 3"]);
}

/// CUTLASS 2319: a copy of 128 bits over a single float a thread.
#[test]
fn cutlass_2319_a_tiled_copy_with_fewer_values_than_its_atom_moves_is_a_finding() {
    let of = |values: &str| {
        python(&format!(
            "import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    threads = cute.make_layout((32, 8), stride=(8, 1))
    tiled = cute.make_tiled_copy_tv(atom, threads, cute.make_layout({values}))

@cute.jit
def host():
    kernel().launch(grid=[1, 1, 1], block=[256, 1, 1])

host()
"
        ))
    };
    finds(&of("(1, 1)"), &["accepted-but-wrong", "1 values", "atoms of 4 values", "refuses each copy"]);
    assert_eq!(findings(&of("(1, 4)")), Vec::<String>::new());
}

/// CUTLASS 2810: the tiles of tensorop_gemm.py, A with M contiguous, of a program whose numbers come from its command line.
#[test]
fn cutlass_2810_conflicts_of_a_gemm_in_the_dsl_are_told_unasked() {
    let of = |swizzle: &str| {
        python(&format!(
            "import argparse
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp
import cutlass.utils as utils

class Gemm:
    def __init__(self, atom_layout_mnk):
        self.atom_layout_mnk = atom_layout_mnk
        self.tiler = (128, 128, 32)

    @cute.jit
    def __call__(self):
        m, n, k = self.atom_layout_mnk
        op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
        mma = cute.make_tiled_mma(op, cute.make_layout((m, n, k)), permutation_mnk=(m * 16, n * 16, k * 16))
        atom = cute.make_composed_layout(cute.make_swizzle({swizzle}), 0, cute.make_layout((64, 8), stride=(1, 64)))
        layout = cute.tile_to_shape(atom, (128, 32), (0, 1))
        self.kernel(layout, mma).launch(grid=[1, 1, 1], block=[m * n * k * 32, 1, 1])

    @cute.kernel
    def kernel(self, layout: cute.ComposedLayout, mma: cute.TiledMma):
        tidx, _, _ = cute.arch.thread_idx()
        sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, layout, 16)
        copy_atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(True, 4), cutlass.Float16)
        s2r = cute.make_tiled_copy_A(copy_atom, mma)
        thr_s2r = s2r.get_slice(tidx)
        tCsA = thr_s2r.partition_S(sA)
        tCrA = mma.make_fragment_A(mma.get_slice(tidx).partition_A(sA))
        view = thr_s2r.retile(tCrA)
        cute.copy(s2r, tCsA[None, None, 0], view[None, None, 0])

if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--atom_layout_mnk', default=(2, 2, 1))
    args = parser.parse_args()
    gemm = Gemm((2, 2, 1))
    gemm()
"
        ))
    };
    says(&of("3, 3, 3"), "cute.copy(s2r", &["smem read: 4 wavefronts an access, the least"]);
    let coarse = of("3, 3, 4");
    says(&coarse, "cute.copy(s2r", &["ldmatrix.x4", "would do"]);
    finds(&coarse, &["bank-conflict", "Sw<3,3,3>"]);
}

/// CUTLASS 1443: the tiles of the tutorial's sgemm_1, filled and read element by element by 256 threads.
#[test]
fn cutlass_1443_the_copies_and_the_gemm_of_a_tutorial_have_their_verdict_unasked() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void gemm_device(float const* A) {
  __shared__ float smemA[128 * 8];
  auto sA_layout = make_layout(make_shape(Int<128>{}, Int<8>{}));
  Tensor gA = make_tensor(make_gmem_ptr(A), sA_layout);
  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);
  Tensor tAgA = local_partition(gA, make_layout(make_shape(Int<32>{}, Int<8>{})), threadIdx.x);
  Tensor tAsA = local_partition(sA, make_layout(make_shape(Int<32>{}, Int<8>{})), threadIdx.x);
  auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});
  Tensor tCrC = make_tensor<float>(Shape<_8, _8>{});
  copy(tAgA, tAsA);
  gemm(tCsA, tCsA, tCrC);
}
void run(float const* A) { gemm_device<<<1, 256>>>(A); }
",
    );
    let of_copy =
        ["smem written: 1 wavefront an access, the least", "gmem read: 4 sectors an access, the least"];
    says(&fixture, "copy(tAgA", &of_copy);
    says(&fixture, "gemm(tCsA", &["A: smem read: 1 wavefront an access, the least"]);
    assert_eq!(findings(&fixture), Vec::<String>::new());
}

/// CUTLASS 2730: what a tensor is whose shape was marked as dynamic.
#[test]
fn cutlass_2730_a_tensor_with_a_dynamic_mode_keeps_its_static_ones() {
    let fixture = python(
        "import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack

@cute.jit
def test(a: cute.Tensor, m: cutlass.Int32, n: int):
    rows = a.layout
    stride = (cute.assume(cutlass.Int32(a.stride[0]), divby=128 // a.element_type.width), *a.stride[1:])
    b = cute.make_tensor(a.iterator, cute.make_layout((m, n), stride=stride))

def run():
    a = from_dlpack(torch.empty(512, 64, dtype=torch.float16)).mark_compact_shape_dynamic(mode=0)
    test(a, 512, 64)
",
    );
    assert_eq!(values(&fixture, "rows"), ["(?,64):(64,1)"]);
    let made = values(&fixture, "b");
    assert!(made.len() == 1 && made[0].ends_with(":(64,1)"), "{made:?}");
}

/// CUTLASS 3255: a swizzled atom over a shape that is known at run time only.
#[test]
fn cutlass_3255_a_swizzled_atom_fills_a_shape_of_run_time() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f(int n) {
  auto atom = composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(_8{}, _64{}), make_stride(_64{}, _1{})));
  auto layout = tile_to_shape(atom, make_shape(n, _64{}));
}
",
    );
    assert_eq!(values(&fixture, "layout"), ["Sw<3,3,3> o 0 o ((8,ceil_div(n,8)),(64,1)):((64,512),(1,0))"]);
}

/// CUTLASS 2634: the 128-byte swizzle of PTX's figure, over a layout of floats.
#[test]
fn cutlass_2634_a_swizzle_counts_elements() {
    let fixture = python(
        "import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    atom = cute.make_layout((32, 8), stride=(1, 32))
    composed = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, atom)
    meant = cute.make_composed_layout(cute.make_swizzle(3, 2, 3), 0, atom)
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, composed, 128)
    # cute: assert composed(0, 1) == 32
    # cute: assert meant(0, 1) == 36

@cute.jit
def host():
    kernel().launch(grid=[1, 1, 1], block=[32, 1, 1])

host()
",
    );
    let counts = ["it counts elements", "of 4-byte ones Sw\\<3,2,3>"];
    says(&fixture, "composed = ", &counts);
    let found = findings(&fixture);
    assert_eq!(found.len(), 1, "{found:?}");
    finds(&fixture, &["swizzle-unit", "128-byte swizzle", "Sw<3,2,3> o 0 o (32,8):(1,32)"]);
}

/// CUTLASS 3172: ldmatrix that transposes, over atoms of (128,8) and Sw<3,3,4>.
#[test]
fn cutlass_3172_a_swizzled_layout_is_answered_with_one_that_is_free() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t smem[];
  auto atom = composition(Swizzle<3, 3, 4>{}, Layout<Shape<_128, _8>, Stride<_1, _128>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), tile_to_shape(atom, Shape<_128, _32>{}));
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_S(sA);
  Tensor tCrA = thr.retile_D(mma.get_slice(threadIdx.x).partition_fragment_A(sA));
  copy(s2r, tCsA, tCrA);
}
void run() { kernel<<<1, 128>>>(); }
",
    );
    says(&fixture, "copy(s2r", &["ldmatrix.x4"]);
    let unswizzled = fixture.analysis.text.replace("Swizzle<3, 3, 4>", "Swizzle<0, 3, 3>");
    finds(&cuda(&unswizzled), &["bank-conflict", "takes"]);
}

/// CUTLASS 2722: a method of C++ that the DSL does not have.
#[test]
fn cutlass_2722_a_method_that_the_dsl_does_not_have_is_told_with_what_it_has() {
    let fixture = python(
        "import cutlass.cute as cute

@cute.jit
def test():
    layout = cute.make_layout((4, 4), stride=(4, 1))
    inverse = cute.left_inverse(layout)
    meant = cute.composition(inverse, cute.make_layout((8, 2)))
    shaped = inverse.with_shape((8, 2))

test()
",
    );
    finds(
        &fixture,
        &["unknown-name", "no `with_shape`", "cute.composition(layout, cute.make_layout(shape))"],
    );
    assert_eq!(values(&fixture, "inverse"), ["(4,4):(4,1)"]);
    assert_eq!(values(&fixture, "meant"), ["((4,2),2):((4,1),2)"]);
}

/// CUTLASS 1397: tiles of 16 rows out of 10.
#[test]
fn cutlass_1397_a_tile_that_does_not_divide_is_told_with_the_numbers() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void gemm(float const* a, int m, int k) {
  Tensor A = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, Int<1>{}));
  Tensor gA = local_tile(A, make_tile(Int<16>{}, Int<16>{}), make_coord(blockIdx.y, _));
}
void host(float const* a) { gemm<<<1, 32>>>(a, 10, 64); }
",
    );
    finds(&fixture, &["needs-predicate", "covers 1024 of 640", "residue 10"]);
}

/// CUTLASS 2048: parentheses that are no tuple.
#[test]
fn cutlass_2048_a_comma_that_drops_a_size_is_told_with_what_is_left() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto threads = make_layout(make_shape(Int<4>{}, (Int<8>{}, Int<4>{})), make_stride(Int<4>{}, Int<1>{}));
}
",
    );
    assert_eq!(values(&fixture, "threads"), ["(4,4):(4,1)"]);
    finds(&fixture, &["dropped-by-comma", "drops 8", "only the last is left, 4", "make_shape(..)"]);
}

/// CUTLASS 2116 and Mirage 191: what reading tiles of TF32 costs, from the code itself.
#[test]
fn cutlass_2116_and_mirage_191_tiles_of_tf32_have_their_cost_from_the_code() {
    let of = |swizzle: &str| {
        cuda(&format!(
            "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {{
  extern __shared__ tfloat32_t smem[];
  auto atom = composition({swizzle}, Layout<Shape<_32, _8>, Stride<_1, _32>>{{}});
  Tensor sA = make_tensor(make_smem_ptr(smem), tile_to_shape(atom, Shape<_128, _32>{{}}));
  auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{{}}, Layout<Shape<_2,_2>>{{}}, Tile<_32,_32,_8>{{}});
  auto s2r = make_tiled_copy_A(Copy_Atom<UniversalCopy<tfloat32_t>, tfloat32_t>{{}}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_S(sA);
  Tensor tCrA = thr.retile_D(mma.get_slice(threadIdx.x).partition_fragment_A(sA));
  copy(s2r, tCsA, tCrA);
}}
void run() {{ kernel<<<1, 128>>>(); }}
"
        ))
    };
    let asked = of("Swizzle<3, 2, 3>{}");
    says(&asked, "copy(s2r", &["smem read: 2 wavefronts an access, 1 would do", "Sw<2,3,2> in its place"]);
    finds(&asked, &["bank-conflict", "2-way bank conflict", "Sw<2,3,2> in its place takes 1"]);
    says(&of("Swizzle<2, 3, 2>{}"), "copy(s2r", &["smem read: 1 wavefront an access, the least"]);
}

/// Table 2 of the paper on CuTe: Constant, 7:0 to 7:0.
#[test]
fn paper_table_2_a_constant_is_copied_to_one_place() {
    let fixture = cuda("// cute: run copy 7:0 -> 7:0 : f32\n// cute: run copy 7:1 -> 7:0 : f32\n");
    let found = findings(&fixture);
    assert_eq!(found.len(), 1, "{found:?}");
    finds(&fixture, &["run-overlap", "coordinates 0 and 1 share offset 0"]);
}

/// Table 7 of the paper on CuTe: complements of coordinates, without a cotarget. CuTe has none such.
#[test]
fn paper_table_7_coordinates_without_a_cotarget_are_answered_with_the_papers_row() {
    let of = |layout: &str| cuda(&format!("// cute: show complement({layout})\n"));
    finds(&of("(4,8):(e0,e1)"), &["wrong-kind", "such as (4,8)", "(Table 7)", "it is (1,1):(4@0,8@1)"]);
    finds(&of("(4,(4,2)):(e1,(e0,12e1))"), &["such as (4,16)", "it is (1,(3,1)):(4@0,(4@1,24@1))"]);
}

/// A comment behind a `print` without a name, and one behind an integer.
#[test]
fn comments_behind_prints_and_integers_are_held_against_the_code() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto layout = make_layout(make_shape(_4{}, _8{}));
  print(layout);  // (_4,_8):(_8,_1)
  int x = size(layout);  // _17
}
",
    );
    let found = findings(&fixture);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|found| found.starts_with("wrong-comment")), "{found:?}");
}

/// Mirage 566: the layouts of a compiler's message, in the lines that it names. What reads messages is tested with the command line
/// (`explain.rs` there); here is what it finds.
#[test]
fn mirage_566_what_a_template_error_is_about_is_found_in_its_line() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto layout = make_layout(make_shape(Int<4>{}, Int<6>{}, Int<8>{}), make_stride(Int<2>{}, Int<3>{}, Int<5>{}));
  auto tile = composition(layout, make_layout(Int<6>{}));
}
",
    );
    finds(
        &fixture,
        &[
            "shape-divisibility",
            "composition",
            "mode 0",
            "6 elements there are not a multiple of 4",
            "4 and 8",
        ],
    );
    assert_eq!(values(&fixture, "tile"), Vec::<String>::new());
}
