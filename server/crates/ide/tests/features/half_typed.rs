//! Half-typed code never gives what it cannot reach another value: it has the value that it had, or none.

use std::{collections::BTreeMap, ops::Range};

use layoutlens_ide::inspect;

use crate::fixture::{Fixture, cuda, python};

/// Functions of which none calls another, each name once.
const CUDA: &str = "\
#include <cute/tensor.hpp>
using namespace cute;
void first() {
  auto a = make_layout(make_shape(Int<8>{}, Int<4>{}));
  auto b = logical_divide(a, Int<2>{});
}
void second(float* p, int m, int n) {
  using Tile = Shape<_16, _8>;
  auto shape = make_shape(m, n); /* of \"p\" */
  auto g = make_tensor(make_gmem_ptr(p), shape, make_stride(n, Int<1>{}));
  auto part = local_tile(g, Tile{}, make_coord(0, 1));
  if (m > 4) {
    auto inner = make_layout(Int<3>{}, Int<2>{});
  }
  for (int k = 0; k < n; ++k) {
    auto round = composition(make_layout(Int<6>{}), Int<2>{});
  }
  auto last = make_layout(Int<5>{});
}
struct Third {
  static constexpr int kWide = 64;
  using Layout64 = Layout<Shape<Int<kWide>, _2>>;
};
void fourth() {
  auto y = make_layout(make_shape(Int<7>{}, Int<3>{}), LayoutRight{});
  auto z = coalesce(y);
}
";

const PYTHON: &str = "\
import cutlass
import cutlass.cute as cute

@cute.jit
def first():
    a = cute.make_layout((8, 4))
    b = cute.logical_divide(a, 2)

@cute.jit
def second(n: cutlass.Int32):
    tile = (16, 8)
    c = cute.make_layout(tile, stride=(1, 16))
    d = cute.zipped_divide(c, (4, 2))
    if n > 4:
        e = cute.make_layout(3, stride=2)
    for k in range(4):
        f = cute.composition(cute.make_layout(6), 2)
    last = cute.make_layout(5)

@cute.jit
def fourth():
    y = cute.make_layout((7, 3), stride=(3, 1))
    z = cute.coalesce(y)
";

/// A class of which each method has names of its own.
const METHODS: &str = "\
#include <cute/tensor.hpp>
using namespace cute;
namespace of_tests {
struct Mainloop {
  static constexpr int kWide = 64;
  using Wide = Layout<Shape<Int<kWide>, _2>>;
  void load(float* p, int m) {
    if (m > 4) {
      auto loaded = make_layout(Int<kWide>{}, Int<2>{});
    }
  }

  void mma(float* p, int m) {
    auto tiled = logical_divide(Wide{}, Int<8>{});
    if (m > 4) {
      auto inner = make_layout(Int<3>{}, Int<2>{});
    } else {
      auto other = make_layout(Int<5>{}, Int<2>{});
    }
    auto each = [&] (int k) {
      return make_layout(Int<7>{}, k);
    };
    auto last = coalesce(tiled);
  }

  void store(float* p, int m) {
    auto stored = make_layout(Shape<Int<kWide>, _3>{}, LayoutRight{});
  }
};
void behind() {
  auto x = make_layout(make_shape(Int<6>{}, Int<3>{}), LayoutRight{});
  if (true) {
    auto w = make_layout(make_shape(Int<4>{}, Int<3>{}), LayoutRight{});
  }
}
void last_of_all() {
  auto y = make_layout(make_shape(Int<7>{}, Int<3>{}), LayoutRight{});
}
}  // namespace of_tests
";

/// What is typed in addition.
const TYPED: &[&str] =
    &["(", ")", "{", "}", "\"", "/*", "<", "=", ";", ":", "x", "1", "\n", "else", "#if A\n"];

/// The known values of names: text, and the call site each holds for.
fn known(fixture: &Fixture) -> BTreeMap<String, Vec<(Range<usize>, String)>> {
    let mut known: BTreeMap<String, Vec<(Range<usize>, String)>> = BTreeMap::new();
    for inspected in inspect(&fixture.analysis) {
        let Some(name) = inspected.name else { continue };
        let values = inspected.layouts.iter().map(|layout| (inspected.range.clone(), layout.text.clone()));
        known.entry(name).or_default().extend(values);
    }
    known
}

/// Whether each name whose declaration `is_out_of_reach` (by the byte in `whole`) has its values in `whole`, or none.
#[track_caller]
fn check(whole: &str, edited: &str, read: fn(&str) -> Fixture, is_out_of_reach: impl Fn(usize) -> bool) {
    let after = known(&read(edited));
    for (name, values) in known(&read(whole)) {
        if !values.iter().all(|(range, _)| is_out_of_reach(range.start)) {
            continue;
        }
        let text = |values: &[(Range<usize>, String)]| -> Vec<String> {
            values.iter().map(|(_, text)| text.clone()).collect()
        };
        let now = after.get(&name).map(|values| text(values)).unwrap_or_default();
        assert!(now.is_empty() || now == text(&values), "`{name}` was {values:?}, is {now:?} in\n{edited}");
    }
}

/// Edits the body of `second` at every seventh byte, in one way after the other.
fn edit_everywhere(whole: &str, body: Range<usize>, read: fn(&str) -> Fixture) {
    let fixture = read(whole);
    assert!(known(&fixture).len() > 9, "{:?}", known(&fixture));
    for (index, at) in body.clone().step_by(7).enumerate() {
        let line = whole[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = whole[at..].find('\n').map_or(whole.len(), |newline| at + newline);
        let (before, after) = (|byte| byte < line, |byte| byte < line || byte >= body.end);
        let typed = TYPED[index % TYPED.len()];
        match index % 4 {
            0 => check(whole, &format!("{}{}", &whole[..at], &whole[line_end..]), read, after),
            1 => check(whole, &format!("{}\n{}", &whole[..at], &whole[body.end..]), read, after),
            2 => check(whole, &whole[..at], read, before),
            _ => check(whole, &format!("{}{typed}{}", &whole[..at], &whole[at..]), read, after),
        }
    }
}

#[test]
fn half_typed_cuda_leaves_other_functions_alone() {
    let begins = CUDA.find("  using Tile").unwrap();
    let ends = CUDA.find("}\nstruct Third").unwrap();
    edit_everywhere(CUDA, begins..ends, cuda);
}

#[test]
fn half_typed_python_leaves_other_functions_alone() {
    let begins = PYTHON.find("    tile = ").unwrap();
    let ends = PYTHON.find("\n@cute.jit\ndef fourth").unwrap();
    edit_everywhere(PYTHON, begins..ends, python);
}

#[test]
fn an_end_too_many_in_a_method_leaves_the_other_methods_their_values() {
    let begins = METHODS.find("    auto tiled").unwrap();
    let ends = METHODS.find("\n  void store").unwrap();
    let others = |fixture: &Fixture| {
        let mut known = known(fixture);
        known.retain(|name, _| ["Wide", "loaded", "stored", "y"].contains(&name.as_str()));
        known
            .into_iter()
            .map(|(name, values)| (name, values.into_iter().map(|(_, text)| text).collect()))
            .collect()
    };
    let whole: BTreeMap<String, Vec<String>> = others(&cuda(METHODS));
    assert_eq!(whole.len(), 4, "{whole:?}");
    let in_function = METHODS.find("  auto x").unwrap()..METHODS.find("\nvoid last_of_all").unwrap() - 1;
    for at in (begins..ends).chain(in_function) {
        let typed = format!("{}}}{}", &METHODS[..at], &METHODS[at..]);
        assert_eq!(others(&cuda(&typed)), whole, "{typed}");
    }
    // A block whose begin is gone.
    for (at, _) in METHODS[begins..ends].match_indices('{') {
        let gone = format!("{} {}", &METHODS[..begins + at], &METHODS[begins + at + 1..]);
        assert_eq!(others(&cuda(&gone)), whole, "{gone}");
    }
}
