//! Files that only instantiate and call what their headers define.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{HeaderPrograms, HostEvaluation, HostFile, evaluate_unless};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

use crate::fixture::compare;

fn file(name: &str, code: &str) -> HostFile {
    let (_, tree) = parse(Language::Cuda, code, None);
    let program = Arc::new(read_program(Language::Cuda, code, &tree));
    HostFile { name: name.to_owned(), language: Language::Cuda, program }
}

/// What is found of a program around a header that takes thousands of steps, and how often it was looked whether anybody
/// waits.
fn run(main: &str) -> (HostEvaluation, usize) {
    let step =
        "  { auto a = make_layout(make_shape(Int<N>{}, Int<8>{})); auto b = logical_divide(a, Int<2>{}); }\n";
    let header = format!(
        "#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <int N> void kernel(int* p) {{\n{}}}\ntemplate <int N> void launch(int* p);\n",
        step.repeat(400)
    );
    let files = [file("main.cu", &format!("#include \"header.h\"\n{main}")), file("header.h", &header)];
    let looks = AtomicUsize::new(0);
    let is_outdated = || {
        looks.fetch_add(1, Ordering::Relaxed);
        false
    };
    let evaluation =
        evaluate_unless(&files, &HeaderPrograms::default(), &Facts::default(), of_language, &is_outdated)
            .expect("an evaluation");
    (evaluation, looks.load(Ordering::Relaxed))
}

#[test]
fn an_instantiation_of_what_a_header_defines_is_not_run_in_its_file() {
    let (_, looks) = run("template void kernel<64>(int* p);");
    assert!(looks < 4, "{looks} looks");
    let (_, looks) = run("#ifndef NO_64\ntemplate <> void launch<64>(int* p) { kernel<64>(p); }\n#endif");
    assert!(looks < 4, "{looks} looks");
}

#[test]
fn a_file_with_a_function_of_its_own_beside_runs_what_it_calls() {
    let (evaluation, looks) =
        run("template <int N> void own(int* p) { kernel<N>(p); auto a = make_layout(Int<N>{}); }
             template void own<64>(int* p);");
    assert!(looks > 4, "{looks} looks");
    compare(&evaluation, &["a = 64:1"]);
}

#[test]
fn a_function_that_a_header_calls_is_run_for_what_it_is_given() {
    let header = "#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <class P> void use(P p) {}
        template <class P> void all(int* p) { use(P{}); hook(make_layout(Int<4>{})); }";
    let main =
        "#include \"header.h\"\ntemplate <class L> void hook(L l) { use(l); }\ntemplate void all<int>(int*);";
    let files = [file("main.cu", main), file("header.h", header)];
    let evaluation =
        evaluate_unless(&files, &HeaderPrograms::default(), &Facts::default(), of_language, &|| false)
            .expect("one");
    compare(&evaluation, &["l = 4:1"]);
}
