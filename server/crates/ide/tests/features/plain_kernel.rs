//! Plain CUDA kernels: hints of accesses that cost more than they must, and what a hover says of any.

use layoutlens_ide::{
    ActionKind, BenchView, HintKinds, HintOptions, HoverOptions, bench_at, code_actions, edited, hover,
    inlay_hints, kernel_heads,
};

use crate::fixture::{Fixture, cuda};

const TRANSPOSE: &str = "__global__ void transpose(const float* in, float* out, int n) {\n  \
    __shared__ float tile[32][32];\n  \
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n  \
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];\n  \
    __syncthreads();\n  \
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];\n}\n\
    void run(const float* in, float* out, int n) { transpose<<<1, dim3(32, 8)>>>(in, out, n); }\n";

fn labels(fixture: &Fixture, options: &HintOptions) -> Vec<String> {
    let hints = inlay_hints(&fixture.analysis, 0..fixture.analysis.text.len(), options);
    hints.into_iter().map(|hint| hint.label).collect()
}

#[test]
fn an_access_that_costs_more_than_it_must_has_a_hint_and_others_have_none() {
    let fixture = cuda(TRANSPOSE);
    assert_eq!(labels(&fixture, &HintOptions::default()), ["= (32,32):(32,1)", "32 wavefronts for 1"]);
    let padded = cuda(&TRANSPOSE.replace("tile[32][32]", "tile[32][33]"));
    assert_eq!(labels(&padded, &HintOptions::default()), ["= (32,33):(33,1)"]);
    let kinds = HintKinds { accesses: false, ..HintKinds::default() };
    assert_eq!(labels(&fixture, &HintOptions { kinds, ..HintOptions::default() }), [""; 0]);
}

#[test]
fn a_hover_tells_the_layout_the_cost_and_the_condition_of_an_access() {
    let fixture = cuda(TRANSPOSE);
    let at = fixture.analysis.text.find("tile[threadIdx.x]").expect("an access");
    let told = hover(&fixture.analysis, at, HoverOptions::default()).expect("a hover").markdown;
    for part in
        ["32:32", "shared read", "4 bytes a lane", "32 wavefronts for 1", "if blockDim = (32,8)", "bank"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let at = fixture.analysis.text.find("in[y * n").expect("an access");
    let told = hover(&fixture.analysis, at, HoverOptions::default()).expect("a hover").markdown;
    for part in ["32:1", "global read", "4 sectors for 4", "a multiple of 8", "aligned to 256 bytes"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(hover(&fixture.analysis, 3, HoverOptions::default()), None);
}

#[test]
fn rows_that_meet_one_bank_can_be_padded() {
    let fixture = cuda(TRANSPOSE);
    let at = fixture.analysis.text.find("tile[threadIdx.x]").expect("an access");
    let actions = code_actions(&fixture.analysis, &(at..at), &|kind| kind == ActionKind::QuickFix);
    let [action, ..] = actions.as_slice() else { panic!("{actions:?}") };
    assert_eq!(action.title, "pad the rows of `tile` by 1: 1 wavefront for 1 instead of 32");
    let new = edited(&fixture.analysis.text, &action.edits).expect("edits of this text");
    assert_eq!(labels(&cuda(&new), &HintOptions::default()), ["= (32,33):(33,1)"]);
}

#[test]
fn writes_behind_bounds_get_a_guard_whose_branches_a_hover_tells_apart() {
    let text = "__global__ void rows(float* out, int n, int row) {\n  \
        float* own = out + blockIdx.y * row;\n  int at = threadIdx.x * 4;\n  \
        for (int j = 0; j < 4; ++j) if (at + j < n) own[at + j] = j;\n}\n";
    let fixture = cuda(text);
    assert_eq!(labels(&fixture, &HintOptions::default()), ["16 sectors for 4"]);
    let at = text.find("own[at + j]").expect("an access");
    let actions = code_actions(&fixture.analysis, &(at..at), &|kind| kind == ActionKind::QuickFix);
    let [action] = actions.as_slice() else { panic!("{actions:?}") };
    assert_eq!(
        action.title,
        "write 4 elements of `out` at once where all are within bounds and their address is aligned: \
         16 sectors for 16 instead of 64"
    );
    let new = edited(text, &action.edits).expect("edits of this text");
    let guarded = cuda(&new);
    assert_eq!(labels(&guarded, &HintOptions::default()), [""; 0]);
    let told = |at: &str| {
        let at = new.find(at).expect("an access");
        hover(&guarded.analysis, at, HoverOptions::default()).expect("a hover").markdown
    };
    let (wide, narrow) = (told("*reinterpret_cast<Four*>"), told("own[at + j] ="));
    assert!(wide.contains("16 bytes a lane") && wide.contains("**16 sectors for 16**"), "{wide}");
    assert!(
        narrow.contains("16 sectors for 4") && narrow.contains("where the guard of the other branch fails"),
        "{narrow}"
    );
}

#[test]
fn the_head_of_a_kernel_sums_up_its_accesses() {
    let told = |text: &str| -> Vec<(usize, String)> {
        kernel_heads(&cuda(text).analysis).into_iter().map(|head| (head.offset, head.title)).collect()
    };
    assert_eq!(told(TRANSPOSE), [(0, "4 accesses, 1 costs more: 32 wavefronts for 1".to_owned())]);
    let mended = TRANSPOSE.replace("tile[32][32]", "tile[32][33]").replace("__global__", "static __global__");
    assert_eq!(told(&mended), [(0, "4 accesses, none costs more than it must".to_owned())]);
    let data = "__global__ void k(const int* at, float* out) { out[at[threadIdx.x]] = 0; out[4 * threadIdx.x] = 0; }";
    assert_eq!(told(data), [(0, "3 accesses, 1 costs more: 16 sectors for 4; 1 not known".to_owned())]);
    assert_eq!(told("__global__ void k(int n) { }"), []);
}

/// The text after the action whose title begins so.
fn rewritten(text: &str, at: &str, title: &str) -> Option<String> {
    let fixture = cuda(text);
    let at = fixture.analysis.text.find(at).expect("an access");
    let actions = code_actions(&fixture.analysis, &(at..at), &|kind| kind == ActionKind::Rewrite);
    let action = actions.into_iter().find(|action| action.title.starts_with(title))?;
    edited(&fixture.analysis.text, &action.edits)
}

#[test]
fn an_access_becomes_a_statement_that_shows_its_layout_and_its_cost() {
    let new = rewritten(TRANSPOSE, "tile[threadIdx.x]", "as a CuTe layout").expect("an action");
    assert!(new.contains("  // cute: show bank_conflicts(32:32, u32)\n  out[y * n + x]"), "{new}");
    let shown = labels(&cuda(&new), &HintOptions::default());
    assert!(shown.iter().any(|label| label.contains("32-way bank conflict")), "{shown:?}");
    let new = rewritten(TRANSPOSE, "in[y * n", "as a CuTe layout").expect("an action");
    assert!(new.contains("// cute: show sectors(32:1, u32)"), "{new}");
    let symbolic = "__global__ void k(float* a, int n) { a[threadIdx.x * n] = 0; }";
    assert_eq!(rewritten(symbolic, "a[thread", "as a CuTe layout"), None);
}

#[test]
fn an_array_becomes_a_tensor_whose_layout_the_code_has() {
    let new =
        rewritten(TRANSPOSE, "tile[threadIdx.x]", "use `tile` through a CuTe tensor").expect("an action");
    for part in [
        "#include <cute/tensor.hpp>\n",
        "auto tile_tensor = cute::make_tensor(cute::make_smem_ptr(&tile[0][0]), ",
        "tile_tensor(threadIdx.y, threadIdx.x) = in[y * n + x];",
        "out[y * n + x] = tile_tensor(threadIdx.x, threadIdx.y);",
    ] {
        assert!(new.contains(part), "{part}: {new}");
    }
    let fixture = cuda(&new);
    let at = new.find("tile_tensor =").expect("a tensor");
    let told = hover(&fixture.analysis, at, HoverOptions::default()).expect("a hover").markdown;
    assert!(told.contains("tile_tensor = (32,32):(32,1)") && told.contains("smem"), "{told}");
    let given_away = TRANSPOSE.replace("__syncthreads();", "clear(tile);");
    assert_eq!(rewritten(&given_away, "tile[threadIdx.x]", "use `tile`"), None);
}

#[test]
fn a_hover_draws_the_lanes_over_banks_or_sectors_where_pictures_are_shown() {
    let fixture = cuda(TRANSPOSE);
    let options = HoverOptions { images: true, ..HoverOptions::default() };
    let is_drawn = |place: &str| {
        let at = fixture.analysis.text.find(place).expect("an access");
        let told = hover(&fixture.analysis, at, options).expect("a hover").markdown;
        let is_drawn = told.contains("](data:image/svg+xml;base64,");
        assert_eq!(is_drawn, !told.contains("lane    "), "{told}");
        is_drawn
    };
    assert!(is_drawn("tile[threadIdx.y]") && is_drawn("in[y * n"));
    // Of 32 rows a hover has no room for a picture that can be read.
    assert!(!is_drawn("tile[threadIdx.x]"));
}

#[test]
fn a_bench_follows_an_access() {
    let fixture = cuda(TRANSPOSE);
    let bench = |place: &str| {
        let at = fixture.analysis.text.find(place).expect("an access");
        bench_at(&fixture.analysis, at, None, &BenchView::default()).ok()
    };
    let of_access = bench("tile[threadIdx.x]").expect("a bench");
    assert_eq!(of_access.expression.as_deref(), Some("bank_conflicts(32:32, u32)"));
    assert_eq!(of_access.value, "32-way bank conflict: 32 wavefronts for 1");
    assert_eq!(of_access.condition.as_deref(), Some("if blockDim = (32,8)"));
    assert_eq!(of_access.notes[0], "shared read of tile[threadIdx.x][threadIdx.y]");
    assert!(of_access.picture.is_ok() && of_access.phases.is_some());
    // In front of the first access of a line.
    let of_line = bench("  tile[threadIdx.y]").expect("a bench");
    assert_eq!(of_line.expression.as_deref(), Some("bank_conflicts(32:1, u32)"));
    assert!(bench("__syncthreads").is_none());
}

const FRAGMENTS: &str = r#"__global__ void k(float* out) {
  __shared__ unsigned short a[16][24];
  unsigned r[4], b[2]; float c[4];
  int lane = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&a[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  r[0] = *(unsigned*)&a[lane / 4][lane % 4 * 2];
  r[1] = *(unsigned*)&a[lane / 4 + lane % 32 / 24 * 2][lane % 4 * 2];
  r[2] = *(unsigned*)&a[lane % 4][lane / 4 * 2];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
    : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(b[0]), "r"(b[1]));
  *(float2*)&out[lane / 4 * 64 + lane % 4 * 2] = make_float2(c[0], c[1]);
}
void f(float* a) { k<<<1, 32>>>(a); }
"#;

#[test]
fn an_access_is_held_against_the_fragments_of_the_instructions_that_the_file_spells() {
    let fixture = cuda(FRAGMENTS);
    let told = |place: &str| {
        let at = fixture.analysis.text.find(place).expect("an access");
        let told = hover(&fixture.analysis, at, HoverOptions::default()).expect("a hover").markdown;
        told.lines().find(|line| line.starts_with("Lanes are")).unwrap_or_default().to_owned()
    };
    let of = |operands: &str, bytes: u32| {
        format!(
            "Lanes are those of the {operands} fragment of `SM80_16x8x16_F32F16F16F32_TN`, of a matrix with {bytes} bytes \
             from line to line."
        )
    };
    assert_eq!(told("ldmatrix.sync"), of("A", 48));
    assert_eq!(told("*(unsigned*)&a[lane / 4]["), of("A and B", 48));
    assert_eq!(told("*(float2*)&out"), of("C", 256));
    assert_eq!(
        told("*(unsigned*)&a[lane / 4 + "),
        "Lanes are those of the A and B fragment of `SM80_16x8x16_F32F16F16F32_TN` up to lane 24: that is at byte 384 and would be \
         at 288, with 48 bytes from line to line."
    );
    assert_eq!(told("*(unsigned*)&a[lane % 4]"), "");
}

/// The accumulators of a warpgroup, written as they are and as halves.
const ACCUMULATORS: &str = r#"__global__ void k(float* out, __half* halves) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32; float d[8];
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1, 1, 1, 0, 0;"
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b));
  *(float2*)&out[(warp * 16 + lane / 4) * 64 + lane % 4 * 2] = make_float2(d[0], d[1]);
  *(__half2*)&halves[(warp * 16 + lane / 4) * 64 + lane % 4 * 2] = __floats2half2_rn(d[0], d[1]);
  *(float2*)&out[(warp * 16 + lane % 8) * 64 + lane / 8 * 2] = make_float2(d[0], d[1]);
}
void f(float* a, __half* b) { k<<<1, 128>>>(a, b); }
"#;

#[test]
fn stores_of_accumulators_of_a_warpgroup_are_held_against_their_layout() {
    let fixture = cuda(ACCUMULATORS);
    let told = |place: &str| {
        let at = fixture.analysis.text.find(place).expect("an access");
        let told = hover(&fixture.analysis, at, HoverOptions::default()).expect("a hover").markdown;
        told.lines().filter(|line| line.starts_with("Lanes are")).map(str::to_owned).collect::<Vec<_>>()
    };
    let of = |operand: &str, bytes: u32| {
        format!(
            "Lanes are those of the {operand} fragment of `SM90_64x16x16_F32F16F16_SS`, of a matrix with {bytes} bytes from line to \
             line."
        )
    };
    assert_eq!(told("*(float2*)&out[(warp * 16 + lane / 4)"), [of("C", 256)]);
    assert_eq!(told("*(__half2*)&halves"), [of("C (as 16 bits)", 128)]);
    assert_eq!(told("*(float2*)&out[(warp * 16 + lane % 8)"), [""; 0]);
}

#[test]
fn a_copy_from_global_to_global_memory_becomes_a_run_statement() {
    let copy = "__global__ void turn(const float* in, float* out) {\n  \
        int x = threadIdx.x, y = blockIdx.x;\n  \
        out[x * 64 + y] = in[y * 32 + x];\n}\n\
        void f(const float* in, float* out) { turn<<<64, 32>>>(in, out); }\n";
    for at in ["out[x", "in[y"] {
        let new = rewritten(copy, at, "run the copy of a warp").expect("an action");
        assert!(new.contains("  // cute: run copy 32:1 -> 32:64 : f32\n  out[x * 64"), "{new}");
    }
    let not = |from: &str, to: &str| rewritten(&copy.replace(from, to), "out[", "run the copy").is_none();
    assert!(not("= in[y * 32 + x];", "= 2 * in[y * 32 + x];"));
    assert!(not("= in[y * 32 + x];", "= in[y * 32 + x] + 1;"));
    assert!(not("out[x * 64 + y]", "out[x / 2]"));
    assert!(not("const float* in", "const double* in"));
}
