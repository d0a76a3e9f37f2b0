//! Variables outside of functions that stand in an included file.

use std::sync::Arc;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{
    Answer, HeaderPrograms, HostEvaluation, HostFile, evaluate_program, evaluate_unless,
};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

use crate::fixture::compare;

fn file(name: &str, code: &str) -> HostFile {
    let (_, tree) = parse(Language::Cuda, code, None);
    let program = Arc::new(read_program(Language::Cuda, code, &tree));
    HostFile { name: name.to_owned(), language: Language::Cuda, program }
}

/// A program that includes `header.h`, at its top unless it says where.
pub(crate) fn including(header: &str, code: &str) -> HostEvaluation {
    evaluate_program(
        &[file("main.cu", &text(code)), file("header.h", header)],
        &Facts::default(),
        of_language,
    )
}

fn text(code: &str) -> String {
    let include = if code.contains("header.h") { "" } else { "#include \"header.h\"\n" };
    format!("#include <cute/tensor.hpp>\nusing namespace cute;\n{include}{code}")
}

#[test]
fn a_variable_of_a_header_that_is_written_before_it_is_read_is_what_was_written() {
    let header = "static int tile = 7;
        namespace space { static int rows = 3; }
        inline void set(int x) { tile = x + 1; space::rows = x; }";
    compare(
        &including(header, "int main() { set(4); auto a = make_layout(make_shape(tile, space::rows)); }"),
        &["a = (5,4):(1,5)"],
    );
    compare(&including(header, "int main() { tile = 2; auto a = make_layout(tile); }"), &["a = 2:1"]);
}

#[test]
fn what_looks_like_a_declaration_with_macros_of_a_header_is_what_they_make_of_it() {
    let header = "#define IF_LARGE if (large())
        #define TWICE for (int i = 0; i < 2; ++i)
        #define COUNT a += 1
        #define ARGUMENTS (a, 5)
        int large(); inline void set(int& x, int to) { x = to; }";
    for code in ["IF_LARGE a = 4;", "TWICE COUNT;", "set ARGUMENTS;", "IF_LARGE COUNT;"] {
        compare(
            &including(
                header,
                &format!(
                    "void f() {{ int a = 3, b = 4; {code} auto c = make_layout(a); auto d = make_layout(b); }}"
                ),
            ),
            &["c = a:1", "d = 4:1"],
        );
    }
    compare(
        &including("#define NUMBER int\n", "void f() { NUMBER a = 3; auto c = make_layout(a); }"),
        &["c = 3:1"],
    );
}

#[test]
fn a_constant_of_a_header_keeps_what_its_variables_held_at_the_start() {
    let header = "static int tile = 7; static int twice = 2 * tile; const int kept = tile;";
    compare(
        &including(header, "int main() { tile = 5; auto a = make_layout(make_shape(tile, twice, kept)); }"),
        &["a = (5,14,7):(1,5,70)"],
    );
}

#[test]
fn what_a_header_s_function_leaves_in_a_variable_is_unknown_where_nothing_is_known_to_run_before() {
    let header = "static int tile = 7; inline void set(int x) { tile = x + 1; }";
    compare(
        &including(header, "void late() { auto a = make_layout(Int<3>{}); auto b = make_layout(tile); }"),
        &["a = 3:1", "b = tile:1"],
    );
}

#[test]
fn a_function_that_is_not_seen_may_write_a_variable_of_a_header() {
    compare(
        &including(
            "inline int tile = 7; void other();",
            "int main() { other(); auto b = make_layout(tile); }",
        ),
        &["b = tile:1"],
    );
}

#[test]
fn a_header_s_values_in_a_program_are_those_behind_what_the_program_writes() {
    let header = file(
        "header.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         static int tile = 7;
         inline void use() { auto a = make_layout(tile); }",
    );
    let program = vec![file("main.cu", "#include \"header.h\"\nint main() { tile = 5; use(); }")];
    let programs = HeaderPrograms { programs: vec![program], are_all: true };
    let evaluation = evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false)
        .expect("an evaluation");
    compare(&evaluation, &["a = 5:1"]);
}

/// What stands where layouts are shown.
fn placed(evaluation: &HostEvaluation, code: &str) -> Vec<String> {
    let text = text(code);
    let is_layout = |answer: &Answer| answer.evaluated.value.is_layout();
    let shown = evaluation.variables.iter().filter(|variable| variable.answers.iter().any(is_layout));
    shown.map(|variable| text.get(variable.range.clone()).unwrap_or_default().to_owned()).collect()
}

#[test]
fn values_of_a_header_s_overload_stand_nowhere_in_the_file_that_calls_it() {
    let header = "inline void f(int x) { auto inner = make_layout(x); }";
    let main = "void f(char x, int y) { auto own = make_layout(y); } int main() { f('c', 7); f(3); }";
    assert_eq!(placed(&including(header, main), main), ["own"]);
}

#[test]
fn values_of_a_method_that_a_header_defines_stand_nowhere_in_the_file_of_its_class() {
    let header = "inline int S::m(int x) { auto inner = make_layout(x); return 1; }";
    let main = "struct S { int m(int x); };\n#include \"header.h\"
        int main() { S s; auto own = make_layout(s.m(4)); }";
    assert_eq!(placed(&including(header, main), main), ["own"]);
}

#[test]
fn a_method_that_is_defined_in_the_file_of_its_call_has_its_values_there() {
    let main = "int S::m(int x) { auto inner = make_layout(x); return 1; } int main() { S s; s.m(4); }";
    let evaluation = including("struct S { int m(int x); };", main);
    assert_eq!(placed(&evaluation, main), ["inner"]);
    compare(&evaluation, &["inner = 4:1"]);
}

#[test]
fn members_of_a_template_and_of_its_specialisation_stand_each_in_its_file() {
    let header = "template <int N> struct Tile { using Type = Layout<Shape<Int<N>, _2>>; };";
    let main = "template <> struct Tile<4> { using Type = Layout<Shape<_7, _5>>; };
        int main() { auto a = Tile<5>::Type{}; auto b = Tile<4>::Type{}; }";
    let evaluation = including(header, main);
    assert_eq!(placed(&evaluation, main), ["Type", "a", "b"]);
    compare(&evaluation, &["Type = (7,5):(1,7)", "a = (5,2):(1,5)", "b = (7,5):(1,7)"]);
}

#[test]
fn a_default_of_a_macro_is_supposed_behind_an_include_that_is_not_found() {
    let shown = |code: &str, others: &[HostFile]| {
        let mut files = vec![file("main.cu", code)];
        files.extend_from_slice(others);
        let evaluation = evaluate_program(&files, &Facts::default(), of_language);
        let variable = evaluation.variables.iter().find(|variable| variable.name == "a").expect("a variable");
        let known = variable.answers.iter().map(|answer| match answer.evaluated.value.unknown_reason() {
            Some(reason) => reason.to_owned(),
            None => answer.evaluated.value.to_string(),
        });
        let supposed = variable
            .supposed
            .iter()
            .map(|supposed| format!("{} if {}", supposed.answer.evaluated.value, supposed.condition));
        known.chain(supposed).collect::<Vec<_>>()
    };
    let code = |include: &str| {
        format!(
            "#include <cute/tensor.hpp>\nusing namespace cute;\n{include}\n#ifndef TILE\n#define TILE 128\n#endif\n\
             void f() {{ auto a = make_layout(Int<TILE>{{}}); }}"
        )
    };
    assert_eq!(shown(&code(""), &[]), ["128:1"]);
    assert_eq!(shown(&code("#include <cuda_fp16.h>"), &[]), ["128:1"]);
    assert_eq!(shown(&code("#include \"config.h\""), &[file("config.h", "#define OTHER 1\n")]), ["128:1"]);
    for (include, named) in [
        ("\"config.h\"", "config.h"),
        ("<config.h>", "config.h"),
        ("\"cuda_config.h\"", "cuda_config.h"),
        ("<mine/config.h>", "mine/config.h"),
        ("CONFIG", "CONFIG"),
        ("CONFIG_SM90", "CONFIG_SM90"),
    ] {
        let shown = shown(&code(&format!("#include {include}")), &[]);
        assert!(shown.first().is_some_and(|value| value.contains("which is not found")), "{shown:?}");
        assert_eq!(shown[1..], [format!("128:1 if {named} does not define TILE")]);
    }
    // A header that is found leads to one that is not.
    let leads = file("config.h", "#include \"further.h\"\n");
    let behind = shown(&code("#include \"config.h\""), &[leads]);
    assert_eq!(behind[1..], ["128:1 if further.h does not define TILE"]);
    // Whatever asks for the macro around its default.
    for (begin, end) in [
        ("#ifdef TILE\n#else", "#endif"),
        ("#if !defined(TILE) && !defined(WIDE)", "#endif"),
        ("#if !defined TILE", "#endif"),
    ] {
        let code = code("#include \"config.h\"").replace("#ifndef TILE", begin).replace("#endif", end);
        let shown = shown(&code, &[]);
        assert!(
            shown.first().is_some_and(|value| value.parse::<i64>().is_err() && !value.contains(':')),
            "{shown:?}"
        );
        assert_eq!(shown[1..], ["128:1 if config.h does not define TILE"], "{begin}");
    }
}
