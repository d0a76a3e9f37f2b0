//! Revisions: what is read after an edit is what is read of the new text alone, whatever the text.

use layoutlens_syntax::{Expr, ExprKind, File, HostTree, Language, Statement, parse, read_program};
use proptest::prelude::*;

const CUDA: &str = "\
// cute: allow(wrong-comment)
#include <cute/layout.hpp>
namespace größe {
/* cute: let A = composition((4,8):(1,4),
 *                           <2,4>) */
template <class T, class S = Int<8>>
CUTE_HOST_DEVICE constexpr auto f(T const& t = {}, S s = {}) {
  struct { T rows; } one;
  CUTE_UNROLL
  for (int i = 0; i < 8; ++i) { g(i, \"// cute: show B\"); } // cute: show A
  return make_layout(t, s);  // (_4,_8):(_1,_4)
}
struct S : B {
  CUTLASS_DEVICE S(int x) : a{x}, b(x) { kernel<<<1, 2>>>(x); } // cute: assert size(A) == 32
};
#if 1
int main() { return R\"x(// cute: show C)x\"[0]; }
#endif
}
";

/// A class whose members say something of what is behind them: of types that are references, of macros, of types without
/// a name; some beside a `#pragma`.
const CUDA_CLASS: &str = "\
#include <cute/tensor.hpp>
template <class T, int N = 4>
struct Mainloop : Base<T> {
  using Reference = T&;
  static constexpr int kRows = N * 2;
  template <class S>
  CUTLASS_DEVICE static auto rows(S const& s) { struct { int rows; } one; return make_layout(s); }
  T& first() { return data[0]; }
#define BOTH(x) x, x
  void load(Reference r, int x = BOTH(1)) {
    #pragma unroll
    for (int i = 0; i < N; ++i) { using Held = decltype(first()); Held held = r; held = i; }
  }
  struct Inner {
    template <> void g() { Reference r = 1; f<N>(r); }
    friend int h(Inner a) { return a.x; }
    int x;
  };
#undef BOTH
  using Other = Reference;
  void store() const { Other o = first(); BOTH(o); union { int a; float b; } two; }
  CUTLASS_DEVICE Mainloop(int x) : data{x} { auto l = [&] { struct { int c; } three; return three; }; }
  T data[N];
};
";

const PYTHON: &str = "\
# cute: with M = 8
class Gemm:
    def __init__(self, größe=\"#\"):
        '''Prose.

        cute: let A = (4,
           8)
        '''
        self.x = f(1, # cute: show A
                   2)
    async def g(self):
        # (4,8):(1,4)
        return self.x
# cute: show B
";

const RUST: &str = "\
//! cute: let A = (4,8):(1,4)
/// größe
pub fn f<'a>(x: &'a str) -> char {
    // cute: show A
    let y = \"// cute: show
    B\";
    'b'
}
mod m {
    impl S { fn g() { /* cute: show C /* */ */ } }
}
";

fn sources() -> impl Strategy<Value = (Language, String)> {
    let source = prop::sample::select(vec![
        (Language::Cuda, CUDA),
        (Language::Cuda, CUDA_CLASS),
        (Language::Python, PYTHON),
        (Language::Rust, RUST),
    ]);
    (source, any::<bool>()).prop_map(|((language, text), crlf)| {
        (language, if crlf { text.replace('\n', "\r\n") } else { text.to_owned() })
    })
}

/// Where (a share of the text), how many characters go, what comes.
fn edit() -> impl Strategy<Value = (f64, usize, String)> {
    let inserted = prop_oneof![
        prop::sample::select(vec![
            "",
            "x",
            " ",
            "\n",
            "\r\n",
            "{",
            "}",
            "(",
            ")",
            "<",
            ">",
            "\"",
            "'",
            "'''",
            "\"\"\"",
            "R\"(",
            "/*",
            "*/",
            "//",
            "#",
            "\\",
            "ü",
            "日本",
            "\u{feff}",
            "CUTE_UN",
            "ROLL",
            "_",
            "CUTE_HOST_DEVICE ",
            "= {}",
            ";",
            ":",
            "// cute: show Z\n",
            "# cute: let Z = (4,\n",
            "def h():\n",
            "fn h() {",
            "void h() {",
            "#if X\n",
            "#else\n",
            "using Reference = int&;\n",
            "struct { int y; } z;\n",
            "#define Other int&\n",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ];
    (0.0..1.0, 0_usize..6, inserted)
}

/// Applies an edit on character boundaries.
fn apply(text: &str, (share, removed, inserted): &(f64, usize, String)) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a test"
    )]
    let at = text.floor_char_boundary((text.len() as f64 * share) as usize);
    let old_end = text[at..].char_indices().nth(*removed).map_or(text.len(), |(length, _)| at + length);
    format!("{}{inserted}{}", &text[..at], &text[old_end..])
}

fn assert_ranges_fit(file: &File, text: &str) {
    let fits = |range: &std::ops::Range<usize>| assert!(text.get(range.clone()).is_some(), "{range:?}");
    for annotation in &file.annotations {
        fits(&annotation.range);
        assert!(file.scopes[annotation.scope.index()].range.start <= annotation.range.start);
        match &annotation.statement {
            Statement::Let { name, value } => {
                assert_eq!(name.text, text[name.range.clone()]);
                assert_fits(value, text);
            }
            Statement::Show(value) => assert_fits(value, text),
            Statement::Compare { left, right } => {
                assert_fits(left, text);
                assert_fits(right, text);
            }
            Statement::Assert(assertion) => assert_fits(&assertion.claim, text),
            _ => {}
        }
    }
    for comment in &file.comments {
        fits(&comment.range);
        assert_fits(&comment.layout, text);
    }
    for scope in &file.scopes {
        fits(&scope.range);
        assert!(scope.parent.is_none_or(|parent| parent.index() < file.scopes.len()));
    }
    file.errors.iter().for_each(|error| fits(&error.range));
}

fn assert_fits(expr: &Expr, text: &str) {
    assert!(text.get(expr.range.clone()).is_some(), "{expr:?}");
    match &expr.kind {
        ExprKind::Tuple(elements) | ExprKind::Tiler(elements) => {
            elements.iter().for_each(|element| assert_fits(element, text));
        }
        ExprKind::Layout { shape: a, stride: b } | ExprKind::Binary { left: a, right: b, .. } => {
            assert_fits(a, text);
            assert_fits(b, text);
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn incremental_reading_equals_full_reading(
        (language, text) in sources(),
        edits in prop::collection::vec(edit(), 1..12),
    ) {
        let mut text = text;
        let (_, mut tree): (File, HostTree) = parse(language, &text, None);
        read_program(language, &text, &tree);
        for change in edits {
            let new = apply(&text, &change);
            let (incremental, new_tree) = parse(language, &new, Some(&tree));
            let (full, full_tree) = parse(language, &new, None);
            prop_assert_eq!(&incremental, &full, "{}", new);
            let program = read_program(language, &new, &new_tree);
            prop_assert_eq!(program, read_program(language, &new, &full_tree), "the program of {}", new);
            assert_ranges_fit(&full, &new);
            (text, tree) = (new, new_tree);
        }
    }

    #[test]
    fn any_text_is_read(
        language in prop::sample::select(vec![Language::Cuda, Language::Python, Language::Rust]),
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let text = String::from_utf8_lossy(&bytes);
        let (file, _) = parse(language, &text, None);
        assert_ranges_fit(&file, &text);
    }

    #[test]
    fn any_mixture_of_signs_is_read(
        language in prop::sample::select(vec![Language::Cuda, Language::Python, Language::Rust]),
        pieces in prop::collection::vec(edit(), 0..60),
        statement in "[-let show asrtwihun=:()<>,@_?.0-9ofeABSw ∘⊘é]{0,40}",
    ) {
        let mut text: String = pieces.into_iter().map(|(_, _, piece)| piece).collect();
        text.push_str(&format!("\n// cute: {statement}\n# cute: {statement}\n// {statement}\n"));
        let (file, _) = parse(language, &text, None);
        assert_ranges_fit(&file, &text);
    }
}

#[test]
fn an_edit_inside_a_masked_word_unmasks_all_of_it() {
    let text = "CUTE_HOST_DEVICE auto f() {\n  // cute: show A\n}\n";
    let (_, tree) = parse(Language::Cuda, text, None);
    let new = "CUTE_HOST_xDEVICE auto f() {\n  // cute: show A\n}\n";
    let (incremental, edited) = parse(Language::Cuda, new, Some(&tree));
    let (full, whole) = parse(Language::Cuda, new, None);
    assert_eq!(incremental, full);
    let tree_of = |tree: &HostTree| tree.tree().expect("a small file").root_node().to_sexp();
    assert_eq!(tree_of(&edited), tree_of(&whole));
    assert_ne!(tree_of(&edited), tree_of(&tree));
}

#[test]
fn huge_files_are_read_by_the_lexer_alone() {
    let lines = "  x = 1;\n".repeat(64);
    let block = format!("int f() {{\n{lines}  return 1; // cute: show (4,8):(1,4)\n}}\n");
    let text = block.repeat(5 * 1024 * 1024 / block.len());
    let (file, tree) = parse(Language::Cuda, &text, None);
    assert!(tree.tree().is_none());
    assert_eq!(file.annotations.len(), text.len() / block.len());
    assert_eq!(file.scopes.len(), 1 + file.annotations.len());
    assert_eq!(file.annotations.last().map(|last| last.scope.index()), Some(file.annotations.len()));
}

#[test]
fn of_too_many_statements_the_first_are_read_and_it_is_said() {
    let text = "// cute: show (4,8):(1,4)\n".repeat(10_001);
    let (file, _) = parse(Language::Cuda, &text, None);
    assert_eq!(file.annotations.len(), 10_000);
    let [error] = file.errors.as_slice() else { panic!("{:?}", file.errors) };
    assert!(error.range.start > text.len() - 30, "{error:?}");
    assert_eq!(
        error.message,
        "more than 10000 statements in a file: from here on they are not read; split the file"
    );
}

/// Each would take hours if a sign made the lexer look through the rest of the file.
#[test]
fn long_files_of_one_sign_are_read() {
    let signs = [
        (
            Language::Cuda,
            ["(", "{\n", "/*", "\"", "R\"(", "// cute: show (\n", "// (:(:", "#if\n{"].as_slice(),
        ),
        (Language::Python, &["(", "'''", "\"", "\"\"\"a", "# cute: show (\n", "def f():\n "]),
        (Language::Rust, &["{", "/*", "/* */", "\"\n", "r#\"", "'", "fn f() {"]),
    ];
    for (language, signs) in signs {
        for sign in signs {
            let text = sign.repeat(4 * 1024 * 1024 / sign.len() + 1024);
            let (file, tree) = parse(language, &text, None);
            assert!(tree.tree().is_none() && !file.scopes.is_empty());
        }
    }
}

/// A tree of it would take 300 MB.
#[test]
fn no_tree_is_built_of_more_words_and_signs_than_code_has() {
    let text = format!("a = (1, 'x')\n{}# cute: show (4,8)\n", "a = (a, 'x')\n".repeat(50_000));
    let (file, tree) = parse(Language::Python, &text, None);
    assert!(tree.tree().is_none());
    assert_eq!(file.annotations.len(), 1);
    let less = format!("a = (1, 'x')\n{}", "a = (a, 'x')\n".repeat(20_000));
    assert!(parse(Language::Python, &less, None).1.tree().is_some());
}

/// Each is short enough, and its words are few; of the first a parser reads a gigabyte, of the others it takes 600,000
/// steps. The limits are counted: how busy the machine is makes no difference.
#[test]
fn no_tree_is_built_of_what_a_parser_goes_through_again_and_again() {
    for (language, noise) in [
        (Language::Python, "\\\n".repeat(30_000)),
        (Language::Cuda, "0,\n".repeat(120_000)),
        (Language::Cuda, "a<b,#if\n".repeat(40_000)),
    ] {
        let (_, tree) = parse(language, &noise, None);
        assert!(tree.tree().is_none(), "{:?}", &noise[..10]);
    }
}

/// Tree-sitter's scanner looks through the rest of the file at each of these quotes.
#[test]
fn no_tree_is_built_of_what_cannot_be_code() {
    for noise in ["r#\"".repeat(20_000), "r#\"\n".repeat(20_000), "/* /*\n".repeat(20_000)] {
        let text = format!("{noise}\n// cute: show A\n");
        let (file, tree) = parse(Language::Rust, &text, None);
        assert!(tree.tree().is_none());
        assert_eq!(file.annotations.len(), 1);
    }
}

#[test]
fn a_type_without_a_name_is_called_the_same_where_code_in_front_of_it_changes() {
    let code = |word: &str| {
        format!(
            "#include <cute/tensor.hpp>\nvoid f() {{ int {word} = 1; }}\nvoid g() {{ struct {{ int rows; }} one; }}\n"
        )
    };
    let (_, before) = parse(Language::Cuda, &code("a"), None);
    read_program(Language::Cuda, &code("a"), &before);
    let (_, behind) = parse(Language::Cuda, &code("longer"), Some(&before));
    let program = read_program(Language::Cuda, &code("longer"), &behind);
    let (_, alone) = parse(Language::Cuda, &code("longer"), None);
    assert_eq!(program, read_program(Language::Cuda, &code("longer"), &alone));
    assert!(format!("{program:?}").contains("(unnamed 1 of g)"), "{program:?}");
}
