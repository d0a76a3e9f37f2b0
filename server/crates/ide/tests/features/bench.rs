//! What a bench says that a value is made from.

use layoutlens_ide::{BenchView, bench_at};

use crate::fixture::{Fixture, cuda, python};

/// The operands that a bench shows at the cursor, each with its value.
fn made_from(fixture: &Fixture) -> Vec<String> {
    let bench = bench_at(&fixture.analysis, fixture.cursor, None, &BenchView::default());
    let Ok(bench) = bench else { panic!("no bench at the cursor") };
    let told = |value: Option<String>| value.unwrap_or_default();
    bench.operands.into_iter().map(|operand| format!("{} = {}", operand.text, told(operand.value))).collect()
}

#[test]
fn operands_that_differ_by_call_are_left_out() {
    let called = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
template <class L, class M>
void kernel(L given, M other) {
  auto rows = make_layout(make_shape(Int<8>{}, Int<4>{}));
  auto $0made = make_layout(rows, given, other);
}
void one() { kernel(make_layout(Int<4>{}), make_layout(Int<2>{})); }
void two() { kernel(make_layout(Int<8>{}), make_layout(Int<2>{})); }
",
    );
    assert_eq!(made_from(&called), ["rows = (8,4):(1,8)", "other = 2:1"]);
}

#[test]
fn operands_that_are_supposed_are_left_out() {
    let supposed = python(
        "import cutlass.cute as cute

@cute.jit
def f(mA: cute.Tensor):
    rows = cute.make_layout((16, 32))
    $0tiles = cute.zipped_divide(mA, rows)
",
    );
    assert_eq!(made_from(&supposed), ["rows = (16,32):(1,16)"]);
}
