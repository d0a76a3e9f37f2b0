use layoutlens_ide::{HoverOptions, hover};

use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::Document;

use crate::fixture::{Fixture, cuda, python};

fn text(fixture: &Fixture) -> String {
    match hover(&fixture.analysis, fixture.cursor, HoverOptions::default()) {
        Some(hover) => {
            format!("on `{}`\n\n{}", &fixture.analysis.text[hover.range], hover.markdown)
        }
        None => "nothing".to_owned(),
    }
}

#[test]
fn a_layout_shows_its_facts_and_its_grid() {
    insta::assert_snapshot!(text(&cuda("// cute: let A = (4,(3,2))$0:(2,(8,1))\n")));
}

#[test]
fn a_composition_shows_how_it_was_computed() {
    insta::assert_snapshot!(text(&cuda("// cute: show compo$0sition((6,2):(8,2), (4,3):(3,1))\n")));
}

#[test]
fn aligned_runs_show_the_vectors_they_allow() {
    let facts = |layout: &str| {
        let text = text(&cuda(&format!("// cute: let A = $0{layout}\n")));
        text.lines().find(|line| line.starts_with("size")).unwrap_or_default().trim_end().to_owned()
    };
    assert_eq!(
        facts("(8,4):(1,20)"),
        "size 32 · cosize 68 · rank 2 · depth 1 · injective · not bijective · vectors of 4"
    );
    assert_eq!(
        facts("Sw<2,1,3> o 0 o (8,4):(1,8)"),
        "size 32 · cosize 32 · rank 2 · depth 1 · injective · vectors of 2"
    );
}

#[test]
fn bank_conflicts_show_a_bank_and_what_removes_them() {
    let text = text(&cuda("// cute: show bank_confl$0icts(8:64, f16, 8)\n"));
    insta::assert_snapshot!(text, @r"
    on `bank_conflicts(8:64, f16, 8)`

    ```cute
    8-way bank conflict: 8 wavefronts for 1
    ```

    - 16 bytes a thread, 8 threads a phase
    - threads 0..7: 8 words of bank 0: word 0 (thread 0), word 32 (thread 1), word 64 (thread 2), word 96 (thread 3), ..
    - `Sw<3,3,3> removes the conflicts`
    - a leading dimension of 72 for 64 removes them: 8:72
    ");
}

#[test]
fn a_wrong_composition_says_so() {
    insta::assert_snapshot!(text(&cuda("// cute: show compo$0sition((4,6,8):(2,3,5), 6:3)\n")));
}

#[test]
fn a_name_shows_what_it_is_bound_to() {
    insta::assert_snapshot!(text(&cuda("// cute: let A = 8:2\n// cute: show size($0A)\n")));
}

#[test]
fn a_bound_name_in_host_code_shows_its_layout() {
    insta::assert_snapshot!(text(&cuda("void f() {\n  // cute: let tCsA = 8:2\n  g(tC$0sA);\n}\n")));
}

#[test]
fn a_name_in_host_code_shows_what_is_bound_above_it() {
    let fixture = |cursor: [&str; 3]| {
        let [before, between, after] = cursor;
        text(&cuda(&format!(
            "{before}tile;\n// cute: let tile = 8:2\ng({between}tile);\nh({after}tile); // cute: let tile = 4:1\n"
        )))
    };
    assert_eq!(fixture(["$0", "", ""]), "nothing");
    assert!(fixture(["", "$0", ""]).contains("tile = 8:2"));
    assert!(fixture(["", "", "$0"]).contains("tile = 4:1"), "a declaration with its layout behind it");
}

#[test]
fn a_bound_name_in_prose_or_in_a_string_shows_nothing() {
    insta::assert_snapshot!(text(&cuda("// cute: let A = 8:2\n// $0A tile of eight.\nint x;\n")), @"nothing");
    insta::assert_snapshot!(text(&cuda("// cute: let A = 8:2\nauto s = \"$0A\";\n")), @"nothing");
    insta::assert_snapshot!(text(&python("# cute: let A = 8:2\nx = 1  # $0A tile\n")), @"nothing");
}

#[test]
fn a_name_in_another_function_shows_nothing() {
    insta::assert_snapshot!(text(&cuda("void f() {\n  // cute: let tCsA = 8:2\n}\nvoid g() { h(tC$0sA); }\n")), @"nothing");
}

#[test]
fn more_than_16_by_16_shows_a_labelled_corner() {
    insta::assert_snapshot!(text(&cuda("// cute: show (128,$064):(64,1)\n")));
}

#[test]
fn more_than_two_modes_are_grouped_by_name() {
    insta::assert_snapshot!(text(&cuda("// cute: show (2,3,$04):(12,4,1)\n")));
}

#[test]
fn thread_value_layouts_show_threads_and_values() {
    insta::assert_snapshot!(text(&cuda(
        "// cute: show thread_$0values(((2,4),(2,2)):((8,1),(4,16)), (4,8))\n"
    )));
}

#[test]
fn an_mma_atom_shows_its_threads_and_what_is_known_of_it() {
    let text = text(&cuda("// cute: show SM90_64x8x16_F32F1$06F16_SS\n"));
    assert!(text.contains("```cute\nSM90_64x8x16_F32F16F16_SS\n```"), "{text}");
    assert!(text.contains("shape (64,8,16) · threads 128:1"), "{text}");
    assert!(text.contains("C: `((4,8,4),(2,2,1)):((128,1,16),(64,8,512))`"), "{text}");
    assert!(text.contains("instruction: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"), "{text}");
    assert!(text.contains("1 │  T4V0  T4V1  T5V0  T5V1"), "{text}");
    assert!(text.contains("NVIDIA/cutlass issue 3254"), "{text}");
}

#[test]
fn a_tiled_mma_shows_its_tile_and_the_threads_of_c() {
    let text = text(&cuda("// cute: show make_tiled$0_mma(SM80_8x8x4_F64F64F64F64_TN)\n"));
    assert!(text.contains("tile (8,8,4) · threads 32"), "{text}");
    assert!(text.contains("C: `((4,8),(2,(1,1))):((16,1),(8,(0,0)))`"), "{text}");
    assert!(text.contains("7 │ T28V0 T28V1 T29V0 T29V1 T30V0 T30V1 T31V0 T31V1"), "{text}");
}

#[test]
fn a_swizzled_layout_shows_swizzled_offsets() {
    insta::assert_snapshot!(text(&cuda("// cute: let S = Sw<2,0,3> o 0 o (8,$04):(4,1)\n")));
}

#[test]
fn a_conventional_comment_shows_its_layout_with_prose_around_it() {
    insta::assert_snapshot!(text(&python("x = f()  # laid out as (4,$02):(2,1) here\n")));
}

#[test]
fn an_unknown_value_shows_its_reason() {
    insta::assert_snapshot!(text(&cuda("// cute: show eval$0_all((M,K):(1,M))\n")));
}

#[test]
fn symbolic_sizes_show_rank_and_size() {
    insta::assert_snapshot!(text(&cuda("// cute: let A = (M,$0K):(1,M)\n")));
}

#[test]
fn a_run_time_layout_says_what_it_needs_a_predicate_for_and_which_facts_it_uses() {
    let with = "// cute: with M % 128 == 0\n";
    let show = "// cute: show zipped_$0divide((M,K):(1,M), <128,64>)\n";
    insta::assert_snapshot!(text(&cuda(&format!("{with}{show}"))));
}

#[test]
fn pictures_are_sent_only_to_clients_that_ask() {
    let fixture = cuda("// cute: let A = (4,$08):(8,1)\n");
    let of = |images| {
        hover(&fixture.analysis, fixture.cursor, HoverOptions { images, ..HoverOptions::default() })
            .unwrap()
            .markdown
    };
    assert!(!of(false).contains("data:image"));
    assert!(of(true).contains("![grid](data:image/svg+xml;base64,"));
    assert!(of(true).len() < 100_000);
}

#[test]
fn code_and_prose_show_nothing() {
    insta::assert_snapshot!(text(&cuda("int $0x = 4; // the answer\n")), @"nothing");
}

#[test]
fn products_of_run_time_names_are_shown_as_they_are_written() {
    let code = "#include <cute/tensor.hpp>\nusing namespace cute;\n\
        __global__ void f(int ldA) {\n  auto $0c = make_layout(128*blockIdx.x*ldA);\n}\n";
    let text = text(&cuda(code));
    assert!(text.contains("\nsize `128*blockIdx.x*ldA`"), "{text}");
}

#[test]
fn a_string_in_a_reason_is_no_link_in_a_hover() {
    let code = "import cutlass\nimport cutlass.cute as cute\n\
        $0h = getattr(cute, 'a` [click](command:layoutlens.showGrid?x) <b> `b')(4)\n";
    let text = text(&python(code));
    assert!(
        text.ends_with("`cutlass.cute.a` \\[click](command:layoutlens.showGrid?x) \\<b> `b` is not computed"),
        "{text}"
    );
}

#[test]
fn what_a_statement_says_before_any_code_is_run_is_what_it_says_then() {
    let workspaces = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../test-workspaces");
    let (mut at_once, mut asked) = (0, 0);
    for folder in ["cuda", "python", "broken"] {
        for entry in std::fs::read_dir(workspaces.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let language = match path.extension().and_then(|extension| extension.to_str()) {
                Some("cu") => Language::Cuda,
                Some("py") => Language::Python,
                _ => continue,
            };
            let text = std::fs::read_to_string(&path).unwrap();
            let document = Document::new(1, language, &text, of_language);
            let (parsed, analysis) = (document.parsed().unwrap(), document.analysis());
            for offset in 0..=text.len() {
                let Some(early) = parsed.of_statement(offset) else { continue };
                asked += 1;
                let options = HoverOptions::default();
                if let Some(early) = hover(&early, offset, options) {
                    at_once += 1;
                    assert_eq!(Some(early), hover(&analysis, offset, options), "{path:?} at {offset}");
                }
            }
        }
    }
    assert!(at_once > 1000, "{at_once} of {asked}");
}

#[test]
fn values_that_a_hover_leaves_out_are_counted_supposed_ones_too() {
    let inner = "import cutlass\nimport cutlass.cute as cute\n\n\n@cute.jit\ndef inner(x: cute.Tensor, n):\n    \
                 ti$0le = cute.zipped_divide(x, (n, 4))\n    return tile\n";
    let outer: String = (1..=12)
        .map(|n| format!("\n\n@cute.jit\ndef outer{n}(x: cute.Tensor):\n    return inner(x, {})\n", 8 * n))
        .collect();
    let hover = text(&python(&format!("{inner}{outer}")));
    assert_eq!(hover.matches("If `x`").count(), 8, "{hover}");
    assert!(hover.trim_end().ends_with("... and 4 more if something else is supposed"), "{hover}");
}

#[test]
fn what_is_supposed_stands_before_what_it_rests_on_and_why_nothing_is_certain() {
    let hover = text(&cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <int kBlockM, class Element>\n__global__ void \
         kernel(Element const* a) {\n  auto ti$0le = make_layout(Shape<Int<kBlockM>, _64>{});\n}\n",
    ));
    let place = |text: &str| hover.find(text).unwrap_or_else(|| panic!("{text} is not in {hover}"));
    assert!(place("tile = (128,64):(1,128) if ↓") < place("If `kBlockM = 128`"), "{hover}");
    assert!(place("If `kBlockM = 128`") < place("size 8192"), "{hover}");
    assert!(place("size 8192") < place("Not certain: "), "{hover}");
}

#[test]
fn the_slice_of_a_thread_is_told_of_what_it_is_one() {
    let hover = text(&cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void kernel() {\n  auto mma = \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});\n  auto thr_m$0ma = mma.get_slice(threadIdx.x);\n}\n",
    ));
    assert!(hover.contains("thr_mma = a slice of make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN"), "{hover}");
    assert!(hover.contains("threads 32"), "{hover}");
}
