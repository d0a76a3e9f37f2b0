//! A header in the one program that includes it.

use std::sync::Arc;

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

/// What a header means in a program that includes it first.
fn in_program(header: &str, program: &str) -> HostEvaluation {
    let header = file("header.h", &format!("#include <cute/tensor.hpp>\nusing namespace cute;\n{header}"));
    let program = vec![file("main.cu", &format!("#include \"header.h\"\n{program}"))];
    let programs = HeaderPrograms { programs: vec![program], are_all: true };
    evaluate_unless(&[header], &programs, &Facts::default(), of_language, &|| false).expect("an evaluation")
}

#[test]
fn a_call_out_of_sight_makes_the_others_some_of_several() {
    let header = "inline void run(int m) { auto a = make_layout(m); }
        inline void other(int m) { auto b = make_layout(m); }
        struct Worker { void on(int m) { auto c = make_layout(m); } };
        inline void idle() { run(1); other(2); }";
    for unseen in [
        "void (*table[])(int) = {run}; table[0](9);",
        "int which = argc > 1; (which ? run : other)(9);",
        "Function chosen = nullptr; if (argc > 1) chosen = run; chosen(9);",
        "std::function<void(int)> f = argc > 1 ? run : other; f(9);",
        "auto f = run; use(f);",
        "use(&run);",
        "for (auto& entry : entries) entry.function(9);",
        "for (auto& entry : objects) entry.function(9);",
    ] {
        let around = match unseen {
            _ if unseen.contains("entries") => "static Function entries[] = {run};",
            _ if unseen.contains("objects") => "static Entry objects[] = {{1, run}, {2, nullptr}};",
            _ => "",
        };
        let program = format!(
            "using Function = void (*)(int); struct Entry {{ int id; Function function; }};
             void use(Function); {around}
             int main(int argc, char**) {{ run(7); other(3); Worker worker; worker.on(5); {unseen} }}"
        );
        compare(&in_program(header, &program), &["a = 7:1 [main.cu: calls that were run]", "c = 5:1"]);
    }
}

#[test]
fn a_pointer_to_a_function_is_followed_whatever_its_type_is_written_as() {
    let header = "template <int N> void run(int m) { auto a = make_layout(make_shape(Int<N>{}, m)); }";
    for followed in
        ["auto f = run<4>;", "auto f = &run<4>;", "void (*f)(int) = run<4>;", "void (*f)(int) = &run<4>;"]
    {
        compare(
            &in_program(header, &format!("int main() {{ run<2>(7); {followed} f(9); }}")),
            &["a = (2,7):(1,2) [main.cu: N = 2]", "a = (4,9):(1,4) [main.cu: N = 4]"],
        );
    }
    compare(&in_program(header, "int main() { run<2>(7); auto f = run<2>; }"), &["a = (2,7):(1,2)"]);
}

#[test]
fn what_a_function_calls_that_is_called_out_of_sight_is_some_of_several() {
    compare(
        &in_program(
            "inline void run(int m) { auto a = make_layout(m); }
             inline void indirect(int m) { run(m); }",
            "using Function = void (*)(int);
             int main() { run(7); Function more[] = {indirect}; more[0](8); }",
        ),
        &["a = 7:1 [main.cu: calls that were run]"],
    );
}

#[test]
fn a_class_that_a_program_instantiates_is_one_of_several() {
    let header = "template <class T, int N> struct Kernel {
          using Tile = Layout<Int<N>>;
          void run(int m) { auto a = make_layout(make_shape(Int<N>{}, m)); auto b = Tile{}; }
        };";
    compare(
        &in_program(
            header,
            "template struct Kernel<char, 3>; template class Kernel<int, 4>;
             int main() { Kernel<float, 2>{}.run(7); }",
        ),
        &[
            "a = (3,m):(1,3) [main.cu: T = char]",
            "a = (4,m):(1,4) [main.cu: T = int]",
            "a = (2,7):(1,2) [main.cu: main]",
        ],
    );
}
