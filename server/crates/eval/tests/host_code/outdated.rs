//! An evaluation that nobody waits for any longer.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{HeaderPrograms, HostFile, evaluate_unless};
use layoutlens_library::of_language;
use layoutlens_syntax::{Language, parse, read_program};

/// A file that takes thousands of steps in each of two configurations.
fn long_file() -> HostFile {
    let step =
        "  { auto a = make_layout(make_shape(Int<4>{}, Int<8>{})); auto b = logical_divide(a, Int<2>{}); }\n";
    let code = format!(
        "#include <cute/tensor.hpp>\nusing namespace cute;\n#ifdef WIDE\nusing N = Int<8>;\n#else\nusing N = Int<4>;\n#endif\nvoid f() {{\n  auto t = make_layout(N{{}});\n{}}}\n",
        step.repeat(400)
    );
    let (_, tree) = parse(Language::Cuda, &code, None);
    let program = Arc::new(read_program(Language::Cuda, &code, &tree));
    HostFile { name: "fixture".to_owned(), language: Language::Cuda, program }
}

/// How often the evaluation looks when it is told to stop at the `last` look, and whether it has a result.
fn looks(last: usize) -> (usize, bool) {
    let looks = AtomicUsize::new(0);
    let is_outdated = || looks.fetch_add(1, Ordering::Relaxed) + 1 >= last;
    let evaluation = evaluate_unless(
        &[long_file()],
        &HeaderPrograms::default(),
        &Facts::default(),
        of_language,
        &is_outdated,
    );
    (looks.load(Ordering::Relaxed), evaluation.is_ok())
}

#[test]
fn an_outdated_evaluation_ends_and_has_no_result() {
    let (all, is_done) = looks(usize::MAX);
    assert!(is_done && all > 20, "{all} looks");
    assert_eq!(looks(1), (1, false));
    // It ends in the first configuration: there is no second one to look.
    assert_eq!(looks(3), (3, false));
}

#[test]
fn an_evaluation_may_end_in_a_configuration() {
    let (all, _) = looks(usize::MAX);
    // Configurations are run side by side: each looks once more at most.
    let (at_the_end, is_done) = looks(all);
    assert!(!is_done && at_the_end >= all, "{at_the_end} of {all} looks");
}
