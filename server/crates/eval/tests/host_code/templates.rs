//! Templates of a header in the programs that include it.

use std::sync::Arc;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{Answer, HeaderPrograms, HostEvaluation, HostFile, evaluate_unless};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

use crate::fixture::compare;

fn file(name: &str, code: &str) -> HostFile {
    let (_, tree) = parse(Language::Cuda, code, None);
    let program = Arc::new(read_program(Language::Cuda, code, &tree));
    HostFile { name: name.to_owned(), language: Language::Cuda, program }
}

/// A header with a kernel, in programs that launch it with tiles of so many rows; with 0 rows, without saying how many.
fn header_in(programs: &[(&str, i64)], are_all: bool) -> HostEvaluation {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <class Traits> __global__ void kernel(int n) { auto smem = typename Traits::Smem{}; }
         inline auto other() { return make_layout(_9{}); }",
    );
    let program = |&(name, rows): &(&str, i64)| {
        let rows = if rows == 0 { "ROWS".to_owned() } else { rows.to_string() };
        let code = format!(
            "#include \"kernel.h\"
             struct Traits {{ using Smem = Layout<Shape<Int<{rows}>, _2>>; }};
             void run(int n) {{ kernel<Traits><<<1, 32>>>(n); }}"
        );
        vec![file(name, &code)]
    };
    let programs = HeaderPrograms { programs: programs.iter().map(program).collect(), are_all };
    evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false).expect("nobody gives up")
}

fn is_sample(evaluation: &HostEvaluation) -> bool {
    evaluation.variables.iter().any(|variable| variable.name == "smem" && variable.is_sample)
}

#[test]
fn a_header_is_read_in_the_programs_that_include_it() {
    let evaluation = header_in(&[("a.cu", 3), ("b.cu", 5), ("c.cu", 3)], true);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]", "smem = (5,2):(1,5) [b.cu]"]);
    let evaluation = header_in(&[("a.cu", 3), ("c.cu", 3)], true);
    compare(&evaluation, &["smem = (3,2):(1,3)"]);
    assert!(!is_sample(&evaluation));
}

#[test]
fn what_some_programs_of_a_header_say_names_them() {
    // There are more programs than these.
    let evaluation = header_in(&[("a.cu", 3), ("c.cu", 3)], false);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]"]);
    assert!(is_sample(&evaluation));
    // One of them does not say how many rows it has.
    let evaluation = header_in(&[("a.cu", 3), ("b.cu", 0)], true);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]"]);
    assert!(is_sample(&evaluation));
}

/// The values of a name in a header with kernels, in a program that launches them; whether it may have others.
fn launched(launches: &str, name: &str) -> (Vec<String>, bool) {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <class Tile, int Stages, bool IsEven> __global__ void kernel(int n) {
           auto smem = make_layout(Tile{});
           auto stages = make_layout(Int<Stages>{});
           auto padded = make_layout(Int<IsEven ? 8 : 9>{});
           auto rows = make_layout(n);
         }
         template <class Tile> __global__ void given(Tile tile) { auto deduced = make_layout(tile); }
         template <int Rows> void launch(int n) { kernel<Shape<Int<Rows>>, 1, true><<<1, 32>>>(n); }",
    );
    let program = file("a.cu", &format!("#include \"kernel.h\"\nvoid run(int n) {{ {launches} }}"));
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation = evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false)
        .expect("nobody gives up");
    let variable = evaluation.variables.iter().find(|variable| variable.name == name);
    let variable = variable.expect("the header declares it");
    let answer = |answer: &Answer| match &answer.site {
        Some(site) => format!("{} [{}]", answer.evaluated.value, site.label),
        None => answer.evaluated.value.to_string(),
    };
    (variable.answers.iter().map(answer).collect(), variable.is_sample)
}

#[test]
fn a_program_launches_a_kernel_for_each_of_its_types_and_not_for_all_flags() {
    let launch = |tile: &str, flag: bool| format!("kernel<Shape<{tile}>, 1, {flag}><<<1, 32>>>(n);");
    let launches: String =
        [true, false].map(|flag| launch("_4, _2", flag) + &launch("_5, _2", flag)).concat();
    let of_types = ["(4,2):(1,4) [a.cu: Tile = (4,2)]", "(5,2):(1,5) [a.cu: Tile = (5,2)]"];
    assert_eq!(launched(&launches, "smem"), (of_types.map(str::to_owned).to_vec(), true));
    let padded = launched(&launches, "padded");
    assert_eq!(padded, (vec!["8:1 [a.cu: one of several launches]".to_owned()], true));
}

#[test]
fn a_program_launches_a_kernel_for_the_numbers_that_it_is_given() {
    let launch = |stages: usize, rows: usize| format!("kernel<_4, {stages}, true><<<1, 32>>>({rows});");
    let stages = launched(&(launch(2, 7) + &launch(3, 7)), "stages");
    assert_eq!(
        stages,
        (vec!["2:1 [a.cu: Stages = 2]".to_owned(), "3:1 [a.cu: Stages = 3]".to_owned()], false)
    );
    let rows = launched(&(launch(2, 7) + &launch(2, 8)), "rows");
    assert_eq!(rows, (vec!["7:1 [a.cu: n = 7]".to_owned(), "8:1 [a.cu: n = 8]".to_owned()], false));
    // Of many, the first.
    let many: String = (1..9).map(|stages| launch(stages, 7)).collect();
    let (values, is_sample) = launched(&many, "stages");
    assert_eq!((values.len(), is_sample), (4, true), "{values:?}");
}

#[test]
fn a_program_launches_a_kernel_for_the_layouts_that_it_is_given() {
    let deduced = launched("given<<<1, 32>>>(_4{}); given<<<1, 32>>>(_8{});", "deduced");
    let expected = ["4:1 [a.cu: Tile = 4]", "8:1 [a.cu: Tile = 8]"];
    assert_eq!(deduced, (expected.map(str::to_owned).to_vec(), false));
}

#[test]
fn what_launches_a_kernel_is_told_by_its_numbers() {
    let smem = launched("launch<4>(n); launch<8>(n); kernel<_16, 1, true><<<1, 32>>>(n);", "smem");
    let expected =
        ["(4):(1) [a.cu: launch, Rows = 4]", "(8):(1) [a.cu: launch, Rows = 8]", "16:1 [a.cu: Tile = 16]"];
    assert_eq!(smem, (expected.map(str::to_owned).to_vec(), false));
}

#[test]
fn the_same_launch_twice_leaves_nothing_out() {
    let stages = launched("kernel<_4, 2, true><<<1, 32>>>(n); kernel<_4, 2, true><<<1, 32>>>(n);", "stages");
    assert_eq!(stages, (vec!["2:1".to_owned()], false));
}

/// What a header with defaults for `TILE` and `PAD` shows in programs that begin so.
fn with_default(programs: &[(&str, &str)]) -> HostEvaluation {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         #ifndef TILE
         #define TILE 2
         #endif
         #if TILE > 4
         constexpr int depth = 5;
         #else
         constexpr int depth = 3;
         #endif
         #ifndef PAD
         #define PAD(x) ((x) + 1)
         #endif
         inline void padded() { auto rows = make_layout(Int<PAD(4)>{}); auto deep = make_layout(Int<depth>{}); }
         template <int N> __global__ void kernel() { auto smem = make_layout(Int<N>{}, Int<TILE>{}); }
         inline void alone() { auto tile = make_layout(Int<TILE>{}); }",
    );
    let program = |(name, begin): &(&str, &str)| {
        vec![file(
            name,
            &format!(
                "{begin}\n#include \"kernel.h\"\nvoid run() {{ kernel<4><<<1, 32>>>(); alone(); padded(); }}"
            ),
        )]
    };
    let programs = HeaderPrograms { programs: programs.iter().map(program).collect(), are_all: true };
    evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false).expect("nobody gives up")
}

#[test]
fn what_a_program_defines_in_front_of_a_header_takes_the_place_of_its_default() {
    let alone = with_default(&[("a.cu", "")]);
    compare(&alone, &["rows = 5:1", "deep = 3:1", "smem = 4:2", "tile = 2:1"]);
    let told = with_default(&[("a.cu", "#define TILE 8\n#define PAD(x) ((x) + 2)")]);
    compare(&told, &["rows = 6:1", "deep = 5:1", "smem = 4:8", "tile = 8:1"]);
    let both = with_default(&[("a.cu", "#define TILE 8"), ("b.cu", "#define TILE 16")]);
    let expected = ["smem = 4:8 [a.cu]", "smem = 4:16 [b.cu]", "tile = 8:1 [a.cu]", "tile = 16:1 [b.cu]"];
    compare(&both, &expected);
}

#[test]
fn a_default_that_a_program_may_override_is_not_known() {
    let evaluation = with_default(&[("a.cu", "#ifdef CI\n#define TILE 16\n#endif")]);
    for name in ["smem", "tile", "deep"] {
        let variable = evaluation.variables.iter().find(|variable| variable.name == name);
        let variable = variable.expect("the header declares it");
        let is_known = |answer: &Answer| answer.evaluated.value.unknown_reason().is_none();
        assert!(!variable.answers.iter().any(is_known), "{name}: {:?}", variable.answers);
    }
}

#[test]
fn a_header_names_the_configuration_of_a_program() {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
         using Depth = _16;
         #else
         using Depth = _8;
         #endif
         template <class M> __global__ void kernel(M m) { auto smem = make_layout(m, Depth{}); auto rows = make_layout(m); }",
    );
    let program = file("a.cu", "#include \"kernel.h\"\nvoid run() { kernel<<<1, 32>>>(_4{}); }");
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation = evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false)
        .expect("nobody gives up");
    compare(
        &evaluation,
        &["smem = 4:16 [a.cu: defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800]", "rows = 4:1"],
    );
}

#[test]
fn a_header_is_read_in_the_programs_that_instantiate_its_templates() {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <int N> __global__ void kernel() { auto smem = make_layout(Int<N>{}); }
         template <int N> void run() { kernel<N><<<1, 32>>>(); }",
    );
    let program = file("a.cu", "#include \"kernel.h\"\ntemplate void run<24>();");
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation = evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false)
        .expect("nobody gives up");
    compare(&evaluation, &["smem = 24:1"]);
}

/// More statements than a program around a header may take steps.
fn many_statements() -> String {
    "x = x + 1;\n".repeat(20_000)
}

#[test]
fn kernels_that_cannot_come_to_a_header_take_no_steps_from_those_that_do() {
    let evaluated = |other: &str| {
        let header = file(
            "kernel.h",
            "#include <cute/tensor.hpp>\nusing namespace cute;
             template <class T> struct Tile { static __device__ void fill() { auto smem = make_layout(T{}); } };
             template <class F> __global__ void kernel() { F::fill(); }",
        );
        let statements = many_statements();
        let program = file(
            "a.cu",
            &format!(
                "#include \"kernel.h\"
                 using Own = Tile<_6>;
                 template <class F> __global__ void other(int x) {{ {statements} }}
                 struct Nothing {{}};
                 void run(int x) {{ other<{other}><<<1, 32>>>(x); kernel<Tile<_4>><<<1, 32>>>(); }}"
            ),
        );
        let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
        let evaluation = evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false)
            .expect("nobody gives up");
        let is_sample = is_sample(&evaluation);
        (evaluation, is_sample)
    };
    let (evaluation, is_sample) = evaluated("Nothing");
    compare(&evaluation, &["smem = 4:1"]);
    assert!(!is_sample);
    // This one comes to it, by an argument of its template, and nobody knows what it finds behind the last step.
    let (evaluation, _) = evaluated("Own");
    let variable = evaluation.variables.iter().find(|variable| variable.name == "smem");
    let variable = variable.expect("the header declares it");
    let is_certain = !variable.is_sample
        && variable.answers.iter().any(|answer| answer.evaluated.value.unknown_reason().is_none());
    assert!(!is_certain, "{:?}", variable.answers);
}
