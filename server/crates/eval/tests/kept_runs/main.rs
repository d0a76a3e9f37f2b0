//! What is kept of an earlier revision of a file: an evaluation beside it shows what a new one shows.

mod few;
mod of_templates;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{
    Answer, HeaderPrograms, HostEvaluation, HostFile, KeptRuns, Stated, evaluate_beside_known,
    evaluate_program,
};
use layoutlens_library::of_language;
use layoutlens_syntax::{
    Language, parse,
    program::{Item, Program},
    read_program,
};

fn file_in(language: Language, text: &str) -> HostFile {
    let (_, tree) = parse(language, text, None);
    HostFile { name: "edited".to_owned(), language, program: Arc::new(read_program(language, text, &tree)) }
}

fn file(text: &str) -> HostFile {
    file_in(Language::Cuda, text)
}

/// An evaluation of files of which the first has this text, beside what is known.
fn beside(
    files: &[HostFile],
    text: &str,
    facts: &Facts,
    known: Option<&KeptRuns>,
) -> (HostEvaluation, Option<KeptRuns>) {
    let stated = Stated { facts: facts.clone(), parameters: Vec::new() };
    let (alone, revision) = (HeaderPrograms::default(), (text, known));
    evaluate_beside_known(files, &alone, &stated, of_language, &|| false, revision).expect("an evaluation")
}

/// What is shown of an evaluation, each with where it stands.
fn shown(evaluation: &HostEvaluation) -> Vec<String> {
    let answer = |answer: &Answer| {
        let Answer { evaluated, site, thread, .. } = answer;
        format!("{} {:?} for {site:?} {thread:?}", evaluated.value, evaluated.verdict)
    };
    let answers = |all: &[Answer]| all.iter().map(answer).collect::<Vec<_>>().join(" | ");
    let mut all = Vec::new();
    for variable in &evaluation.variables {
        let mut text = format!(
            "{:?} {} {:?} of {:?} in {:?}: {}",
            variable.range,
            variable.name,
            variable.kind,
            variable.statement,
            variable.visible,
            answers(&variable.answers)
        );
        for supposed in &variable.supposed {
            let _ = write!(text, " if {}: {}", supposed.condition, answer(&supposed.answer));
        }
        all.push(text);
    }
    all.extend(evaluation.nodes.iter().map(|node| format!("{:?}: {}", node.range, answers(&node.answers))));
    all.extend(evaluation.problems.iter().map(|problem| format!("{problem:?}")));
    all
}

/// The names of the functions that are not run again behind an edit. What is shown is what a new evaluation shows, and so
/// it is when the edit is taken back.
fn kept_beside(others: &[HostFile], old: &str, new: &str, facts: &Facts) -> Vec<String> {
    let files =
        |text: &str| -> Vec<HostFile> { std::iter::once(file(text)).chain(others.iter().cloned()).collect() };
    let (before, after) = (files(old), files(new));
    let (first, known) = beside(&before, old, facts, None);
    assert_eq!(shown(&first), shown(&evaluate_program(&before, facts, of_language)), "recorded:\n{old}");
    let (live, next) = beside(&after, new, facts, known.as_ref());
    let fresh = shown(&evaluate_program(&after, facts, of_language));
    assert_eq!(shown(&live), fresh, "after the edit of\n{old}\nto\n{new}");
    let (again, _) = beside(&before, old, facts, next.as_ref());
    assert_eq!(shown(&again), shown(&first), "the edit of\n{old}\nto\n{new}\nwas taken back");
    let names = names(program_of(&after[0]));
    let taken = next.map(|next| next.taken_over().to_vec()).unwrap_or_default();
    taken.iter().map(|start| names.get(&start.byte()).cloned().unwrap_or_default()).collect()
}

fn kept(old: &str, new: &str) -> Vec<String> {
    kept_beside(&[], old, new, &Facts::default())
}

fn program_of(file: &HostFile) -> &Program {
    &file.program
}

/// The functions of a file with those of its classes, by the bytes where they begin.
fn functions(program: &Program) -> BTreeMap<usize, (String, Range<usize>)> {
    fn add(items: &[Item], all: &mut BTreeMap<usize, (String, Range<usize>)>) {
        for item in items {
            match item {
                Item::Function(function) => {
                    let entry = (function.name.text.clone(), function.range.clone());
                    all.insert(function.range.start, entry);
                }
                Item::Class(class) => add(&class.members, all),
                Item::Statement(_) => {}
            }
        }
    }
    let mut all = BTreeMap::new();
    add(&program.items, &mut all);
    all
}

fn names(program: &Program) -> BTreeMap<usize, String> {
    functions(program).into_iter().map(|(start, (name, _))| (start, name)).collect()
}

const HEAD: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

#[test]
fn functions_that_know_nothing_of_each_other_are_kept() {
    let code = |size: u32| {
        format!(
            "{HEAD}void f() {{ auto a = make_layout(make_shape(Int<{size}>{{}}, Int<8>{{}})); }}\n\
             void g() {{ auto b = make_layout(make_shape(Int<2>{{}}, Int<8>{{}})); }}\n"
        )
    };
    assert_eq!(kept(&code(4), &code(16)), ["g"]);
}

#[test]
fn templates_and_what_launches_them_are_kept_where_they_stand_now() {
    let code = |edit: &str| {
        format!(
            "{HEAD}void first() {{ auto a = make_layout(Int<4>{{}});{edit} }}\n\n\
             template <class Element, int kRows>\n\
             __global__ void kernel(Element* p) {{ auto b = make_layout(Int<kRows>{{}}); }}\n\n\
             void launch(float* p) {{ kernel<float, 8><<<1, 32>>>(p); }}\n\
             template <int kRows> void open() {{ auto c = make_layout(make_shape(Int<kRows>{{}}, Int<2>{{}})); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code(" int longer;")), ["launch", "open"]);
    assert_eq!(kept(&code(""), &code(" launch(nullptr);")), ["open"]);
}

#[test]
fn what_is_called_or_calls_is_not_kept() {
    let code = |size: u32| {
        format!(
            "{HEAD}auto inner(int n) {{ auto a = make_layout(n); return a; }}\n\
             void f() {{ auto b = inner({size}); }}\n\
             void other() {{ auto c = make_layout(Int<8>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(4), &code(16)), ["other"]);
}

#[test]
fn where_another_variable_may_change_all_is_run_again() {
    let code = |edit: &str| {
        format!(
            "{HEAD}static int n = 4;\nvoid f() {{ auto a = make_layout(n); }}\n\
             void g() {{ {edit} auto b = make_layout(Int<8>{{}}); }}\nvoid h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("n = 5;")), Vec::<String>::new());
    assert_eq!(kept(&code(""), &code("int* p = &n; *p = 5;")), Vec::<String>::new());
    assert_eq!(kept(&code("n = 5;"), &code("n = 6;")), ["f", "h"]);
}

#[test]
fn a_variable_that_anything_may_change_is_read_as_before() {
    let code = |edit: &str| {
        format!(
            "{HEAD}int n = 4;\nint* p = &n;\nvoid set() {{ *p = 8; }}\nvoid f() {{ auto a = make_layout(n); }}\n\
             void g() {{ {edit} auto b = make_layout(n); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("*p = 5;")), ["set", "f"]);
    assert_eq!(kept(&code(""), &code("set();")), ["f"]);
}

#[test]
fn a_function_that_the_edit_begins_to_call_is_not_kept() {
    let code = |edit: &str| {
        format!(
            "{HEAD}void f(int n) {{ auto a = make_layout(n); }}\nvoid g() {{ {edit} }}\n\
             void h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("f(5);")), ["h"]);
}

#[test]
fn methods_of_a_class_that_the_edit_names_are_not_kept() {
    let code = |edit: &str| {
        format!(
            "{HEAD}template <int N> struct S {{ void m() {{ auto a = make_layout(Int<N>{{}}); }} }};\n\
             using T = S<4>;\nvoid g() {{ {edit} }}\nvoid h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("T t; t.m();")), ["h"]);
}

#[test]
fn an_edit_outside_of_functions_or_of_the_preprocessor_reaches_all() {
    let code = |size: u32, edit: &str| {
        format!(
            "{HEAD}constexpr int N = {size};\nvoid f() {{\n{edit}\n}}\nvoid g() {{ auto a = make_layout(Int<N>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(4, ""), &code(8, "")), Vec::<String>::new());
    assert_eq!(kept(&code(4, ""), &code(4, "#define N 8")), Vec::<String>::new());
}

#[test]
fn python_is_run_again() {
    let text = "import cutlass.cute as cute\ndef f():\n    a = cute.make_layout(4)\n";
    let files = [file_in(Language::Python, text)];
    assert!(beside(&files, text, &Facts::default(), None).1.is_none());
}

#[test]
fn an_edit_that_is_taken_back_is_known_whole() {
    let code = |size: u32| {
        format!(
            "{HEAD}void f() {{ auto a = make_layout(make_shape(Int<{size}>{{}}, Int<8>{{}})); }}\n\
             void g() {{ auto b = make_layout(make_shape(Int<2>{{}}, Int<8>{{}})); }}\n"
        )
    };
    let (old, new) = (code(4), code(16));
    let (_, first) = beside(&[file(&old)], &old, &Facts::default(), None);
    let (_, second) = beside(&[file(&new)], &new, &Facts::default(), first.as_ref());
    let (_, third) = beside(&[file(&old)], &old, &Facts::default(), second.as_ref());
    assert_eq!(third.map(|third| third.taken_over().len()), Some(2));
}

#[test]
fn what_another_file_calls_reaches_all() {
    let header = "#pragma once\nint own(int);\ninline int of_header(int n) { return own(n); }\n";
    let code = |size: u32| {
        format!(
            "{HEAD}int own(int n) {{ return n * {size}; }}\n\
             void f() {{ auto a = make_layout(of_header(4)); }}\n"
        )
    };
    let others = [HostFile { name: "sizes.hpp".to_owned(), ..file(header) }];
    assert_eq!(kept_beside(&others, &code(4), &code(8), &Facts::default()), Vec::<String>::new());
}

#[test]
fn what_another_file_calls_leads_to_what_it_calls_itself() {
    let header = "#pragma once\nint middle(int);\ninline int of_header(int n) { return middle(n); }\n\
                  #define BY_MACRO(n) middle(n)\n";
    let code = |size: u32| {
        format!(
            "{HEAD}int edited(int n) {{ return n * {size}; }}\nint middle(int n) {{ return edited(n); }}\n\
             void f() {{ auto a = make_layout(of_header(4)); }}\n\
             void g() {{ auto b = make_layout(BY_MACRO(4)); }}\n\
             void h() {{ auto c = make_layout(Int<8>{{}}); }}\n"
        )
    };
    let others = [HostFile { name: "sizes.hpp".to_owned(), ..file(header) }];
    assert_eq!(kept_beside(&others, &code(4), &code(8), &Facts::default()), ["h"]);
}

#[test]
fn a_default_of_a_template_parameter_reaches_parameters_of_its_name() {
    let code = |size: u32| {
        format!(
            "{HEAD}template <int kRows = {size}> void f() {{ auto a = make_layout(Int<kRows>{{}}); }}\n\
             template <int kRows> void g() {{ auto b = make_layout(Int<kRows>{{}}); }}\n\
             template <int kColumns> void h() {{ auto c = make_layout(Int<kColumns>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(32), &code(96)), ["h"]);
}

#[test]
fn whether_the_file_predicates_reaches_all() {
    let code = |edit: &str| {
        format!(
            "{HEAD}void f(int m) {{ Tensor a = make_tensor(make_gmem_ptr((float*)0), make_layout(m)); \
             Tensor b = local_tile(a, make_shape(Int<8>{{}}), make_coord(0)); }}\n\
             void g() {{ {edit} }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("copy_if(p, s, d);")), Vec::<String>::new());
    assert_eq!(kept(&code(""), &code("int x;")), ["f"]);
}

#[test]
fn an_open_bracket_leaves_other_functions_known() {
    let code = |edit: &str| {
        format!(
            "{HEAD}void f() {{\n  auto a = make_layout(Int<4>{{}});\n}}\n\nvoid g() {{\n  auto b = make_layout(Int<2>{{}}{edit});\n}}\n\n\
             void h() {{\n  auto c = make_layout(Int<8>{{}});\n}}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("(")), ["f", "h"]);
}

#[test]
fn where_statements_say_something_else_all_is_run_again() {
    let code = |size: u32| {
        format!(
            "{HEAD}void asking(int k) {{ auto a = make_layout(k); }}\n\
             void edited() {{ auto b = make_layout(Int<{size}>{{}}); }}\n"
        )
    };
    let (old, new) = (code(4), code(8));
    let facts = |k: i64| Facts::default().value("k", k);
    assert_eq!(kept_beside(&[], &old, &new, &facts(16)), ["asking"]);
    let (_, known) = beside(&[file(&old)], &old, &facts(16), None);
    let (live, next) = beside(&[file(&new)], &new, &facts(32), known.as_ref());
    assert_eq!(shown(&live), shown(&evaluate_program(&[file(&new)], &facts(32), of_language)));
    assert_eq!(next.map(|next| next.taken_over().len()), Some(0));
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of fixtures") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files_below(&path, files),
            false => files.push(path),
        }
    }
}

/// The text with the first number behind `from` made another one.
fn with_another_number(text: &str, range: &Range<usize>) -> Option<String> {
    let body = text.get(range.clone())?;
    let is_number = |at: usize| {
        let before = body.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_')
    };
    let mut numbers = body.match_indices(|sign: char| ('2'..='8').contains(&sign));
    let (at, digit) = numbers.rfind(|(at, _)| is_number(*at))?;
    let other = if digit == "4" { "8" } else { "4" };
    let at = range.start + at;
    Some(format!("{}{other}{}", text.get(..at)?, text.get(at + 1..)?))
}

/// Several fixtures as one file, each in a namespace of its own; `None` where the preprocessor has a say in one.
fn joined(texts: &[String]) -> Option<String> {
    let mut all = HEAD.to_owned();
    for (index, text) in texts.iter().enumerate() {
        let rest: Vec<&str> = text.lines().filter(|line| !line.starts_with("#include")).collect();
        if rest.iter().any(|line| line.contains('#')) {
            return None;
        }
        let _ = writeln!(all, "namespace n{index} {{\n{}\n}}", rest.join("\n"));
    }
    Some(all)
}

#[test]
fn what_is_kept_of_fixtures_is_what_a_new_evaluation_shows() {
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host/cpp"), &mut files);
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).expect("a fixture")).collect();
    let (mut functions_there, mut functions_kept, mut edits) = (0, 0, 0);
    for text in texts.chunks(4).filter_map(joined) {
        let program = file(&text);
        let all = functions(&program.program);
        // A number in the last function of each file, and one in the first.
        for (_, range) in [all.values().next_back(), all.values().next()].into_iter().flatten() {
            let Some(edited) = with_another_number(&text, range) else { continue };
            edits += 1;
            functions_there += all.len();
            functions_kept += kept(&text, &edited).len();
        }
    }
    println!("{edits} edits: {functions_kept} of {functions_there} functions kept");
    assert!(edits > 80 && functions_kept > 150, "{edits} edits: {functions_kept} of {functions_there} kept");
}
