//! What is read from Rust code.

use layoutlens_syntax::Language;

use crate::dump;

#[track_caller]
fn check(text: &str, expected: &str) {
    dump::check(Language::Rust, text, expected);
}

#[test]
fn imports_have_the_path_and_the_name_that_the_file_sees() {
    check(
        "\
use layout_algebra::{self, Layout, proof::{self, Verdict as V}};
use layout_algebra::composition as compose;
use super::*;
",
        "
        import layout_algebra as layout_algebra
        import layout_algebra::Layout as Layout
        import layout_algebra::proof as proof
        import layout_algebra::proof::Verdict as V
        import layout_algebra::composition as compose
        import super as *
        ",
    );
}

#[test]
fn layouts_that_are_types_keep_their_arguments() {
    check(
        "\
type Tile = Composed<Swizzle<2, 3, 3>, 0, L<T2<C<128>, C<32>>, T2<C<32>, C<1>>>>;
pub type Rows<const N: usize> = cute::RowMajor<128, { N }>;
const SHAPE: (i64, i64) = (128, 0x40_i64);
static mut COUNT: i64 = 3;
",
        "
        type Tile = Composed<Swizzle<2, 3, 3>, 0, L<T2<C<128>, C<32>>, T2<C<32>, C<1>>>>
        type Rows<N> = cute::RowMajor<128, N>
        const SHAPE: (i64, i64) = (128, 64)
        let COUNT: i64 = ?(may be assigned anywhere)
        ",
    );
}

#[test]
fn functions_know_their_module_and_type() {
    check(
        "\
mod kernels {
    #[derive(Debug)]
    pub struct Tile<'a, T = i64> { layout: Layout, data: &'a T }
    impl<T> Tile<'_, T> {
        const RANK: usize = 2;
        pub fn new(&self, rows: i64) -> Layout { fn two() -> i64 { 2 } two() }
    }
    trait Shaped { fn shape(&self) -> (i64, i64); }
}
",
        "
        @derive class kernels::Tile<type T = i64>()
          let layout: Layout
          let data: T
        const kernels::Tile::RANK: usize = 2
        fn kernels::Tile::new(const self, const rows: i64) -> Layout
          fn two() -> i64
            return 2
          return two()
        fn kernels::Shaped::shape(const self) -> (i64, i64)
        ",
    );
}

#[test]
fn layouts_are_the_same_behind_references_and_question_marks() {
    check(
        "\
fn f() -> Result<Layout, Error> {
    let a: Layout = \"(4,8):(8,1)\".parse()?;
    let b = \"(2,3):(3,1)\".parse::<Layout>().unwrap();
    let Ok(c) = composition(&a, &b) else { panic!(\"no\") };
    let d = Layout::<i64>::compact(&shape);
    zipped_divide(&a, *d)
}
",
        "
        fn f() -> Result<Layout, Error>
          const a: Layout = \"(4,8):(8,1)\".parse()
          const b = \"(2,3):(3,1)\".parse<Layout>().unwrap()
          const c = composition(a, b)
          if ?(whether the pattern fails to match)
            raise
          const d = Layout<i64>.compact(shape)
          return zipped_divide(a, d)
        ",
    );
}

#[test]
fn layout_macro_holds_one_layout_of_numbers() {
    check(
        "\
fn f() {
    let a = layout!((4, 8):(8, 1));
    let b = layout_algebra::layout!(8:-1);
    let c = layout!(n:1);
    let d = vec![1];
    let e = layout!((4, 8);
}
",
        "
        broken fn f()
          const a = layout!((4, 8):(8, 1))
          const b = layout_algebra::layout!(8:-1)
          const c = ?(`layout!` holds one layout, written with numbers alone)
          const d = ?(the macro `vec!` is not read)
          !unread: a syntax error
          let e = ?(a syntax error)
          return ?(what is returned is not read)
        ",
    );
}

#[test]
fn what_a_pattern_binds_is_unknown_unless_it_is_the_value_itself() {
    check(
        "\
fn f() {
    let (a, _) = pair;
    let Point { x, y: [z, ..] } = point;
    if let Some(b) = found && a > 2 { g(b); } else if a > 1 { return; }
    match a { 1 => a = 2, Some(c) if c > a => { g(c) } _ => {} }
    for (i, j) in pairs { continue }
    for k in keys { break }
}
",
        "
        fn f()
          const (a, _) = pair
          let x = ?(bound by a pattern)
          let z = ?(bound by a pattern)
          if ?(several conditions with patterns)
            const b = found
            g(b)
          else
            if (a > 1)
              return
          a
          block
            if ?(whether the pattern matches)
              a = 2
            else
              if ?(whether the pattern matches)
                let c = ?(bound by a pattern)
                g(c)
          loop i, j in ?(the loop's pattern is no plain name)
            continue
          loop k in keys
            break
        ",
    );
}

#[test]
fn what_blocks_inside_of_an_expression_assign_is_unknown() {
    check(
        "\
fn f(mut a: Layout) {
    let b = { a = c; 4 };
    let d = if n > 2 { a } else { b };
    g(&mut a);
    a += 1;
    let e = |x: i64| x as usize + 1;
}
",
        "
        fn f(a: Layout)
          const b = ?(`block` is not read)
          a = ?(assigned in a block inside of an expression)
          const d = ((n > 2) ? a : b)
          g(a)
          a = ?(assigned in a block inside of an expression)
          a += 1
          const e = lambda(const x: i64) { return (usize(x) + 1) }
        ",
    );
}

#[test]
fn a_half_typed_statement_spoils_itself_alone() {
    check(
        "\
fn f() -> i64 {
    let a = Layout::compact(3);
    let b = Layout::compact(;
    let c = 3;
    c
}
fn g() -> i64 { 1 }
fn h(a: Layout) -> Layout {
    if a.size() > 2 { return b(a, ; }
    compose(a, b.)
}
",
        "
        broken fn f() -> i64
          const a = Layout::compact(3)
          !unread: a syntax error
          let b = ?(a syntax error)
          const c = 3
          return c
        fn g() -> i64
          return 1
        broken fn h(const a: Layout) -> Layout
          if (a.size() > 2)
            !unread: a syntax error
            if ?(a syntax error)
              return ?(what is returned is not read)
          !unread: a syntax error
          return ?(what is returned is not read)
        ",
    );
}
