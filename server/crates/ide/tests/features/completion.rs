use layoutlens_ide::{
    CompletionItem, Completions, MOST_COMPLETIONS, completions, diagnostics, run_statements,
};

use crate::fixture::{Fixture, cuda, python, rust};

/// What is offered at the cursor.
fn offered(fixture: &Fixture) -> Option<Completions> {
    completions(&fixture.analysis, fixture.cursor, None)
}

#[track_caller]
fn item(fixture: &Fixture, label: &str) -> CompletionItem {
    let found = offered(fixture).into_iter().flat_map(|offered| offered.items);
    found.into_iter().find(|item| item.label == label).unwrap_or_else(|| panic!("`{label}` is not offered"))
}

#[track_caller]
fn offers(fixture: &Fixture, wanted: &[&str], unwanted: &[&str]) {
    let labels: Vec<String> =
        offered(fixture).into_iter().flat_map(|offered| offered.items).map(|item| item.label).collect();
    for label in wanted {
        assert!(labels.iter().any(|offered| offered == label), "`{label}` is not among {labels:?}");
    }
    for label in unwanted {
        assert!(!labels.iter().any(|offered| offered == label), "`{label}` is among {labels:?}");
    }
}

/// A C++ file that uses CuTe.
fn cute(body: &str) -> Fixture {
    cuda(&format!("#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(int n, int m) {{\n{body}\n}}\n"))
}

#[test]
fn a_statement_begins_with_a_keyword() {
    for text in ["// cute: $0\n", "// cute:$0\n", "// cute: l$0\n"] {
        offers(&cuda(text), &["let"], &["composition", "f32"]);
    }
    offers(&python("# cute: $0\n"), &["let", "show", "assert", "with", "run", "allow"], &[]);
    assert_eq!(item(&cuda("// cute:$0\n"), "show").text, " show ");
    assert_eq!(item(&cuda("// cute: $0\n"), "show").text, "show ");
}

#[test]
fn an_operand_is_a_name_in_scope_or_an_operation() {
    let text = "// cute: let A = (4,8):(8,1)\n// cute: with M = 8\n// cute: show $0\n// cute: let B = A\n";
    offers(&cuda(text), &["A", "M", "composition", "logical_divide"], &["B", "let"]);
    assert_eq!(item(&cuda(text), "A").detail.as_deref(), Some("(4,8):(8,1)"));
    let divide = item(&cuda("// cute: show logi$0\n"), "logical_divide");
    assert_eq!(divide.snippet.as_deref(), Some("logical_divide(${1:A}, ${2:tiler})$0"));
    assert_eq!(divide.text, "logical_divide");
}

#[test]
fn names_of_another_function_are_not_offered() {
    offers(
        &cuda("void f() {\n  // cute: let A = 8:1\n}\nvoid g() {\n  // cute: show $0\n}\n"),
        &["size"],
        &["A"],
    );
}

#[test]
fn names_of_the_code_with_a_layout_are_offered_with_it() {
    let text = "  auto tile = make_layout(make_shape(_4{}, _8{}));\n  // cute: show $0\n  auto later = tile;";
    let tile = item(&cute(text), "tile");
    assert_eq!(tile.detail.as_deref(), Some("(4,8):(1,4)"));
    offers(&cute(text), &["n"], &["later"]);
}

#[test]
fn a_with_binds_what_the_code_leaves_open() {
    offers(&cute("  auto A = make_layout(n);\n  // cute: with $0"), &["n"], &["A", "composition"]);
    offers(&cute("  auto A = make_layout(make_shape(n, m));\n  // cute: with n = 8, $0"), &["m"], &["size"]);
    offers(&cuda("// cute: with TA = $0\n"), &["f16"], &[]);
}

#[test]
fn a_call_asks_for_what_its_parameter_takes() {
    let atom = offered(&cuda("// cute: show make_tiled_mma($0\n")).expect("atoms");
    assert!(atom.items.iter().any(|item| item.label.starts_with("SM80_16x8x16_F32F16F16F32")));
    let types = offered(&cuda("// cute: show bank_conflicts(8:1, $0\n")).expect("types");
    assert_eq!(types.items[0].rank, 0);
    offers(&cuda("// cute: show bank_conflicts(8:1, $0\n"), &["f16", "bf16"], &[]);
    offers(&cuda("// cute: show SM80_CP$0\n"), &["SM80_CP_ASYNC_CACHEALWAYS"], &["let"]);
}

#[test]
fn a_run_has_kinds_types_and_options() {
    offers(&cuda("// cute: run $0\n"), &["copy", "gemm", "copy: transpose", "gemm: NT"], &["size"]);
    offers(&cuda("// cute: run copy 8:1 -> 8:1 : $0\n"), &["f32"], &[]);
    offers(&cuda("// cute: run copy 8:1 -> 8:1 : f32 ($0\n"), &["tile", "tv"], &["size"]);
    offers(&cuda("// cute: allow($0\n"), &["wrong-comment", "needs-predicate"], &["size"]);
}

#[test]
fn every_recipe_of_the_papers_tables_is_a_run_without_a_finding() {
    let recipes: Vec<CompletionItem> = offered(&cuda("// cute: $0\n"))
        .expect("keywords")
        .items
        .into_iter()
        .filter(|item| item.label.starts_with("run "))
        .collect();
    assert_eq!(recipes.len(), 15);
    for recipe in recipes {
        let fixture = cuda(&format!("// cute: {}\n", recipe.text));
        let problems = diagnostics(&fixture.analysis);
        assert!(
            problems.iter().all(|problem| problem.code == "run-overlap"),
            "{}: {problems:?}",
            recipe.text
        );
        assert!(
            problems.is_empty() == (recipe.label != "run copy: constant"),
            "{}: {problems:?}",
            recipe.text
        );
        assert_eq!(run_statements(&fixture.analysis).len(), 1, "{}", recipe.text);
    }
}

/// Table 3 of the paper: each of its GEMMs can be run as it is offered.
#[test]
fn row_36_each_gemm_of_the_papers_table_is_offered() {
    let recipes = offered(&cuda("// cute: run $0\n"));
    let recipes = recipes.expect("recipes").items.into_iter().filter(|item| item.label.contains("gemm:"));
    let mut names: Vec<String> =
        recipes.map(|item| item.label.rsplit_once("gemm: ").expect("a name").1.to_owned()).collect();
    names.sort();
    let gett = ["GETT, reduction over two modes", "GETT, rows of two modes"];
    assert_eq!(names, [&["BLIS", "CONV"], &gett[..], &["NT", "NTT", "TN"]].concat());
}

#[test]
fn nothing_is_offered_where_no_operand_can_stand() {
    for text in [
        "// cute: let $0\n",
        "// cute: let A$0\n",
        "// cute: show A $0\n",
        "// cute: show 1@$0\n",
        "// a word of prose, cute $0\n",
        "// comp$0\n",
        "int x = comp$0;\n",
    ] {
        assert_eq!(offered(&cuda(text)), None, "{text}");
    }
}

#[test]
fn a_colon_and_a_bracket_of_a_literal_ask_for_nothing() {
    let at = |text: &str, trigger| {
        let fixture = cuda(text);
        completions(&fixture.analysis, fixture.cursor, Some(trigger))
    };
    assert_eq!(at("// cute: show (4,8):$0\n", ':'), None);
    assert_eq!(at("// cute: show ($0\n", '('), None);
    assert_eq!(at("// cute: show size($0\n", '(').map(|offered| offered.items.is_empty()), Some(false));
    assert_eq!(at("// cute:$0\n", ':').map(|offered| offered.items.is_empty()), Some(false));
    assert_eq!(at("// note:$0\n", ':'), None);
}

#[test]
fn a_statement_goes_on_over_comment_lines() {
    offers(&cuda("// cute: let A = composition((4,8),\n//   log$0\n"), &["logical_divide"], &[]);
    assert_eq!(offered(&cuda("// cute: let A = (4,8)\n//   log$0\n")), None);
    assert_eq!(offered(&cuda("// cute: let A = composition((4,8),\n  log$0\n")), None);
}

#[test]
fn functions_of_cute_are_offered_behind_its_name() {
    offers(&cute("  auto x = cute::make_la$0"), &["make_layout", "make_layout_like"], &["let"]);
    let python_text = "import cutlass.cute as cute\ndef f():\n    x = cute.make_$0\n";
    offers(&python(python_text), &["make_layout", "make_tiled_copy_tv"], &[]);
    offers(&python("import cutlass.cute as ct\nx = ct.zipped$0\n"), &["zipped_divide"], &[]);
    let called = item(&cute("  auto x = cute::make_la$0(n);"), "make_layout");
    assert_eq!(called.snippet, None);
}

#[test]
fn arguments_of_a_cute_call_are_made_by_functions_of_cute() {
    offers(&cute("  auto x = make_layout($0);"), &["make_shape", "make_stride"], &[]);
    offers(&cute("  auto x = make_tensor(p, make_layout(make_sh$0"), &["make_shape"], &[]);
    assert_eq!(offered(&cute("  auto x = strlen(make_$0")), None);
    assert_eq!(offered(&cute("  auto x = std::make_$0")), None);
    assert_eq!(offered(&cute("  auto x = make_$0")), None);
}

#[test]
fn other_servers_are_left_alone_in_prose_strings_and_other_code() {
    for body in
        ["  // cute::make_$0", "  auto s = \"cute::make_$0\";", "  /* make_layout(make_$0 */", "  x.$0"]
    {
        assert_eq!(offered(&cute(body)), None, "{body}");
    }
    for text in
        ["x = foo.make_$0\n", "\"\"\"cute.make_$0\"\"\"\n", "import cutlass.cute as cute\n# cute.make_$0\n"]
    {
        assert_eq!(offered(&python(text)), None, "{text}");
    }
    assert_eq!(offered(&rust("let x = cute::make_$0;\n")), None);
}

#[test]
fn there_is_a_limit_and_it_is_told() {
    let many: String =
        (0..2 * MOST_COMPLETIONS).map(|index| format!("// cute: let A{index} = 8:1\n")).collect();
    let completions = offered(&cuda(&format!("{many}// cute: show $0\n"))).expect("names");
    assert_eq!(completions.items.len(), MOST_COMPLETIONS);
    assert!(completions.is_incomplete);
}
