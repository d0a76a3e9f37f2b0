//! What is read from Python code.

use layoutlens_syntax::Language;

use crate::dump;

#[track_caller]
fn check(text: &str, expected: &str) {
    dump::check(Language::Python, text, expected);
}

#[test]
fn imports_have_the_path_and_the_name_that_the_file_sees() {
    check(
        "\
from __future__ import annotations
import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers
from cutlass import cute, Int32 as I
from .layout_utils import (select, expand as widen)
from . import near
from .. import above
from pycute import *
",
        "
        import cutlass as cutlass
        import cutlass.cute as cute
        import cutlass as cutlass
        import cutlass.utils.hopper_helpers as cutlass.utils.hopper_helpers
        import cutlass.cute as cute
        import cutlass.Int32 as I
        import .layout_utils.select as select
        import .layout_utils.expand as widen
        import .near as near
        import ..above as above
        import pycute as *
        ",
    );
}

#[test]
fn functions_have_decorators_parameters_and_bodies() {
    check(
        r#"
@cute.kernel
def kernel(mA: cute.Tensor, tile, /, *rest, swap: cutlass.Constexpr[bool] = False, **options) -> None:
    """What it does."""
    def inner(*, x=1): return x
    return
"#,
        "
        @cute.kernel fn kernel(mA: cute.Tensor, tile, *rest, swap: cutlass.Constexpr[bool] = false, \
         options = ?(keyword arguments that no parameter takes)) -> None
          fn inner(*, x = 1)
            return x
          return
        ",
    );
}

#[test]
fn classes_have_fields_methods_and_bases() {
    check(
        "\
@dataclass(frozen=True)
class Config(Base, metaclass=Meta):
    tile: tuple[int, int] = (128, 64)
    stages: int
    warps = 4
    def __init__(self, n):
        self.n = n
        self.n += 1
        unused: int
",
        "
        @dataclass(frozen=true) @metaclass(Meta) class Config(Base)
          let tile: tuple[int, int] = (128, 64)
          let stages: int
          let warps = 4
          fn __init__(self, n)
            self.n = n
            self.n += 1
        ",
    );
}

#[test]
fn a_value_that_is_taken_apart_is_computed_once() {
    check(
        "\
a, b = shape
(c,) = one
self.x, self.y = self.split()
self.x, self.y = self.y, self.x
d, (e, *f) = tree
g = h = make(d)
self.p = self.q = 3
",
        "
        let (a, b) = shape
        let (c) = one
        self.x = (taken apart)(self.split())[0]
        self.y = (taken apart again)(self.split())[1]
        self.x = (taken apart)((self.y, self.x))[0]
        self.y = (taken apart again)((self.y, self.x))[1]
        let d = tree[0]
        let e = tree[1][0]
        let f = tree[1][slice(1, None, None)]
        let g = make(d)
        let h = g
        self.p = 3
        self.q = self.p
        ",
    );
}

#[test]
fn const_expr_makes_a_branch_constant() {
    check(
        "\
if const_expr(causal):
    a = 1
elif not cutlass.const_expr(local):
    a = 2
else:
    a = 3
b = 1 if const_expr(causal) else 2
",
        "
        if constant causal
          let a = 1
        else
          if !local
            let a = 2
          else
            let a = 3
        let b = (causal ? 1 : 2)
        ",
    );
}

#[test]
fn loops_have_variables_and_what_they_run_over() {
    check(
        "\
for i in cutlass.range(n, unroll=1):
    if i == 2: break
    continue
else:
    a = 1
for i, (j, k) in pairs: pass
while a < 2:
    a += 1
",
        "
        loop i in cutlass.range(n, unroll=1)
          if (i == 2)
            break
          continue
        if ?(whether the loop ended by `break`)
          let a = 1
        loop  in ?(the loop's variable is no plain name)
          let i = (taken apart)(?(it differs from round to round))[0]
          let (j, k) = (taken apart again)(?(it differs from round to round))[1]
        loop  while (a < 2)
          a += 1
        ",
    );
}

#[test]
fn a_handler_knows_nothing_of_what_the_body_assigned() {
    check(
        "\
try:
    import cutlass.cute as cute
    a = 1
    b = a
except ImportError as error:
    cute = None
    a = 2
finally:
    c = 3
",
        "
        import cutlass.cute as cute
        block
          if ?(whether an exception is raised)
            let a = 1
            let b = a
          else
            a = ?(an exception may have come before or behind its assignment)
            b = ?(an exception may have come before or behind its assignment)
            let error = ?(an exception)
            let a = 2
          finally
            let c = 3
        ",
    );
}

#[test]
fn one_case_of_a_match_is_run_or_none() {
    check(
        "\
match kind:
    case Major.K | 1: a = 1
    case Tile(m=rows) if rows > 1: a = rows
",
        "
        kind
        if ?(which case matches)
          let a = 1
        else
          if ?(which case matches)
            let rows = ?(what a pattern captures)
            let a = rows
        ",
    );
}

#[test]
fn names_that_are_assigned_from_elsewhere_are_unknown() {
    check(
        "\
N = 8
def outer():
    count = 1
    def inner():
        global N
        nonlocal count
        N, count = 9, 2
    with open(path) as f, cute.region(): f.read()
    if (m := f(3)) > 1: return m
    del count
",
        "
        let N = 8
        fn outer()
          let count = 1
          fn inner()
            let (N, count) = (9, 2)
          let count = ?(a function inside assigns it)
          block
            open(path)
            let f = ?(what `with` gives is not known)
            cute.region()
            f.read()
          let m = ?(bound inside of an expression by `:=`)
          if (f(3) > 1)
            return m
          let count = ?(deleted)
        let N = ?(a function assigns it: `global N`)
        ",
    );
}

#[test]
fn calls_subscripts_and_slices_have_one_form_each() {
    check(
        "\
a = cute.make_layout((4, 8), stride=(8, 1))
b = t[None, 0], t[(None, 0)], t[i,], t[:, 1:], t[...]
c = f(*args, **options)(x)
d = [cute.size(m) for m in modes if m], tuple(m for m, n in pairs)
e = lambda x, *y: x
",
        "
        let a = cute.make_layout((4, 8), stride=(8, 1))
        let b = (t[None, 0], t[None, 0], t[(i,)], t[_, slice(1, None, None)], t[Ellipsis])
        let c = f(*args, **options)(x)
        let d = ([cute.size(m) for m in modes if m], tuple(iter([m for m, n in pairs])))
        let e = lambda(x, *y) { return x }
        ",
    );
}

#[test]
fn operators_are_read_as_comparisons_of_two_values() {
    check(
        "\
a = 0x1F + 1_000 - -3 ** 2 // 4
b = 1 <= n < 4 and not x is None
c = kind in (A, B) or kind not in {1, 2} or kind in other
d = x is y, dtype is cutlass.Float16
e = 'a' \"b\", f'{a}', 'a\\n', 1.5, {1: 2}, ~a, 99999999999999999999
",
        "
        let a = ((31 + 1000) - (-(3 ** 2) // 4))
        let b = (((1 <= n) and (n < 4)) and !(x == None))
        let c = ((((kind == A) or (kind == B)) or !((kind == 1) or (kind == 2))) or \
         other.__contains__(kind))
        let d = (is(x, y), (dtype == cutlass.Float16))
        let e = (\"ab\", \"\".f\"\"(\"\", a, \"\"), \"a\\n\", \
         ?(a floating-point number), dictionary((1, 2)), comma(a, ?(the operator `~`)), ?(no integer of 64 bits))
        ",
    );
}

#[test]
fn a_half_typed_statement_spoils_itself_alone() {
    check(
        "\
class Gemm:
    stages: int
    def __init__(self, n):
        self.n = n
        self.layout = cute.make_layout((n, 8)
        self.tile = (n, 8)

    def run(self, x):
        a = cute.make_layout((4, 8), stride=
        for i in range(3):
            b = 3
            c = b +
        if x:  # Half.
            d = foo(
        else:  # Whole.
            d = 4  # Four.
            return foo(d
        return a

def next_one():
    return 1
",
        "
        class Gemm()
          let stages: int
          broken fn __init__(self, n)
            self.n = n
            !unread: a syntax error
            self.layout = ?(a syntax error)
            self.tile = (n, 8)
          broken fn run(self, x)
            !unread: a syntax error
            let a = ?(a syntax error)
            let stride = ?(a syntax error)
            loop i in range(3)
              let b = 3
              !unread: a syntax error
              let c = ?(a syntax error)
            if x
              !unread: a syntax error
              let d = ?(a syntax error)
            else
              let d = 4
              !unread: a syntax error
              return ?(a syntax error)
            return a
        fn next_one()
          return 1
        ",
    );
}

#[test]
fn what_stands_below_a_broken_head_may_be_run_or_not() {
    check(
        "\
if a
    b = 1
if a: b = 2
    c = 1
c = 2
def broken(x:
    d = 3
e = 4
",
        "
        !unread: a syntax error
        loop  in ?(a syntax error)
          let b = 1
        if a
          let b = 2
        !unread: a syntax error
        let c = ?(a syntax error)
        let c = 2
        !unread: a syntax error
        let broken = ?(a syntax error)
        let d = ?(a syntax error)
        let e = 4
        ",
    );
}

#[test]
fn a_string_that_is_never_closed_ends_with_its_line() {
    check(
        "\
a = \"\"\"half
b = 1
def f():
    \"\"\"Whole.\"\"\"
    return b
",
        "
        !unread: a syntax error
        let a = ?(a syntax error)
        let b = 1
        fn f()
          return b
        ",
    );
}

#[test]
fn what_nests_too_deep_is_unread() {
    let brackets = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let row = |sign: &str| format!("({})", vec!["7"; 50_000].join(&format!("{sign}\n")));
    let of_rows = format!("{}7{}", "(7 & ".repeat(100), ")".repeat(100));
    for deep in [brackets, row("&"), row("^"), of_rows] {
        let read = dump::dump(Language::Python, &format!("a = {deep}\nb = 2\n"));
        assert!(read.contains("?(nested deeper than 128)"), "{read}");
        assert!(read.ends_with("let b = 2"), "{read}");
    }
}

/// No text, cut anywhere, is read into ranges outside of it, nor into an assignment that it does not hold.
#[test]
fn a_text_that_is_cut_keeps_its_first_statements() {
    let text =
        "def f(n):\n    a = make_layout((n, 8), stride=(8, 1))\n    b = [a[None, 0], \"x\"]\n    return b\n";
    let whole = dump::dump(Language::Python, text);
    let first = whole.lines().nth(1).expect("a statement");
    let behind_first = text.find("    b").expect("the second statement");
    for end in behind_first..text.len() {
        let read = dump::dump(Language::Python, &text[..end]);
        assert_eq!(read.lines().nth(1), Some(first), "{}", &text[..end]);
    }
}
