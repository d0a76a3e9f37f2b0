//! Replaces what tree-sitter cannot read of CuTe's C++: its macros, parts of declarations, values made of dependent
//! types, comparisons in template arguments.
//!
//! `CUTE_HOST_DEVICE auto f()` has two types for tree-sitter. Blanks of equal length keep every byte where it is.

mod declaration;
mod directive_comment;
mod edit;
mod empty_macro;
pub(crate) mod half_typed;
mod lambda_macro;
mod lexeme;
mod nested_lists;
mod pragma;
mod sized_type;
mod statement_argument;
mod statement_macro;
pub(crate) mod stray_end;
mod template_call;
mod type_expression;

pub(crate) use self::declaration::EMPTY_DEFAULT;
use std::ops::Range;

use self::edit::{Edit, is_word, occurrences};

/// Macros that expand to attributes, specifiers or pragmas: the code parses without them.
const MACROS: [&str; 24] = [
    "CUTE_DEVICE",
    "CUTE_GMMA_DEVICE",
    "CUTE_GRID_CONSTANT",
    "CUTE_HOST",
    "CUTE_HOST_DEVICE",
    "CUTE_HOST_RTC",
    "CUTE_INLINE_CONSTANT",
    "CUTE_NO_UNROLL",
    "CUTE_UNROLL",
    "CUTLASS_CONSTEXPR_IF_CXX17",
    "CUTLASS_CONSTEXPR_IF_CXX20",
    "CUTLASS_DEVICE",
    "CUTLASS_ENABLE_DEVICE",
    "CUTLASS_FORCEINLINE_DEVICE",
    "CUTLASS_GEMM_LOOP",
    "CUTLASS_GLOBAL",
    "CUTLASS_GRID_CONSTANT",
    "CUTLASS_HOST",
    "CUTLASS_HOST_DEVICE",
    "CUTLASS_LAMBDA_FUNC_INLINE",
    "CUTLASS_PRAGMA_NO_UNROLL",
    "CUTLASS_PRAGMA_UNROLL",
    "CUTLASS_RESTRICT",
    "CUTLASS_THREAD_LOCAL",
];

/// `text` with those places replaced: as long as `text`, with the same line ends.
pub(crate) fn masked(text: &str) -> String {
    let mut edits: Vec<Edit> = macros(text).map(|range| Edit { range, with: None }).collect();
    edits.append(&mut declaration::edits(text));
    edits.append(&mut type_expression::edits(text));
    edits.append(&mut template_call::edits(text));
    edits.append(&mut nested_lists::edits(text));
    edits.append(&mut statement_argument::edits(text));
    edits.append(&mut statement_macro::edits(text));
    edits.append(&mut lambda_macro::edits(text));
    edits.append(&mut directive_comment::edits(text));
    edits.append(&mut empty_macro::edits(text));
    edits.append(&mut pragma::edits(text));
    edits.append(&mut sized_type::edits(text));
    edits.extend(comparisons(text));
    edits.sort_by_key(|edit| edit.range.start);
    let mut out = String::with_capacity(text.len());
    for Edit { range, with } in edits {
        // What lies in a place that is blank already stays blank.
        if range.start < out.len() {
            continue;
        }
        out.push_str(&text[out.len()..range.start]);
        match with {
            Some(with) => out.push_str(with),
            None => {
                let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' };
                out.extend(text[range].bytes().map(blank));
            }
        }
    }
    out.push_str(&text[out.len()..]);
    out
}

fn macros(text: &str) -> impl Iterator<Item = Range<usize>> {
    occurrences(text, "CUT").filter_map(move |at| {
        let rest = &text[at..];
        let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        let is_known = !text[..at].ends_with(is_word) && MACROS.contains(&&rest[..length]);
        is_known.then_some(at..at + length)
    })
}

/// `>=`, whose first character tree-sitter takes for the end of template arguments, becomes `<=`: it binds as strongly.
fn comparisons(text: &str) -> impl Iterator<Item = Edit> {
    occurrences(text, ">=").filter_map(move |at| {
        let before = &text[..at];
        let is_comparison = !before.ends_with(['>', '-', '=']) && !before.trim_end().ends_with("operator");
        is_comparison.then_some(Edit { range: at..at + 2, with: Some("<=") })
    })
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn macros_become_blanks_of_equal_length() {
        assert_eq!(
            masked("CUTE_HOST_DEVICE auto f();\nCUTE_UNROLL\nfor"),
            "                 auto f();\n           \nfor"
        );
    }

    #[test]
    fn words_that_only_contain_a_macro_stay() {
        for text in ["MY_CUTE_UNROLL", "CUTE_UNROLLED", "CUTE_STATIC_ASSERTION(x)", "äCUTE_UNROLLx"] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn words_in_front_of_a_statement_are_macros() {
        assert_eq!(masked("{ MY_UNROLL\nfor (;;) {} }"), "{          \nfor (;;) {} }");
        assert_eq!(masked("A B do {"), "    do {");
        assert_eq!(masked("LIKELY if constexpr (x)"), "       if constexpr (x)");
        for text in [
            "if (x) y; else if (z)",
            "#define LOOP for (;;)",
            "else do { x(); } while (y)",
            "x; for (;;)",
            "my_for (x)",
            "int former(int x)",
            "return if_(x)",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn values_of_dependent_types_become_calls() {
        assert_eq!(masked("x = typename T::U{};"), "x =          T::U{};");
        assert_eq!(masked("f(typename A<B>::template U<3>(y));"), "f(         A<B>::         U<3>(y));");
        assert_eq!(masked("return decltype(x){};"), "return decltyp_(x)();");
        assert_eq!(masked("f(a, decltype(g(x)){1, 2})"), "f(a, decltyp_(g(x))(1, 2))");
        assert_eq!(masked("x.template f(y)"), "x.         f(y)");
    }

    #[test]
    fn templates_with_arguments_become_calls_where_a_value_is_expected() {
        assert_eq!(masked("x = Layout<Shape<A, _2>, B>{};"), "x = Layout(Shape(A, _2), B)();");
        assert_eq!(
            masked("f(size<0>(x), i < cute::rank<N / 2>(y))"),
            "f(size(0)(x), i < cute::rank(N / 2)(y))"
        );
        assert_eq!(masked("f(A<B, // a > b\n C>{})"), "f(A(B, // a > b\n C)())");
        for text in [
            "f(A<float>{});",
            "f(A<T*>{});",
            "f(A<B<T>::value>{});",
            "using X = A<B>;",
            "A<B> x(y);",
            "f(a < b, c > (d));",
            "f(a<b && c>(d));",
            "f(a<b);",
            "kernel<A><<<1, 2>>>(x);",
            "template<class T>(x)",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn dependent_types_in_declarations_stay() {
        for text in [
            "typename T::U x = 3;",
            "template <class T, typename U = typename T::U> void f();",
            "auto f() -> decltype(x) { return 3; }",
            "using T = decltype(x);",
            "int n = decltype(x)::value;",
            "x.template f<3>(y)",
            "// = decltype(x\nint y) {}",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn parts_of_declarations_that_say_nothing_of_layouts_become_blanks() {
        assert_eq!(
            masked("extern __shared__ alignas(128) char a[];"),
            "extern __shared__              char a[];"
        );
        assert_eq!(masked("CUTE_ALIGNAS(sizeof(T)) T x;"), "                        T x;");
        assert_eq!(masked("alignas(\n8) T x;"), "        \n   T x;");
        assert_eq!(masked("enum : int { A };"), "enum       { A };");
        assert_eq!(masked("void f() = delete;"), "void f()         ;");
    }

    #[test]
    fn static_assertions_of_cute_are_those_of_the_language() {
        assert_eq!(masked("CUTE_STATIC_ASSERT_V(x == y);"), "static_assert       (x == y);");
        assert_eq!(masked("CUTE_STATIC_ASSERT(x, \"y\");"), "static_assert     (x, \"y\");");
        assert_eq!(masked("#define CUTE_STATIC_ASSERT(x)"), "#define CUTE_STATIC_ASSERT(x)");
    }

    #[test]
    fn comparisons_close_no_template_arguments() {
        assert_eq!(masked("using A = pick_t<N >= 90, B, C>;"), "using A = pick_t<N <= 90, B, C>;");
        for text in ["x >>= 1;", "bool operator>=(A, B);", "a <=> b"] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn comments_in_definitions_of_macros_become_blanks() {
        assert_eq!(
            masked("#define F(x) do { \\\n  /* why */ g(x); \\\n} while (0)\nint y; /* stays */"),
            "#define F(x) do { \\\n            g(x); \\\n} while (0)\nint y; /* stays */"
        );
        for text in [
            "#define S \"/* no */\"",
            "#define N 1 // /* no */",
            "#define N 1 /* over\nlines */",
            "#define N 1\nint x; /* no */",
            "int f(/* x */);",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn pragmas_become_blanks() {
        assert_eq!(masked("do\n  # pragma unroll 4\n  f();"), "do\n                   \n  f();");
        assert_eq!(masked("_Pragma(\"unroll\") f();"), "                  f();");
        for text in ["#pragma push_macro(\"A\")", "#define A _Pragma(\"unroll\")", "x /* #pragma y */"] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn macros_that_stand_for_nothing_do_not_take_the_next_line() {
        assert_eq!(masked("#define A // b\n#else"), "#define A;// b\n#else");
        assert_eq!(masked("#define A(b) \n#else"), "#define A(b);\n#else");
        for text in ["#define A\n#else", "#define A 1 \n", "#define A(b) b\n", "#define A /* b\n c */ 1"] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn empty_default_arguments_become_what_the_parser_reads() {
        assert_eq!(masked("f(S const& s = {}, T t = {})"), "f(S const& s = \"\", T t = \"\")");
        assert_eq!(masked("f(S s = {1, 2})"), "f(S s         )");
        assert_eq!(masked("S s = {};"), "S s = {};");
    }
}
