//! Macros of the program around statements: what one says of how often a statement is run, of what is written and of what
//! leaves a function is never passed over.

use layout_algebra::symbolic::Facts;

use crate::{fixture::cpp, included::including};

/// What stands in front of the function, its statements, and what `a`, which begins with 4, holds behind them when g++
/// compiles it. Each of these was once shown with another number.
const ATTACKS: &[(&str, &str, i64)] = &[
    (r#"#define MY_UNROLL _Pragma("GCC unroll 4")"#, "MY_UNROLL for (int i = 0; i < 3; ++i) { a += 1; }", 7),
    ("#define MY_UNROLL", "MY_UNROLL for (int i = 0; i < 3; ++i) { a *= 2; }", 32),
    ("#define MY_UNROLL", "MY_UNROLL for (int i = 0; i < 3; ++i) a *= 2;", 32),
    ("#define MY_UNROLL", "int i = 0; MY_UNROLL while (i < 3) { a += 1; ++i; }", 7),
    ("#define MY_UNROLL", "int i = 3; MY_UNROLL do { a += 1; --i; } while (i > 0);", 7),
    ("#define LIKELY", "LIKELY if (a == 5) { a = 9; }", 4),
    // A declaration to the parser.
    ("#define LIKELY", "if (a == 4) LIKELY a = 9;", 9),
    ("#define LIKELY", "if (a == 5) LIKELY a = 9;", 4),
    ("#define LIKELY", "if (a == 4) a = 5; else LIKELY a = 9;", 5),
    ("#define LIKELY", "LIKELY a = 9;", 9),
    ("#define REPEAT(n) for (int i = 0; i < n; ++i)", "REPEAT(3) { a += 1; }", 7),
    ("#define WHEN(c) if (c)", "WHEN(a == 5) { a = 9; }", 4),
    ("#define UNLESS(c) if (!(c))", "UNLESS(a == 4) { a = 9; }", 4),
    ("#define LOOP for", "LOOP (int i = 0; i < 3; ++i) { a += 1; }", 7),
    ("#define WHILE while", "WHILE (a < 9) { a += 1; }", 9),
    ("#define IF if", "IF (a == 5) { a = 9; }", 4),
    ("#define MY_UNROLL", "MY_UNROLL for (int i = 3; i > 0; --i) { a *= 2; } a += 1;", 33),
    ("#define MY_UNROLL", "MY_UNROLL switch (a) { case 5: a = 9; break; case 4: a = 8; break; }", 8),
    ("#define ELIF else if", "if (a == 4) { a = 5; } ELIF (a == 5) { a = 9; }", 5),
    (
        r#"#define BEGIN {
#define END }"#,
        "int b = 0; if (a == 5) BEGIN b = 1; a = 9; END",
        4,
    ),
    (
        r#"#define BEGIN {
#define END }"#,
        "int b = 0; if (a == 5) BEGIN ++b; a = 9; END",
        4,
    ),
    (
        r#"#define IF_BEGIN(c) if (c) {
#define END }"#,
        "IF_BEGIN(a == 5); a = 9; END;",
        4,
    ),
    (
        r#"#define IF_BEGIN(c) if (c) {
#define END() }"#,
        "IF_BEGIN(a == 5); a = 9; END();",
        4,
    ),
    ("#define REPEAT(n) for (int i = 0; i < n; ++i)", "REPEAT(0) { a = 9; } ;", 4),
    ("#define REPEAT(n) for (int i = 0; i < n; ++i)", "REPEAT(2) REPEAT(2) { a += 1; }", 8),
    ("#define REPEAT(n) for (int i = 0; i < n; ++i)", "REPEAT(0) if (a == 4) { a = 9; }", 4),
    ("#define REPEAT(n) for (int k = 0; k < n; ++k)", "REPEAT(0) if (a == 4) a = 9;", 4),
    (
        "#define REPEAT(n) for (int k = 0; k < n; ++k)",
        "REPEAT(2) switch (a) { case 4: a = 5; break; case 5: a = 8; break; }",
        8,
    ),
    ("#define WHEN(c) if (c)", "auto f = [&] { WHEN(a == 5) { a = 9; } }; f();", 4),
    (
        "#define WHEN(c) if (c)",
        "for (int i = 0; i < 3; ++i) { WHEN(a == 5) { break; } a = 5; a = i + 6; }",
        8,
    ),
    ("#define WHEN(c) if (c)", "WHEN(a == 5) /* rare */ { a = 9; }", 4),
    (
        "#define WHEN(c) if (c)",
        r#"  WHEN(a == 5) // rare
  {
    a = 9;
  }"#,
        4,
    ),
    (
        r#"#define WHEN(c) if (c)
struct S { static void f(int& x) { WHEN(x == 5) { x = 9; } } };"#,
        "S::f(a);",
        4,
    ),
    (
        r#"#define WHEN(c) if (c)
template <class T> void g(T& x) { WHEN(x == 5) { x = 9; } }"#,
        "g(a);",
        4,
    ),
    ("#define STEP ++a;", "STEP", 5),
    ("#define STEP ++a;", "STEP STEP", 6),
    ("#define STEP ++a;", "STEP for (int i = 0; i < 1; ++i) { a *= 2; }", 10),
    ("#define GUARD(x) struct G_##x { int& r; ~G_##x() { r = 9; } } guard_##x{x}", "{ GUARD(a); }", 9),
    ("#define DEFER(x) struct G_##x { int& r; ~G_##x() { r = 9; } } guard_##x{x};", "{ DEFER(a) }", 9),
    ("#define AUTO_RUN struct G { int& r; ~G() { r = 9; } } g{a};", "{ AUTO_RUN }", 9),
    ("#define AUTO_RUN int& r = a;", "AUTO_RUN r = 9;", 9),
    ("#define CASE(x) break; case x:", "switch (a) { case 5: a = 9; CASE(4) a = 8; CASE(3) a = 2; }", 8),
    ("#define CASE(x) break; case x", "switch (a) { case 5: a = 9; CASE(4): a = 8; CASE(3): a = 2; }", 8),
    ("#define EQUALS ==", "if (a EQUALS 5) { a = 9; }", 4),
    ("#define SET(x) x = 9;", "SET(a)", 9),
    ("#define SET(x) { x = 9; }", "SET(a)", 9),
    ("#define SET(x) int& r = x; r = 9;", "SET(a);", 9),
    ("#define HOLD(x) struct G { int& r; ~G() { r = 9; } } g{x}", "{ HOLD(a); }", 9),
    ("#define HOLD(x) struct G##x { int& r; ~G##x() { r = 9; } } g##x{x}", "{ HOLD(a); }", 9),
    ("#define SET() { a = 9; }", "SET()", 9),
    ("#define SET() a = 9;", "SET()", 9),
    ("#define SET a = 9;", "SET", 9),
    ("#define SET { a = 9; }", "SET", 9),
    ("#define SET { a = 9; }", "if (true) SET", 9),
    ("#define SET() { a = 9; }", "if (true) SET()", 9),
    ("#define SET() { a = 9; }", "if (true) SET() else { a = 7; }", 9),
    ("#define SET() { a = 9; }", "for (int i = 0; i < 3; ++i) SET()", 9),
    ("#define R(x) int& r = x", "R(a); r = 9;", 9),
    (
        r#"int b = 3;
#define VARS int b = 9;"#,
        "VARS if (b == 3) { a = 3; }",
        4,
    ),
    ("#define REF int&", "REF b = a; b = 9;", 9),
    ("#define AMP &", "int AMP b = a; b = 9;", 9),
    ("#define RUN(...) __VA_ARGS__", "RUN(if (a == 5)) { a = 9; }", 4),
    (
        r#"#define CTOR(c) c() { v = 9; }
struct S { int v = 4; CTOR(S) };"#,
        "S s; a = s.v;",
        9,
    ),
    (
        r#"#define CTOR(c) c() : v(9) {}
struct S { int v = 4; CTOR(S) int w = 2; };"#,
        "S s; a = s.v;",
        9,
    ),
    (
        r#"#define OP(c) c& operator=(int x) { v = x + 1; return *this; }
struct S { int v = 4; OP(S) };"#,
        "S s; s = 8; a = s.v;",
        9,
    ),
    (
        r#"#define OP(c) c& operator=(int x) { v = x + 1; return *this; }
struct S { int v = 4; OP(S); int w = 2; };"#,
        "S s; s = 8; a = s.v;",
        9,
    ),
    (
        r#"#define DONE return
inline void f(int& x) { x = 9; DONE; x = 5; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define DONE() return
inline void f(int& x) { x = 9; DONE(); x = 5; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define DONE_IF(c) if (c) return
inline void f(int& x) { x = 9; DONE_IF(x == 9); x = 5; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define DONE_IF(c) do { if (c) return; } while (0)
inline void f(int& x) { x = 9; DONE_IF(x == 9); x = 5; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define DONE_IF(c) do { if (c) return 3; } while (0)
inline int f(int x) { DONE_IF(x == 4); return 5; }"#,
        "a = f(a);",
        3,
    ),
    (
        r#"#define MY_UNROLL
#define WRITE { a = 9; }"#,
        "label: MY_UNROLL for (int i = 0; i < 3; ++i) WRITE",
        9,
    ),
    ("#define WHEN(c) if (c)", "switch (a) { case 4: WHEN(a == 5) { a = 9; } break; case 5: a = 3; }", 4),
    ("#define WHEN(c) if (c)", "if (a == 4) { WHEN(a == 5) { a = 9; } }", 4),
    ("#define WHEN(c) if (c)", "if (a == 4) WHEN(a == 5) { a = 9; }", 4),
    ("#define WHEN(c) if (c)", "if (a == 5) a = 3; else WHEN(a == 5) { a = 9; }", 4),
    (
        r#"#define WHEN(c) if (c)
inline void nine(int& x) { x = 9; }"#,
        "WHEN(a == 5) nine(a);",
        4,
    ),
    (
        r#"#define WHEN(c) if (c)
inline void nine(int& x) { x = 9; }"#,
        "WHEN(a == 5) nine(a);",
        4,
    ),
    ("#define WHEN(c) if (c)", "WHEN(a == 5) goto end; a = 7; end:;", 7),
    (r#"#define PAR _Pragma("omp parallel for")"#, "PAR for (int i = 0; i < 3; ++i) { a += 1; }", 7),
    (
        r#"#if defined(FAST)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif"#,
        "UNROLL for (int i = 0; i < 3; ++i) { a += 1; }",
        7,
    ),
    (
        r#"#define CUDA_CHECK(x) { int e = (x); if (e != 0) { return e; } }
inline int f(int& x) { x = 3; return 0; }"#,
        "CUDA_CHECK(f(a))",
        3,
    ),
    ("#define STEP a += 1;", "if (a == 4) { STEP }", 5),
    ("#define STEP a += 1;", "if (a == 4) { STEP STEP }", 6),
    ("#define STEP a += 1;", "{ int b = 3; STEP }", 5),
    ("#define STEP a += 1;", "{ STEP int b = 3; }", 5),
    ("#define STEP a += 1;", "{ STEP int b = 3; }", 5),
    ("#define STEP a += 1;", "for (int i = 0; i < 2; ++i) { STEP }", 6),
    ("#define STEP(v) v += 1;", "for (int i = 0; i < 2; ++i) { STEP(a) }", 6),
    ("#define STEP(v) v += 1;", "STEP(a) STEP(a)", 6),
    ("#define STEP(v) v += 1;", "auto f = [&] { STEP(a) }; f();", 5),
    (
        r#"#define DTOR(n, r) ~n() { r = 9; }
struct S { int& r; DTOR(S, r) };"#,
        "{ S s{a}; }",
        9,
    ),
    (
        r#"#define BODY { v = 9; }
struct S { int v = 4; S() BODY };"#,
        "S s; a = s.v;",
        9,
    ),
    (
        r#"#define ARGS int& x
inline void f(ARGS) { x = 9; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define ARGS int& x
inline void f(ARGS) { x = 9; }"#,
        "f(a);",
        9,
    ),
    (
        r#"#define ARGS int& x, int& y
inline void f(ARGS) { x = 9; y = 8; }"#,
        "int b = 0; f(b, a);",
        8,
    ),
    (
        r#"#define ARGS int& x, int y
struct S { void f(ARGS) { x = y; } };"#,
        "S s; s.f(a, 9);",
        9,
    ),
    ("#define ARGS int& x, int y", "auto f = [](ARGS) { x = y; }; f(a, 9);", 9),
    (
        r#"#define REF &
inline void f(int REF x) { x = 9; }"#,
        "f(a);",
        9,
    ),
    ("#define PIECES(...) __VA_ARGS__", "a PIECES(+= 5;)", 9),
    ("#define JOINED(x, y) x##y", "int& by_name = a; JOINED(by_, name) += 5;", 9),
    ("#define WITH(what) a what", "WITH(+= 5;)", 9),
    ("#define INCREASED +=", "a INCREASED 5;", 9),
    ("struct S { int n = 0; };\n#define INCREASED +=", "S s; int& n = a; n INCREASED 5;", 9),
    (
        r#"#define TWICE for (int i = 0; i < 2; ++i) {
#define END }"#,
        "TWICE\n a += 3;\n END",
        10,
    ),
    (
        r#"#define IF_BEGIN(c) if (c) {
#define END }"#,
        "IF_BEGIN(a == 5)\n ++a;\n END",
        4,
    ),
];

/// Macros that leave the value of `a` certain: it is shown.
const KEPT: &[(&str, &str, i64)] = &[
    ("#define LIKELY", "LIKELY if (a == 5) { a = 9; }", 4),
    ("#define LIKELY", "LIKELY if (a == 5) a = 9; else a = 7;", 7),
    ("#define LIKELY", "LIKELY if (a == 5) { a = 9; } else { a = 7; }", 7),
    ("#define RETURN_IF(c) if (c) return a", "RETURN_IF(a == 5); a = 7;", 7),
    ("#define MY_UNROLL", "MY_UNROLL switch (a) { case 5: a = 9; break; case 4: a = 8; break; }", 8),
    ("", "[[likely]] if (a == 5) { a = 9; }", 4),
    ("#define CE constexpr", "if CE (sizeof(int) == 5) { a = 9; }", 4),
    ("#define CE constexpr", "if CE (sizeof(int) == 5) a = 9;", 4),
    ("#define CE constexpr", "if CE (sizeof(int) == 5) { a = 9; } else { a = 8; }", 8),
    ("#define NEVER if (0)", "NEVER return 3;", 4),
    ("#define REF int&", "REF b = a; b = 9;", 9),
    (
        r#"#define VOID void
VOID nine(int& x) { x = 9; }"#,
        "nine(a);",
        9,
    ),
    (
        r#"#define API inline
API void nine(int& x) { x = 9; }"#,
        "nine(a);",
        9,
    ),
    (
        r#"#define API inline
API int nine(int& x) { x = 9; return 1; }"#,
        "nine(a);",
        9,
    ),
    (
        r#"#define API static inline void
API nine(int& x) { x = 9; }"#,
        "nine(a);",
        9,
    ),
    (
        r#"#define NOEX noexcept
inline void nine(int& x) NOEX { x = 9; }"#,
        "nine(a);",
        9,
    ),
    ("#define WHEN(c) if (c)", "WHEN(a == 5) throw 3; a = 7;", 7),
    ("#define SYNC() __sync_synchronize()", "SYNC(); { a += 1; }", 5),
    (r#"#define LOG(x) do { if (x) { printf(" "); } } while (0)"#, "LOG(a) ; a = 8;", 8),
    (
        "#define CUDA_CHECK(x) do { int e = (x); if (e != 0) { return e; } } while (0)",
        "CUDA_CHECK(0); a = 8;",
        8,
    ),
    ("#define CUDA_CHECK(x) { int e = (x); if (e != 0) { throw e; } }", "CUDA_CHECK(0) a = 8;", 8),
    (
        r#"#define CUDA_CHECK(x) { int e = (x); if (e != 0) { return e; } }
inline int f(int& x) { x = 3; return 0; }"#,
        "CUDA_CHECK(f(a))",
        3,
    ),
    ("#define MAX(a, b) ((a) > (b) ? (a) : (b))", "int c = MAX(a, 3); a = c;", 4),
    (
        r#"#define TPL template <class T>
TPL void f(T& x) { x = 9; }"#,
        "f(a);",
        9,
    ),
    ("#define CONST 9", "a = CONST;", 9),
];

/// What is shown of `a` behind statements: layouts of it, none where it is unknown.
fn shown(before: &str, statements: &str) -> Vec<String> {
    let code = format!(
        "{before}\nint run() {{\n int a = 4;\n {statements}\n auto l = make_layout(a);\n return a; }}\n"
    );
    let evaluation = cpp(&code, &Facts::default());
    let of_name = evaluation.variables.iter().filter(|variable| variable.name == "l");
    of_name
        .flat_map(|variable| variable.answers.iter().map(|answer| answer.evaluated.value.to_string()))
        .collect()
}

#[test]
fn what_a_macro_of_the_program_does_to_statements_is_not_passed_over() {
    for (before, statements, holds) in ATTACKS {
        for shown in shown(before, statements) {
            // A name says no number, and `?` is unknown.
            let is_right = shown == format!("{holds}:1") || shown == "a:1" || shown == "?";
            assert!(is_right, "{before}\n{statements}\nholds {holds}, and {shown} is shown");
        }
    }
}

#[test]
fn a_macro_that_says_nothing_of_statements_leaves_values_known() {
    for (before, statements, holds) in KEPT {
        assert_eq!(shown(before, statements), [format!("{holds}:1")], "{before}\n{statements}");
    }
}

#[test]
fn a_macro_of_another_file_is_not_passed_over_either() {
    let header = "#define SET(x) x = 9;\n#define LEAVE_IF(c) if (c) return\n#define REPEAT(n) for (int i = 0; i < n; ++i)\n";
    let statements =
        ["SET(a)", "REPEAT(3) { a += 1; }", "left(a);", "UNKNOWN for (int i = 0; i < 3; ++i) { a += 1; }"];
    for statements in statements {
        let file = format!(
            "void left(int& x) {{ x = 9; LEAVE_IF(x == 9); x = 5; }}\n\
             int run() {{ int a = 4;\n {statements}\n auto l = make_layout(a);\n return a; }}\n"
        );
        let evaluation = including(header, &file);
        let of_name = evaluation.variables.iter().filter(|variable| variable.name == "l");
        for answer in of_name.flat_map(|variable| &variable.answers) {
            let shown = answer.evaluated.value.to_string();
            assert!(shown == "a:1" || shown == "?", "{statements}: {shown}");
        }
    }
}

#[test]
fn what_such_a_macro_of_another_file_does_is_not_passed_over() {
    let mut wrong = Vec::new();
    for (before, statements, holds) in ATTACKS {
        let (mut header, mut own, mut goes_on) = (String::new(), String::new(), false);
        for line in before.lines() {
            let is_of_header = goes_on || line.trim_start().starts_with("#define");
            goes_on = is_of_header && line.ends_with('\\');
            let text = if is_of_header { &mut header } else { &mut own };
            text.push_str(line);
            text.push('\n');
        }
        // What such a macro makes of a definition is not known yet, nor that `END();` closes a block.
        if !own.trim().is_empty() || statements.contains("END()") {
            continue;
        }
        let file =
            format!("int run() {{\n int a = 4;\n {statements}\n auto l = make_layout(a);\n return a; }}\n");
        let evaluation = including(&header, &file);
        let of_name = evaluation.variables.iter().filter(|variable| variable.name == "l");
        for answer in of_name.flat_map(|variable| &variable.answers) {
            let shown = answer.evaluated.value.to_string();
            if shown != format!("{holds}:1") && shown != "a:1" && shown != "?" {
                wrong.push(format!("{before}\n{statements}\nholds {holds}, and {shown} is shown"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
