//! Statements in host files: where they are found, and where not.

use layoutlens_syntax::{File, Language, SourceScope, parse};

/// One line a statement (scope, text), one line an error (`! text: message`), in the order of the text.
fn summary(file: &File, text: &str) -> String {
    let mut lines = Vec::new();
    for annotation in &file.annotations {
        let scope = &file.scopes[annotation.scope.index()];
        let scope =
            scope.name.as_deref().unwrap_or(if annotation.scope == SourceScope::FILE { "file" } else { "?" });
        let mark = if annotation.before_code { " (before code)" } else { "" };
        let text = text[annotation.range.clone()].replace('\r', "").replace('\n', "⏎");
        lines.push((annotation.range.start, format!("{scope}: {text}{mark}")));
    }
    for error in &file.errors {
        lines.push((error.range.start, format!("! {:?}: {}", &text[error.range.clone()], error.message)));
    }
    lines.sort_by_key(|&(at, _)| at);
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(language: Language, text: &str, expected: &str) {
    let (file, _) = parse(language, text, None);
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(summary(&file, text), expected.join("\n"), "{text}");
    for (unix, marked) in
        [(text.to_owned(), false), (text.replace('\n', "\r\n"), true), (format!("\u{feff}{text}"), false)]
    {
        let (other, _) = parse(language, &unix, None);
        assert_eq!(summary(&other, &unix), expected.join("\n"), "carriage returns: {marked}\n{unix:?}");
    }
}

#[test]
fn statements_stand_in_every_kind_of_cpp_comment() {
    check(
        Language::Cuda,
        "\
// License, and more prose.
// cute: allow(wrong-comment)
#include <cute/layout.hpp>
/// cute: show A
//! cute: show B
/* cute: show C */
/** cute: show D */
/*
 * Prose.
 * cute: show E
 *cute: show F
   cute: show G
 */
int x = 0; // cute: show H
int y = 0; /* cute: show I */ int z = 0;
\t//\tcute:\tshow J\t
//cute:show K
",
        "
        file: allow(wrong-comment) (before code)
        file: show A
        file: show B
        file: show C
        file: show D
        file: show E
        file: show F
        file: show G
        file: show H
        file: show I
        file: show J
        file: show K
        ",
    );
}

#[test]
fn marker_stands_only_at_the_start_of_a_comment() {
    check(
        Language::Cuda,
        r#####"
// see cute: show A
// // cute: show B
// cute::copy(src, dst);
// CUTE: show C
const char* a = "// cute: show D";
const char* b = R"x(
// cute: show E
)x";
const char* c = "\
// cute: show F";
auto cute = show ? A : B;
cute: show(G);
auto d = '"'; // cute: show H
auto e = 1'000'000; // cute: show I
auto f = "\\"; // cute: show J
"#####,
        "
        file: show H
        file: show I
        file: show J
        ",
    );
}

#[test]
fn open_bracket_goes_on_over_comment_lines() {
    check(
        Language::Cuda,
        "int i;
// cute: let A = composition((4,8):(1,4),
//       <2,
//        4>)
// prose
/* cute: let B = (4,
 *               8)
 * prose */
int x; // cute: let C = <2,
       //                4>
// cute: let D = (4,8):
// (1,4)
",
        r#"
        file: let A = composition((4,8):(1,4),⏎//       <2,⏎//        4>)
        file: let B = (4,⏎ *               8)
        file: let C = <2,⏎       //                4>
        file: let D = (4,8):
        ! ":": expected a stride after `:`, for example `(4,8):(1,4)`, found the end
        "#,
    );
}

#[test]
fn open_bracket_ends_at_the_next_statement_and_at_code() {
    check(
        Language::Cuda,
        "int i;
// cute: let A = (4,
// cute: let B = (4,8)
// cute: let C = (4,
int x;
// 8)
// cute: let D = (4,
int y; // 8)
// cute: let E = (4,
",
        r#"
        file: let A = (4,
        ! "(": `(` is never closed: add `)`
        file: let B = (4,8)
        file: let C = (4,
        ! "(": `(` is never closed: add `)`
        file: let D = (4,
        ! "(": `(` is never closed: add `)`
        file: let E = (4,
        ! "(": `(` is never closed: add `)`
        "#,
    );
}

#[test]
fn errors_point_into_the_document() {
    check(
        Language::Cuda,
        "// größe\nint größe; // cute: show A B\n// cute: show größe\n// cute:\n// cute: show (4,\n//  8) ü\n",
        r#"
        file: show A B
        ! "B": expected an operator or the end of the line, found `B`
        file: show größe
        ! "öße": expected an operator or the end of the line, found `öße`
        file: cute:
        ! "cute:": expected a statement behind `cute:`, for example `let A = (4,8):(1,4)`
        file: show (4,⏎//  8) ü
        ! "ü": expected an operator or the end of the line, found `ü`
        "#,
    );
}

#[test]
fn functions_of_cpp_are_scopes() {
    check(
        Language::Cuda,
        "
namespace a {
// cute: show A
template <class T>
__global__ void kernel(T const* src) {
  // cute: show B
  auto f = [](int x) {
    // cute: show C
  };
  kernel<<<1, 2>>>(src);
}
struct S {
  CUTE_HOST_DEVICE constexpr auto operator()(int x) const {
    // cute: show D
    return x;
  }
};
}
#if defined(X)
int main() { /* cute: show E */ }
#endif
",
        "
        file: show A
        kernel: show B
        kernel: show C
        operator(): show D
        main: show E
        ",
    );
}

#[test]
fn statements_stand_in_python_comments_and_docstrings() {
    check(
        Language::Python,
        r##"#!/usr/bin/env python
# cute: allow(wrong-comment)
"""A module.

cute: show A
"""
import cutlass  # cute: show B
text = """
cute: show C
# cute: show D
"""

class Gemm:
    """
    cute: show E
    """
    name = "# cute: show F"

    @cute.jit
    def kernel(
        self,
        a="#",
    ):
        r'''Prose.

        cute: let G = (4,
            8)
        '''
        f"""
        cute: show H
        """
        #  cute: show I
        def inner():
            return {"a": '# cute: show J'}  #cute: show K

# cute: show L
"##,
        r#"
        file: allow(wrong-comment) (before code)
        file: show A (before code)
        file: show B
        file: show E
        kernel: let G = (4,⏎            8)
        kernel: show I
        inner: show K
        file: show L
        "#,
    );
}

#[test]
fn statements_stand_in_rust_comments() {
    check(
        Language::Rust,
        r####"
//! cute: show A
/// cute: show B
fn f<'a>(x: &'a str) -> char {
    // cute: show C
    let quote = '"'; // cute: show D
    let text = "
    // cute: show E
    ";
    let raw = r#"
    // cute: show F "
    "#;
    /* cute: show G /* nested */ */
    let r#type = b'\''; // cute: show H
    'a'
}
mod m {
    impl S {
        fn g(&self) {
            /* /* cute: show I */
             * cute: show J */
        }
    }
}
"####,
        r#"
        file: show A (before code)
        file: show B (before code)
        f: show C
        f: show D
        f: show G /* nested */
        ! "*": expected an operand after `/`, found `*`
        f: show H
        g: show J
        "#,
    );
}

#[test]
fn half_typed_code_hides_no_statement() {
    check(
        Language::Cuda,
        "
const char* a = \"open;
// cute: show A
auto b = ';
// cute: show B
auto c = R\"(open;
// cute: show C
int d = (((({{{[[[;
// cute: show D
/* open
// cute: show E
",
        "
        file: show A
        file: show B
        file: show C
        file: show D
        file: show E
        ",
    );
    check(
        Language::Python,
        "
x = \"open
# cute: show A
y = foo(((
# cute: show B
def f():
    '''Doc.

    cute: show C
    '''
    z = '''
    # cute: show D
def g():
    \"\"\"Doc.

    cute: show E
    \"\"\"
",
        "
        file: show A
        file: show B
        f: show C
        f: show D
        g: show E
        ",
    );
    check(
        Language::Rust,
        "
let a = \"open;
// cute: show A
println!(\"x\");
let b = 'x;
// cute: show B
let c = r#\"open;
// cute: show C
/* /* open */
// cute: show D
",
        "
        file: show A
        file: show B
        file: show C
        file: show D
        ",
    );
}

#[test]
fn functions_with_half_typed_parameters_keep_their_statements() {
    check(
        Language::Cuda,
        "
// cute: show A
void f( {
  // cute: show B
}
void g(int a, {  // open
  if (x {
    // cute: show C
  }
}
struct S {
  void h(int a {
    // cute: show D
  }
  // cute: show E
};
void k() {
  call({1, 2}, {
    // cute: show F
  });
}
// cute: show G
",
        "
        file: show A (before code)
        f: show B
        g: show C
        h: show D
        file: show E
        k: show F
        file: show G
        ",
    );
}
