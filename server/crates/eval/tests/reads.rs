//! What a run of a file's functions read: an evaluation that keeps what an edit did not reach shows what a new one shows.

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
    HostEvaluation, HostFile, Revision, Variable, evaluate_program, evaluate_with_reads,
};
use layoutlens_library::of_language;
use layoutlens_syntax::{
    Language, parse,
    program::{Item, Program},
    read_program,
};

fn file(text: &str) -> HostFile {
    let (_, tree) = parse(Language::Cuda, text, None);
    let program = Arc::new(read_program(Language::Cuda, text, &tree));
    HostFile { name: "edited.cu".to_owned(), language: Language::Cuda, program }
}

/// What is shown of a variable, but for where it stands.
fn shown(variable: &Variable) -> String {
    let mut text = format!("{} {:?}", variable.name, variable.kind);
    for answer in &variable.answers {
        let site = answer.site.as_ref().map(|site| &site.label);
        let _ = write!(text, " | {} for {site:?} {:?}", answer.evaluated.value, answer.thread);
    }
    text
}

/// What is shown in a stretch of text, each with its place in it.
fn shown_in(evaluation: &HostEvaluation, range: &Range<usize>) -> Vec<(usize, String)> {
    let within = evaluation.variables.iter().filter(|variable| range.contains(&variable.range.start));
    within.map(|variable| (variable.range.start - range.start, shown(variable))).collect()
}

/// The same in a stretch of another evaluation, which supposes what nothing gives, as a run that is recorded does not. It
/// comes to code to which that one did not come: what it shows there for what is supposed alone is left out.
fn shown_beside(
    recorded: &[(usize, String)],
    evaluation: &HostEvaluation,
    range: &Range<usize>,
) -> Vec<(usize, String)> {
    let is_for_suppositions = |at: usize| {
        let mut there =
            evaluation.variables.iter().filter(|variable| variable.range.start == range.start + at);
        there.any(|variable| !variable.supposed.is_empty())
    };
    let is_recorded = |at: usize| recorded.iter().any(|(own, _)| *own == at);
    let mut shown = shown_in(evaluation, range);
    shown.retain(|(at, _)| is_recorded(*at) || !is_for_suppositions(*at));
    shown
}

/// The names of the functions that an edit leaves as they are; what is shown of each is what a new evaluation shows.
fn kept(old: &str, new: &str) -> Vec<String> {
    let (before, after) = (file(old), file(new));
    let (evaluation, reads) =
        evaluate_with_reads(std::slice::from_ref(&before), &Facts::default(), of_language)
            .expect("an evaluation");
    let fresh = evaluate_program(std::slice::from_ref(&after), &Facts::default(), of_language);
    let plain = evaluate_program(std::slice::from_ref(&before), &Facts::default(), of_language);
    let everywhere = 0..usize::MAX;
    let recorded = shown_in(&evaluation, &everywhere);
    assert_eq!(
        recorded,
        shown_beside(&recorded, &plain, &everywhere),
        "a run that is recorded shows what another one shows:\n{old}"
    );
    let revision = |file, text| -> Revision<'_> { Revision { program: program_of(file), text } };
    let kept = reads.kept_in(revision(&before, old), revision(&after, new), false);
    for (own, other) in &kept {
        let recorded = shown_in(&evaluation, own);
        assert_eq!(
            recorded,
            shown_beside(&recorded, &fresh, other),
            "kept: {}\nafter the edit of\n{old}\nto\n{new}",
            old.get(own.clone()).unwrap_or_default()
        );
    }
    let name =
        |range: &Range<usize>| names(program_of(&before)).get(&range.start).cloned().unwrap_or_default();
    kept.iter().map(|(own, _)| name(own)).collect()
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
fn what_reads_a_variable_that_the_edit_writes_is_not_kept() {
    let code = |edit: &str| {
        format!(
            "{HEAD}int n = 4;\nvoid f() {{ auto a = make_layout(n); }}\n\
             void g() {{ {edit} auto b = make_layout(Int<8>{{}}); }}\nvoid h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("n = 5;")), ["h"]);
}

#[test]
fn what_reads_it_through_a_pointer_or_a_function_is_not_kept() {
    let code = |edit: &str| {
        format!(
            "{HEAD}int n = 4;\nint* p = &n;\nvoid set() {{ *p = 8; }}\nvoid f() {{ auto a = make_layout(n); }}\n\
             void g() {{ {edit} auto b = make_layout(Int<8>{{}}); }}\nvoid h() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    assert_eq!(kept(&code(""), &code("*p = 5;")), ["h"]);
    assert_eq!(kept(&code(""), &code("set();")), ["h"]);
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
fn python_reads_everything() {
    let text = "import cutlass.cute as cute\ndef f():\n    a = cute.make_layout(4)\n";
    let (_, tree) = parse(Language::Python, text, None);
    let program = Arc::new(read_program(Language::Python, text, &tree));
    let file = HostFile { name: "a.py".to_owned(), language: Language::Python, program };
    let (_, reads) = evaluate_with_reads(std::slice::from_ref(&file), &Facts::default(), of_language)
        .expect("an evaluation");
    let revision = Revision { program: program_of(&file), text };
    assert!(reads.kept_in(revision, revision, false).is_empty());
}

/// What functions read of two files and of what statements say, by their names.
#[test]
fn the_record_says_what_each_function_called_and_read() {
    let header = "#pragma once\nconstexpr int ROWS = 4;\n";
    let text = "#include <cute/tensor.hpp>\n#include \"sizes.hpp\"\nusing namespace cute;\nconstexpr int COLUMNS = 8;\n\
                auto inner(int n) { auto a = make_layout(make_shape(n, Int<ROWS>{})); return a; }\n\
                void caller() { auto b = inner(COLUMNS); }\n\
                void asking(int k) { auto c = make_layout(k); }\n\
                void alone() { auto d = make_layout(Int<2>{}); }\n";
    let files = [file(text), HostFile { name: "sizes.hpp".to_owned(), ..file(header) }];
    let facts = Facts::default().value("k", 16);
    let (evaluation, reads) = evaluate_with_reads(&files, &facts, of_language).expect("an evaluation");
    let shown = shown_in(&evaluation, &(0..text.len()));
    assert!(shown.iter().any(|(_, variable)| variable.contains("(8,4):(1,8)")), "{shown:?}");

    let names = names(program_of(&files[0]));
    let told: BTreeMap<&str, String> = reads
        .functions()
        .iter()
        .map(|(function, read)| {
            let calls: Vec<&str> = read.calls.iter().map(|called| names[&called.byte()].as_str()).collect();
            let files: Vec<usize> = read.files.iter().map(|file| file.index()).collect();
            let told = format!(
                "calls {calls:?}, reads {:?} of {files:?}, asks facts: {}",
                read.names, read.asked_facts
            );
            (names[&function.byte()].as_str(), told)
        })
        .collect();
    let expected = BTreeMap::from([
        ("inner", r#"calls [], reads {"ROWS"} of [1], asks facts: false"#.to_owned()),
        ("caller", r#"calls ["inner"], reads {"COLUMNS", "inner"} of [], asks facts: false"#.to_owned()),
        ("asking", "calls [], reads {} of [], asks facts: true".to_owned()),
        ("alone", "calls [], reads {} of [], asks facts: false".to_owned()),
    ]);
    assert_eq!(told, expected);
}

#[test]
fn where_statements_say_something_else_what_asked_them_is_not_kept() {
    let code = |size: u32| {
        format!(
            "{HEAD}void asking(int k) {{ auto a = make_layout(k); }}\n\
             void edited() {{ auto b = make_layout(Int<{size}>{{}}); }}\n\
             void alone() {{ auto c = make_layout(Int<2>{{}}); }}\n"
        )
    };
    let (old, new) = (code(4), code(8));
    let (before, after) = (file(&old), file(&new));
    let facts = Facts::default().value("k", 16);
    let (_, reads) =
        evaluate_with_reads(std::slice::from_ref(&before), &facts, of_language).expect("an evaluation");
    let kept = |have_facts_changed| -> Vec<String> {
        let revisions = [(&before, &old), (&after, &new)]
            .map(|(file, text)| Revision { program: program_of(file), text: text.as_str() });
        let [old, new] = revisions;
        let names = names(program_of(&before));
        let kept = reads.kept_in(old, new, have_facts_changed);
        kept.iter().map(|(own, _)| names[&own.start].clone()).collect()
    };
    assert_eq!(kept(false), ["asking", "alone"]);
    assert_eq!(kept(true), ["alone"]);
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
        // A number in the last function of each file, one in the first, and one in the middle.
        let middle = all.values().nth(all.len() / 2);
        for (_, range) in [all.values().next_back(), all.values().next(), middle].into_iter().flatten() {
            let Some(edited) = with_another_number(&text, range) else { continue };
            edits += 1;
            functions_there += all.len();
            functions_kept += kept(&text, &edited).len();
        }
    }
    println!("{edits} edits: {functions_kept} of {functions_there} functions kept");
    assert!(edits > 100 && functions_kept > 200, "{edits} edits: {functions_kept} of {functions_there} kept");
}
