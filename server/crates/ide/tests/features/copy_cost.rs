//! A copy or a GEMM of the code says what its accesses to memory cost.

use layoutlens_ide::{HintOptions, HoverOptions, diagnostics, hover, inlay_hints};

use crate::fixture::{Fixture, cuda, python};

/// The hover at the beginning of the last `part`.
fn hover_on(fixture: &Fixture, part: &str) -> String {
    let offset = fixture.analysis.text.rfind(part).expect(part);
    hover(&fixture.analysis, offset, HoverOptions::default()).expect(part).markdown
}

#[track_caller]
fn says(fixture: &Fixture, part: &str, all: &[&str]) {
    let markdown = hover_on(fixture, part);
    for said in all {
        assert!(markdown.contains(said), "{said}\n-- is not in --\n{markdown}");
    }
}

/// The messages of all findings.
fn findings(fixture: &Fixture) -> Vec<String> {
    let found = diagnostics(&fixture.analysis);
    found.into_iter().map(|found| format!("{}: {}", found.code, found.message)).collect()
}

/// A tile of halves of this layout, filled by cp.async and read by ldmatrix.
fn by_ldmatrix(layout: &str) -> Fixture {
    cuda(&format!(
        "#include <cute/tensor.hpp>
using namespace cute;
template <class SA>
__global__ void kernel(half_t const* a, SA layout) {{
  extern __shared__ half_t smem[];
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{{}}, Layout<Shape<_2,_2>>{{}}, Tile<_32,_32,_16>{{}});
  Tensor sA = make_tensor(make_smem_ptr(smem), layout);
  Tensor gA = make_tensor(make_gmem_ptr(a), make_layout(Shape<_128,_64>{{}}, Stride<_64,_1>{{}}));
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{{}},
                             Layout<Shape<_16,_8>, Stride<_8,_1>>{{}}, Layout<Shape<_1,_8>>{{}});
  auto thr_g2s = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr_g2s.partition_S(gA);
  Tensor tAsA = thr_g2s.partition_D(sA);
  copy(g2s, tAgA, tAsA);
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{{}}, mma);
  auto thr_s2r = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr_s2r.partition_S(sA);
  Tensor tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  Tensor view = thr_s2r.retile_D(tCrA);
  for (int k = 0; k < 4; ++k) {{
    copy(s2r, tCsA(_, _, k), view(_, _, k));
  }}
}}
void run(half_t const* a) {{ kernel<<<1, 128>>>(a, {layout}); }}
"
    ))
}

#[test]
fn ldmatrix_of_an_unswizzled_tile_takes_eight_times_the_wavefronts() {
    let fixture = by_ldmatrix("make_layout(Shape<_128,_64>{}, Stride<_64,_1>{})");
    says(
        &fixture,
        "copy(s2r",
        &[
            "smem read: 32 wavefronts an access, 4 would do",
            "ldmatrix.x4: 16 bytes a lane",
            "of each of 4 warps",
            "8-way bank conflict: threads 0..7: 8 words of bank 0",
            "Sw<3,3,3> over it takes the least",
            "a leading dimension of 72 for 64 takes the least",
        ],
    );
    let found = findings(&fixture);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("bank-conflict: an access of a warp to shared memory takes 32 wavefronts"));
    assert!(found[0].contains("Sw<3,3,3> o 0 o (128,64):(64,1)"), "{found:?}");
}

#[test]
fn a_swizzled_tile_takes_the_least_by_cp_async_and_by_ldmatrix() {
    let fixture = by_ldmatrix(
        "tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{}), Shape<_128,_64>{})",
    );
    says(&fixture, "copy(s2r", &["smem read: 4 wavefronts an access, the least"]);
    says(
        &fixture,
        "copy(g2s",
        &[
            "smem written is not counted: what comes past the L1 cache",
            "gmem read: 16 sectors an access, the least",
        ],
    );
    assert_eq!(findings(&fixture), Vec::<String>::new());
    let fixture = cuda(&fixture.analysis.text.replace("CACHEGLOBAL", "CACHEALWAYS"));
    says(
        &fixture,
        "copy(g2s",
        &["smem written: 4 wavefronts an access, the least", "gmem read: 16 sectors an access, the least"],
    );
    assert_eq!(findings(&fixture), Vec::<String>::new());
}

/// Measured on an H200: what cp.async.cg writes takes as long with conflicts as without, and Nsight Compute counts none.
#[test]
fn what_is_copied_past_the_l1_cache_has_no_bank_conflicts() {
    // Four threads a row, of which eight lanes have two.
    let of = |cache: &str| {
        let fixture = by_ldmatrix(
            "tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{}), Shape<_128,_64>{})",
        );
        let text = fixture
            .analysis
            .text
            .replace("Layout<Shape<_16,_8>, Stride<_8,_1>>{}", "Layout<Shape<_32,_4>, Stride<_4,_1>>{}");
        findings(&cuda(&text.replace("CACHEGLOBAL", cache)))
    };
    assert_eq!(of("CACHEGLOBAL"), Vec::<String>::new());
    let found = of("CACHEALWAYS");
    assert!(found.len() == 1 && found[0].contains("takes 8 wavefronts where 4 would do"), "{found:?}");
    let of = |mode: &str| {
        findings(&python(&format!(
            "import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp({mode}), cutlass.Float32, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 1)), cute.make_layout((1, 4)))
    thread = copy.get_slice(tidx)
    cute.copy(copy, thread.partition_S(mA), thread.partition_D(tile))

@cute.jit
def host():
    a = cute.make_rmem_tensor(cute.make_layout((32, 32), stride=(32, 1)), cutlass.Float32)
    kernel(a).launch(grid=[1, 1, 1], block=[32, 1, 1])

host()
"
        )))
    };
    assert_eq!(of("cache_mode=cpasync.LoadCacheMode.GLOBAL"), Vec::<String>::new());
    assert_eq!(of("cache_mode=cpasync.LoadCacheMode.ALWAYS").len(), 1);
    assert_eq!(of("").len(), 1);
}

#[test]
fn a_swizzle_that_is_too_coarse_is_told_with_one_in_its_place() {
    let fixture = by_ldmatrix(
        "tile_to_shape(composition(Swizzle<3,4,3>{}, Layout<Shape<_8,_64>, Stride<_64,_1>>{}), Shape<_128,_64>{})",
    );
    let found = findings(&fixture);
    assert!(found.iter().any(|found| found.contains("Sw<3,3,3> in its place takes 4")), "{found:?}");
}

#[test]
fn a_copy_without_an_atom_says_how_wide_it_is_and_why_not_wider() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ float tile[32 * 36];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32,_32>, Stride<_1,_34>>{});
  Tensor row = local_partition(s, Layout<Shape<_32,_1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
}
void run() { kernel<<<1, 32>>>(); }
",
    );
    says(
        &fixture,
        "copy(row",
        &[
            "1 element at a time (32 bits)",
            "no two elements in common that are side by side",
            "smem read: 1 wavefront an access, the least",
        ],
    );
}

/// The classic: a block of 16x16 threads multiplies tiles of 128x8 that lie row by row.
#[test]
fn a_gemm_of_tiles_in_shared_memory_says_what_reading_them_costs() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void sgemm() {
  __shared__ float smemA[128 * 8];
  __shared__ float smemB[128 * 8];
  auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
  Tensor sA = make_tensor(make_smem_ptr(smemA), make_layout(make_shape(Int<128>{}, Int<8>{}), LayoutRight{}));
  Tensor sB = make_tensor(make_smem_ptr(smemB), make_layout(make_shape(Int<128>{}, Int<8>{}), LayoutRight{}));
  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});
  Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step<X, _1>{});
  Tensor tCrC = make_tensor<float>(Shape<_8, _8>{});
  gemm(tCsA, tCsB, tCrC);
}
void run() { sgemm<<<1, 256>>>(); }
",
    );
    says(
        &fixture,
        "gemm(tCsA",
        &[
            "A: smem read by ld/st: 4 bytes a lane, 8 accesses of each of 8 warps",
            "A: 4-way bank conflict",
            "B: 1 wavefront an access, the least",
            "B: smem read by ld/st: 4 bytes a lane, 8 accesses of each of 8 warps",
            "TN GEMM (Table 3",
        ],
    );
    // What does not fit into the heading is left out at its end: the list below it has all.
    let markdown = hover_on(&fixture, "gemm(tCsA");
    let heading = markdown.lines().nth(1).unwrap_or_default();
    assert!(
        heading.starts_with("A: ") && heading.ends_with('…') && heading.matches('…').count() == 1,
        "{heading}"
    );
}

/// Table 3 of the paper: which GEMM the operands of a block are those of.
#[test]
fn row_36_the_gemm_of_the_papers_table_is_named() {
    for (order, name) in [("LayoutLeft", "NT GEMM (Table 3"), ("LayoutRight", "TN GEMM (Table 3")] {
        let fixture = cuda(&format!(
            "#include <cute/tensor.hpp>
using namespace cute;
__global__ void sgemm() {{
  __shared__ float smemA[128 * 8];
  __shared__ float smemB[64 * 8];
  auto tC = make_layout(make_shape(Int<16>{{}}, Int<16>{{}}));
  Tensor sA = make_tensor(make_smem_ptr(smemA), make_layout(make_shape(Int<128>{{}}, Int<8>{{}}), {order}{{}}));
  Tensor sB = make_tensor(make_smem_ptr(smemB), make_layout(make_shape(Int<64>{{}}, Int<8>{{}}), {order}{{}}));
  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{{}});
  Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step<X, _1>{{}});
  Tensor tCrC = make_tensor<float>(Shape<_8, _4>{{}});
  gemm(tCsA, tCsB, tCrC);
}}
void run() {{ sgemm<<<1, 256>>>(); }}
",
        ));
        says(&fixture, "gemm(tCsA", &[name]);
    }
}

/// A kernel whose threads each read a row of a tile of floats with so many floats from row to row: that of `index`, which may name
/// the parameter `n`.
fn rows_of(stride: i64, index: &str, launch: &str) -> Fixture {
    cuda(&format!(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(int n) {{
  __shared__ float tile[32 * 36];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32,_32>, Stride<Int<{stride}>,_1>>{{}});
  Tensor row = local_partition(s, Layout<Shape<_32,_1>>{{}}, {index});
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
}}
{launch}
"
    ))
}

/// One warp runs it.
const ONE_WARP: &str = "void run() { kernel<<<1, 32>>>(0); }";

#[test]
fn nothing_is_said_of_an_index_that_is_not_the_threads_own() {
    for (index, count) in [("threadIdx.x / 32", 0), ("n", 0), ("threadIdx.x", 1), ("threadIdx.x % 32", 1)] {
        let fixture = rows_of(32, index, ONE_WARP);
        assert_eq!(findings(&fixture).len(), count, "{index}: {:?}", findings(&fixture));
    }
}

/// A tile of halves in the DSL, read by ldmatrix.
fn in_the_dsl(layout: &str) -> Fixture {
    python(&format!(
        "import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp
import cutlass.utils as utils

@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, {layout}, 16)
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    s2r = cute.make_tiled_copy_A(atom, mma)
    thr_s2r = s2r.get_slice(tidx)
    tCsA = thr_s2r.partition_S(sA)
    tCrA = mma.make_fragment_A(mma.get_slice(tidx).partition_A(sA))
    view = thr_s2r.retile(tCrA)
    cute.copy(s2r, tCsA[None, None, 0], view[None, None, 0])

@cute.jit
def host():
    kernel().launch(grid=[1, 1, 1], block=[128, 1, 1])

host()
"
    ))
}

#[test]
fn the_dsl_says_the_same() {
    let fixture = in_the_dsl("cute.make_layout((128, 64), stride=(64, 1))");
    says(&fixture, "cute.copy(s2r", &["smem read: 32 wavefronts an access, 4 would do", "Sw<3,3,3> over it"]);
    let found = findings(&fixture);
    assert!(found.iter().any(|found| found.starts_with("bank-conflict: ")), "{found:?}");
    let swizzled = "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))";
    let fixture = in_the_dsl(swizzled);
    says(&fixture, "cute.copy(s2r", &["smem read: 4 wavefronts an access, the least"]);
    assert_eq!(findings(&fixture), Vec::<String>::new());
}

/// The DSL asks the types of pointers how they are aligned: how wide `autovec_copy` is is supposed, and nobody is warned.
#[test]
fn what_rests_on_how_pointers_are_aligned_is_said_and_nobody_is_warned() {
    let of = |stride: i64, copy: &str| {
        python(&format!(
            "import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=({stride}, 1)), 16)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=32)
    by_rows = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 1)), cute.make_layout((1, 32)))
    row = by_rows.get_slice(tidx).partition_S(tile)
    mine = cute.make_fragment_like(row)
    cute.{copy}(row, mine)

@cute.jit
def host():
    kernel().launch(grid=[1, 1, 1], block=[32, 1, 1])

host()
"
        ))
    };
    let supposed = of(32, "autovec_copy");
    let expected = &["if both pointers are aligned to 16 bytes", "32 wavefronts an access, 4 would do"];
    says(&supposed, "cute.autovec_copy", expected);
    assert_eq!(findings(&supposed), Vec::<String>::new());
    // Rows of 34 floats are not aligned so: the DSL takes less at a time.
    let unaligned = of(34, "autovec_copy");
    assert_eq!(findings(&unaligned), Vec::<String>::new());
    assert!(!hover_on(&unaligned, "cute.autovec_copy").contains("misaligned"));
    // An element at a time, however they are aligned.
    let certain = of(32, "basic_copy");
    assert_eq!(findings(&certain).len(), 1, "{:?}", findings(&certain));
}

/// CuTe takes pointers of static layouts to be aligned to 128 bits.
#[test]
fn a_copy_that_is_wider_than_its_rows_are_aligned_faults() {
    let rows = |stride: i64| findings(&rows_of(stride, "threadIdx.x", ONE_WARP));
    let found = rows(34);
    assert!(found[0].starts_with("misaligned-access: ld/st accesses 16 aligned bytes a lane"), "{found:?}");
    assert!(found[0].contains("thread 1 byte 136"), "{found:?}");
    assert_eq!(rows(36), Vec::<String>::new());
}

/// A block of these threads reads a row of a tile of floats for each `index`; what is warned of, and the hints for it.
fn rows_by(index: &str, launch: &str) -> (Vec<String>, Vec<String>, Fixture) {
    let fixture = rows_of(32, index, launch);
    let all = 0..fixture.analysis.text.len();
    let hints = inlay_hints(&fixture.analysis, all, &HintOptions::default());
    let hints =
        hints.into_iter().map(|hint| hint.label).filter(|label| label.contains("wavefront")).collect();
    (findings(&fixture), hints, fixture)
}

#[test]
fn the_threads_of_a_warp_are_those_of_the_launch() {
    let of = |index: &str, launch: &str| {
        let (found, hints, _) = rows_by(index, launch);
        assert_eq!(found.len(), hints.len(), "{found:?} {hints:?}");
        hints.first().cloned().unwrap_or_default()
    };
    assert_eq!(of("threadIdx.x", "void run() { kernel<<<1, 32>>>(0); }"), "32 wavefronts, 4 would do");
    // Half a warp, and a row of 8: in each phase there are 8 lanes.
    assert_eq!(of("threadIdx.x", "void run() { kernel<<<1, 16>>>(0); }"), "16 wavefronts, 2 would do");
    assert_eq!(of("threadIdx.x", "void run() { kernel<<<1, dim3(8, 4)>>>(0); }"), "");
    let both = "threadIdx.x + threadIdx.y * blockDim.x";
    assert_eq!(of(both, "void run() { kernel<<<1, dim3(8, 4)>>>(0); }"), "32 wavefronts, 4 would do");
    assert_eq!(of("threadIdx.y", "void run() { kernel<<<1, dim3(32, 32)>>>(0); }"), "");
}

#[test]
fn what_rests_on_a_launch_that_is_not_seen_is_said_and_nobody_is_warned() {
    let (found, hints, fixture) = rows_by("threadIdx.x", "");
    assert_eq!((found, hints), (Vec::new(), Vec::new()));
    says(
        &fixture,
        "copy(row",
        &["32 wavefronts an access, 4 would do", "if the block's threads are counted by x"],
    );
    // The 64 threads behind those of the tiled copy.
    let wide = by_ldmatrix("make_layout(Shape<_128,_64>{}, Stride<_64,_1>{})")
        .analysis
        .text
        .replace("1, 128>", "1, 192>");
    let fixture = cuda(&wide);
    assert_eq!(findings(&fixture), Vec::<String>::new());
    says(&fixture, "copy(s2r", &["if threads behind the last part do nothing"]);
}

#[test]
fn what_is_allowed_has_no_hint() {
    let index = "threadIdx.x);\n  // cute: allow(bank-conflict)\n  copy(row, make_tensor<float>(shape(row))";
    let launch = "void run() { kernel<<<1, 32>>>(0); }";
    let (found, hints, _) = rows_by(index, launch);
    assert_eq!((found.len(), hints.len()), (1, 1), "the second copy has one, the first has none");
}

#[test]
fn where_some_threads_may_be_missing_nobody_is_warned() {
    let of = |around: &str, behind: &str| {
        let fixture = cuda(&format!(
            "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(int n) {{
  __shared__ float tile[32 * 32];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32,_32>, Stride<_32,_1>>{{}});
  Tensor row = local_partition(s, Layout<Shape<_32,_1>>{{}}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  {around} copy(row, mine); {behind}
}}
void run(int n) {{ kernel<<<1, 32>>>(n); }}
"
        ));
        findings(&fixture).len()
    };
    assert_eq!(of("", ""), 1);
    assert_eq!(of("for (int i = 0; i < n; ++i) {", "}"), 1);
    assert_eq!(of("while (n > 0) {", "}"), 1);
    assert_eq!(of("if (blockIdx.x >= n) return;", ""), 1);
    assert_eq!(of("if (threadIdx.x < 4) {", "}"), 0);
    assert_eq!(of("if (threadIdx.x >= 4) return;", ""), 0);
    assert_eq!(of("int lane = threadIdx.x % 32; if (lane > 4) return;", ""), 0);
}

/// As in sgemm_1: one kernel, launched for tiles of two orders.
#[test]
fn a_conflict_of_some_launches_is_told_with_who_launches_it() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
template <class TA>
__global__ void kernel(float const* a, TA threads) {
  __shared__ float smem[128 * 8];
  Tensor gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_128,_8>, Stride<_8,_1>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_128,_8>>{});
  Tensor tAgA = local_partition(gA, threads, threadIdx.x);
  Tensor tAsA = local_partition(sA, threads, threadIdx.x);
  copy(tAgA, tAsA);
}
void gemm_nt(float const* a) { kernel<<<1, 256>>>(a, Layout<Shape<_32,_8>>{}); }
void gemm_tn(float const* a) { kernel<<<1, 256>>>(a, Layout<Shape<_32,_8>, Stride<_8,_1>>{}); }
void gemm(char transposed, float const* a) {
  if (transposed == 'T') {
    gemm_tn(a);
  } else {
    gemm_nt(a);
  }
}
",
    );
    let found = findings(&fixture);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("takes 8 wavefronts where 1 would do"), "{found:?}");
    assert!(found[0].ends_with("; as it is called by `gemm_tn`"), "{found:?}");
}

/// A tile of halves whose operands wgmma reads by descriptors.
fn by_wgmma(layout: &str) -> Fixture {
    cuda(&format!(
        "#include <cute/tensor.hpp>
using namespace cute;
template <class SA>
__global__ void kernel(SA layout) {{
  extern __shared__ half_t smem[];
  Tensor sA = make_tensor(make_smem_ptr(smem), layout);
  auto mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{{}});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr.make_fragment_A(thr.partition_A(sA));
  Tensor tCrB = thr.make_fragment_B(thr.partition_B(sA));
  Tensor acc = partition_fragment_C(mma, Shape<_128, _128>{{}});
  gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), acc);
}}
void run() {{ kernel<<<1, 128>>>({layout}); }}
"
    ))
}

#[test]
fn operands_of_wgmma_say_their_swizzle_mode() {
    let canonical = by_wgmma("tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{})");
    says(
        &canonical,
        "gemm(mma",
        &[
            "A: 128-byte swizzle, canonical K-major layout",
            "B: 128-byte swizzle, canonical K-major layout",
            "wgmma reads 2048 bytes an instruction",
            "layout type 1 (128-byte swizzle), leading byte offset 16, stride byte offset 1024",
        ],
    );
    let plain = by_wgmma("make_layout(Shape<_128, _64>{}, Stride<_64, _1>{})");
    says(&plain, "gemm(mma", &["A: no canonical K-major layout", "no descriptor: "]);
}

/// A tile of halves with rows of so many, which TMA loads.
fn by_tma(columns: i64, atom: &str) -> Fixture {
    cuda(&format!(
        "#include <cute/tensor.hpp>
using namespace cute;
template <class Tma, class Layout>
__global__ void kernel(Tma tma, Layout layout) {{
  extern __shared__ half_t smem[];
  uint64_t barrier;
  Tensor mA = tma.get_tma_tensor(make_shape(1024, 512));
  Tensor gA = local_tile(mA, Shape<_128, Int<{columns}>>{{}}, make_coord(0, 0));
  Tensor sA = make_tensor(make_smem_ptr(smem), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{{}}, Layout<_1>{{}}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  copy(tma.with(barrier), tAgA, tAsA);
}}
void run(half_t const* a) {{
  auto layout = {atom};
  Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(1024, 512), make_stride(512, _1{{}}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{{}}, mA, layout, Shape<_128, Int<{columns}>>{{}});
  kernel<<<1, 128>>>(tma, layout);
}}
"
    ))
}

#[test]
fn a_tma_copy_says_its_boxes_and_what_the_driver_refuses() {
    let swizzled = by_tma(64, "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{})");
    says(
        &swizzled,
        "copy(tma.with",
        &["TMA: 1 box of 64 x 128 elements, 16384 bytes each, 128-byte swizzle", "128 bytes a row"],
    );
    let narrow = by_tma(16, "make_layout(Shape<_128, _16>{}, Stride<_16, _1>{})");
    says(&narrow, "copy(tma.with", &["TMA: 1 box of 16 x 128 elements, 4096 bytes each, no swizzle"]);
    let short = by_tma(4, "make_layout(Shape<_128, _4>{}, Stride<_4, _1>{})");
    says(
        &short,
        "copy(tma.with",
        &["the tensor map cannot be made: a row of the box has 8 bytes, no multiple of 16"],
    );
}

#[test]
fn a_copy_in_code_that_nothing_calls_says_what_it_would_cost() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
template <int kBlockM, class Element>
__global__ void kernel(Element const* a) {
  extern __shared__ Element smem[];
  using SmemLayout = Layout<Shape<Int<kBlockM>, _64>, Stride<_64, _1>>;
  Tensor sA = make_tensor(make_smem_ptr(smem), SmemLayout{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  Tensor tCsA = thr.partition_S(sA);
  Tensor tCrA = thr.retile_D(mma.get_slice(threadIdx.x).partition_fragment_A(sA));
  copy(s2r, tCsA, tCrA);
}
",
    );
    says(
        &fixture,
        "copy(s2r",
        &["If `kBlockM = 128`, `Element = half_t`", "32 wavefronts an access, 4 would do"],
    );
    assert_eq!(findings(&fixture), Vec::<String>::new());
}

#[test]
fn what_is_not_counted_says_why() {
    let fixture = rows_of(32, "n", ONE_WARP);
    says(&fixture, "copy(row", &["not counted", "the index of the thread must be made of `threadIdx`"]);
}

#[test]
fn a_gemm_says_first_how_often_it_issues_its_instruction() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor tile = make_tensor(make_gmem_ptr((half_t*)nullptr), make_layout(Shape<_128,_32>{}));
  Tensor tCrA = thr.partition_fragment_A(tile);
  Tensor tCrB = thr.partition_fragment_B(tile);
  Tensor tCrC = partition_fragment_C(mma, Shape<_128,_128>{});
  gemm(mma, tCrA, tCrB, tCrC);
}
",
    );
    let markdown = hover_on(&fixture, "gemm(mma");
    let first = "4 x 8 x 2 (M x N x K) of SM80_16x8x16_F32F16F16F32_TN; A: in registers; B: in registers";
    assert!(markdown.contains(first), "{markdown}");
}
