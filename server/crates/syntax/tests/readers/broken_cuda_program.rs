//! What is read from CUDA C++ code that is half typed, broken or nested too deep.

use layoutlens_syntax::program::{Item, StatementKind};
use layoutlens_syntax::{Expr, ExprKind, Language, parse, read_program};

use crate::dump;

#[track_caller]
fn check(text: &str, expected: &str) {
    dump::check(Language::Cuda, text, expected);
}

/// A kernel with `line` in its middle, and what is read of it behind `auto a = ..`.
#[track_caller]
fn check_half_typed(line: &str, expected: &str) {
    let text = format!(
        "\
constexpr int kTop = 8;
template <class T>
__global__ void kernel(T const* A, int m) {{
  auto a = make_shape(Int<4>{{}}, m);
  {line}
  auto d = make_shape(a, a);
  Tensor e = make_tensor(A, d);
}}
struct S {{ int x = 3; }};
void host(int m) {{
  auto f = make_shape(m, 3);
}}
"
    );
    let read = dump::dump(Language::Cuda, &text);
    let around = [
        "const kTop: int = 8",
        "broken @__global__ fn kernel<type T>(const ptr A: T, m: int) -> void",
        "  let a = make_shape(Int<4>{}, m)",
    ];
    let behind = ["class S()", "  let x: int = 3", "fn host(m: int) -> void", "  let f = make_shape(m, 3)"];
    let lines: Vec<&str> = read.lines().collect();
    assert_eq!(lines[..3], around, "{text}");
    let end = lines.iter().position(|line| *line == "class S()").expect("the class behind the kernel");
    assert_eq!(lines[end..].join("\n").replace("broken ", ""), behind.join("\n"), "{text}");
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let found: Vec<&str> = lines[3..end].iter().map(|line| line.trim()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_half_typed_statement_takes_no_other_with_it() {
    const REST: &str = "let d = make_shape(a, a)\nlet e: Tensor = make_tensor(A, d)";
    for line in
        ["auto x = make_layout(make_shape(4,", "auto x =", "auto x", "auto x = a.", "auto x = a ? b :"]
    {
        let broken = "!unread: it has a syntax error\nlet x = ?(it has a syntax error)\n";
        check_half_typed(line, &format!("{broken}{REST}"));
    }
    // What is assigned may have been declared outside of the block.
    let written = "!unread: it has a syntax error\n(unread)(x)\nlet x = ?(it has a syntax error)\n";
    check_half_typed("x = a", &format!("{written}{REST}"));
    for line in ["copy(a,", "return", "a."] {
        check_half_typed(line, &format!("!unread: it has a syntax error\n{REST}"));
    }
    check_half_typed("{", &format!("block\n{REST}"));
    check_half_typed("if (x) {", &format!("if x\n{REST}"));
    check_half_typed(
        "for (int i = 0; i <",
        &format!("!unread: it has a syntax error\nlet i = ?(it has a syntax error)\n{REST}"),
    );
}

#[test]
fn a_file_that_ends_in_a_definition_keeps_it() {
    check(
        "\
template <class T>
__global__ void kernel(T const* A) {
  auto a = make_shape(Int<4>{}, 2);
#if 1
  auto b = make_layout(a);
  for (int i = 0; i < 3; ++i) {
    auto c = b(i);
    au",
        "
        broken @__global__ fn kernel<type T>(const ptr A: T) -> void
          (unread)(i)
          let a = make_shape(Int<4>{}, 2)
          !unread: it has a syntax error
          let b = make_layout(a)
          loop i
            let c = b(i)
            (unread)(i)
            !unread: it has a syntax error
        ",
    );
}

#[test]
fn parameters_with_a_syntax_error_are_none() {
    check(
        "void f(int a, Broken b c, int d) { g(a); }\n",
        "
        broken fn f() -> void
          !unread: it has a syntax error
          let a = ?(it has a syntax error)
          let c = ?(it has a syntax error)
          let d = ?(it has a syntax error)
          g(a)
        ",
    );
}

#[test]
fn what_is_nested_too_deep_is_not_read() {
    let text = format!("auto x = {}1{};\n", "f(".repeat(2000), ")".repeat(2000));
    let (_, tree) = parse(Language::Cuda, &text, None);
    let program = read_program(Language::Cuda, &text, &tree);
    let [Item::Statement(statement)] = program.items.as_slice() else { panic!("one statement") };
    let StatementKind::Declare(declaration) = &statement.kind else { panic!("a declaration") };
    let mut depth = 0;
    let mut value: &Expr = declaration.value.as_ref().expect("a value");
    while let ExprKind::Invoke { arguments, .. } = &value.kind {
        value = &arguments[0].value;
        depth += 1;
    }
    assert_eq!(value.kind, ExprKind::Opaque("it is nested too deep".into()));
    assert!((100..=256).contains(&depth), "{depth}");
}

/// Each form nests in itself, open and closed.
#[test]
fn deep_nesting_of_any_form_is_read() {
    let forms = [
        ("auto x = ", "f(", "1", ")"),
        ("auto x = ", "-", "1", ""),
        ("auto x = ", "1 + ", "1", ""),
        ("auto x = ", "[&](auto y) { return ", "1", "; }"),
        ("auto x = ", "a.b", "", ""),
        ("auto x = ", "a ? b : ", "c", ""),
        ("auto x = ", "i < size<1>(x) && ", "c", ""),
        ("using X = ", "A<", "int", ">"),
        ("using X = ", "A::", "B", ""),
        ("", "if (x) { ", "y;", "}"),
        ("", "if (x) y; else ", "z", ""),
        ("", "for (;;) ", "y", ""),
        ("", "x = ", "3", ""),
        ("", "struct S { ", "int x;", "};"),
        ("", "namespace a { ", "int x;", "}"),
        ("", "template <class T> ", "void f();", ""),
        ("", "#if X\n", "int x;", "\n#endif\n"),
        ("int ", "*", "x", ""),
        ("", "switch (x) { case 1: ", "y;", "}"),
    ];
    for (before, open, inside, close) in forms {
        for text in [
            format!("{before}{}{inside}{};\n", open.repeat(1500), close.repeat(1500)),
            format!("void f() {{ {before}{}{inside}{};\n}}\n", open.repeat(1500), close.repeat(1500)),
            format!("void f() {{ {before}{}{inside}", open.repeat(1500)),
        ] {
            let (_, tree) = parse(Language::Cuda, &text, None);
            let program = read_program(Language::Cuda, &text, &tree);
            assert!(!program.items.is_empty() || program.imports.is_empty(), "{before}{open}");
        }
    }
}

#[test]
fn code_that_is_cut_anywhere_is_read() {
    let text = "\
namespace a { template <class T> struct S : B<T> { int x = 3; S(int n) : x{n} {} };
template <class T, int N = 3> __global__ void k(T const* A, int m) {
  auto [p, q] = f<0>(A, [&](auto i) { return i < size<1>(m); });
#if defined(X) && Y > 2
  for (int i = 0; i < m; ++i) { switch (i) { case 0: g(decltype(p){}); break; default: { x = y = q(_, i); } } }
#else
  kernel<T, N><<<dim3(1), 2>>>(p, *q, &m);
#endif
} }
";
    for end in 0..=text.len() {
        let text = &text[..end];
        let (_, tree) = parse(Language::Cuda, text, None);
        for item in read_program(Language::Cuda, text, &tree).items {
            let range = match item {
                Item::Function(function) => function.range,
                Item::Class(class) => class.range,
                Item::Statement(statement) => statement.range,
            };
            assert!(text.get(range).is_some(), "{text}");
        }
    }
}

/// Signs of several bytes stand wherever somebody types them.
#[test]
fn broken_code_with_letters_of_other_alphabets_is_read() {
    for line in [
        "é x = (a += 1, 𝔸 b = é);",
        "int 𝔸n = (é->*f)(;",
        "(é, b) = 5 = ;",
        "auto é𝔸 x = (++é, --𝔸);",
        "x𝔸 = (in >> é, &𝔸);",
        "é = (𝔸 = 1, é++);",
    ] {
        let text = format!("#include <cute/tensor.hpp>\nvoid f() {{\n  {line}\n  auto d = 4;\n}}\n");
        let (_, tree) = parse(Language::Cuda, &text, None);
        let program = read_program(Language::Cuda, &text, &tree);
        assert!(!program.items.is_empty(), "{line}");
    }
}
