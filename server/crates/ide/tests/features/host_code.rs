//! Hints and hovers of code without annotations.

use layoutlens_ide::{HintKinds, HintOptions, HoverOptions, hover, inlay_hints};

use crate::fixture::{Fixture, cuda, python};

/// The lines that have a hint, each with it.
fn hinted(fixture: &Fixture, kinds: HintKinds) -> Vec<String> {
    let text = &fixture.analysis.text;
    let options = HintOptions { kinds, ..HintOptions::default() };
    let hints = inlay_hints(&fixture.analysis, 0..text.len(), &options);
    let line = |offset: usize| text[..offset].rsplit('\n').next().unwrap_or_default().trim().to_owned();
    hints.iter().map(|hint| format!("{}  «{}»", line(hint.offset), hint.label)).collect()
}

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    check_kinds(code, HintKinds::default(), expected);
}

#[track_caller]
fn check_kinds(code: &str, kinds: HintKinds, expected: &[&str]) {
    assert_eq!(hinted(&cuda(&with_header(code)), kinds), expected, "{code}");
}

fn with_header(code: &str) -> String {
    format!("#include <cute/tensor.hpp>\nusing namespace cute;\n{code}")
}

#[track_caller]
fn check_hover(code: &str, expected: &str) {
    let fixture = cuda(&with_header(code));
    let hover = hover(&fixture.analysis, fixture.cursor, HoverOptions::default()).expect("a hover");
    assert!(hover.markdown.starts_with(expected), "{}", hover.markdown);
}

const COPY: &str = "template <class TensorS, class Threads>\n\
    __global__ void copy_kernel(TensorS src, Threads threads) {\n\
    \x20 auto tile = zipped_divide(src, make_shape(Int<32>{}, Int<8>{}));\n\
    \x20 auto mine = local_partition(tile(make_coord(_, _), make_coord(blockIdx.x, blockIdx.y)), threads, threadIdx.x);\n\
    }\n\
    void run(float* p, int m, int n) {\n\
    \x20 auto src = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, Int<1>{}));\n\
    \x20 auto threads = make_layout(make_shape(Int<16>{}, Int<4>{}));\n\
    \x20 copy_kernel<<<1, 64>>>(src, threads);\n\
    }\n";

#[test]
fn a_kernel_shows_what_its_launch_gives_it() {
    check(
        COPY,
        &[
            "__global__ void copy_kernel(TensorS src  «= (m,n):(n,1)»",
            "__global__ void copy_kernel(TensorS src, Threads threads  «= (16,4):(1,16)»",
            "auto tile = zipped_divide(src, make_shape(Int<32>{}, Int<8>{}));  \
             «= ((32,8),(ceil_div(m,32),ceil_div(n,8))):((n,1),(32*n,8))»",
            "auto mine  «= (2,2):(16*n,4)»",
            "auto threads = make_layout(make_shape(Int<16>{}, Int<4>{}));  «= (16,4):(1,16)»",
        ],
    );
}

#[test]
fn what_the_source_spells_out_has_no_hint_unless_asked() {
    let code = "void f(int m) {\n\
        \x20 auto line = make_layout(Int<8>{});\n\
        \x20 auto tile = make_layout(make_shape(Int<4>{}, m), make_stride(m, Int<1>{}));\n}\n";
    check(code, &[]);
    check_kinds(
        code,
        HintKinds { obvious: true, ..HintKinds::default() },
        &[
            "auto line = make_layout(Int<8>{});  «= 8:1»",
            "auto tile = make_layout(make_shape(Int<4>{}, m), make_stride(m, Int<1>{}));  «= (4,m):(m,1)»",
        ],
    );
}

#[test]
fn several_call_sites_are_counted_and_a_hover_shows_them_all() {
    let code = "template <class L> void show(L layout$0) { auto twice = make_layout(layout, Int<2>{}); }\n\
        void run() {\n  show(make_layout(Int<4>{}));\n  show(make_layout(Int<6>{}));\n}\n";
    let fixture = cuda(&with_header(code));
    let hints = hinted(&fixture, HintKinds::default());
    assert!(hints[0].ends_with("L layout  «= 4:1 ×2»"), "{hints:?}");
    let hover = hover(&fixture.analysis, fixture.cursor, HoverOptions::default()).expect("a hover");
    assert!(
        hover.markdown.contains("layout = 4:1") && hover.markdown.contains("layout = 6:1"),
        "{}",
        hover.markdown
    );
}

#[test]
fn a_use_of_a_name_hovers_as_its_declaration() {
    check_hover(
        "void f() {\n  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));\n  auto b = coalesce(a$0);\n}\n",
        "```cute\na = (4,8):(1,4)\n```",
    );
}

#[test]
fn what_cannot_be_known_says_why_in_its_hover_and_has_no_hint() {
    let code = "void f() { auto flat$0 = coalesce(layout_of_elsewhere()); }\n";
    check(code, &[]);
    check_hover(code, "```cute\nflat = unknown\n```");
}

#[test]
fn a_template_that_nothing_instantiates_says_what_it_would_be() {
    check(
        "template <int kBlockM> void f() {\n  auto rows = make_layout(Int<kBlockM>{});\n}\n",
        &["auto rows = make_layout(Int<kBlockM>{});  «= 128:1 if ↑»"],
    );
}

#[test]
fn statements_see_the_names_of_the_code() {
    let fixture = cuda(&with_header(
        "void f() {\n  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));\n  // cute: assert a == (4,8):(1,4)\n}\n",
    ));
    let hints = hinted(&fixture, HintKinds { layouts: false, ..HintKinds::default() });
    assert_eq!(hints, ["// cute: assert a == (4,8):(1,4)  «✓»"]);
}

#[test]
fn bank_conflicts_of_a_threads_part_are_refused_in_words() {
    let code = "void f(float* p, int thread) {\n  auto mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_8, _4, _1>>{});\n  \
                auto sC = make_tensor(make_smem_ptr(p), make_layout(make_shape(_64{}, _64{})));\n  \
                auto tCsC = mma.get_slice(thread).partition_C(sC);\n  auto layout = tCsC.layout();\n  \
                // cute: show bank_conflicts(tCsC, f32)\n  // cute: show bank_conflicts(layout, f32)\n  \
                // cute: show bank_conflicts(sC, f32)\n}\n";
    let findings = layoutlens_ide::diagnostics(&cuda(&with_header(code)).analysis);
    let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    let refused = |name: &str| {
        format!(
            "bank_conflicts is about the threads of a warp, and `{name}` counts the values of one thread; give a layout \
             from threads to offsets, such as `TV(_,0)` of a thread-value layout"
        )
    };
    assert_eq!(messages, [refused("tCsC"), refused("layout")]);
}

#[test]
fn a_half_typed_call_leaves_its_neighbours_alone() {
    check(
        "void f() {\n  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));\n  auto b = make_layout(make_shape(4,\n  \
         auto c = make_layout(make_shape(Int<2>{}, Int<6>{}));\n}\n",
        &[
            "auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));  «= (4,8):(1,4)»",
            "auto c = make_layout(make_shape(Int<2>{}, Int<6>{}));  «= (2,6):(1,2)»",
        ],
    );
}

#[test]
fn code_that_does_not_use_cute_is_silent() {
    let code = "auto make_layout(int n);\nvoid f() { auto a = make_layout(8); }\n";
    assert_eq!(hinted(&cuda(code), HintKinds::default()), Vec::<String>::new());
}

#[test]
fn python_code_of_the_dsl_has_hints() {
    let fixture = python(
        "import cutlass.cute as cute\n\n@cute.jit\ndef f():\n    a = cute.make_layout((4, (3, 2)), stride=(6, (2, 1)))\n    \
         b = cute.coalesce(a)\n",
    );
    let hints = hinted(&fixture, HintKinds::default());
    assert_eq!(hints, ["b = cute.coalesce(a)  «= (4,3,2):(6,2,1)»"]);
}
