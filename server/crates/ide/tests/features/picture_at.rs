//! What a grid of the thing at the cursor shows.

use layoutlens_ide::{Picture, picture_at};

use crate::fixture::{Fixture, cuda, python};

fn shown(fixture: &Fixture) -> Picture {
    picture_at(&fixture.analysis, fixture.cursor).expect("a layout on the line")
}

/// A function that nothing calls, as those of a library are.
#[test]
fn what_is_supposed_is_drawn_with_what_it_rests_on() {
    let uncalled = python(
        "import cutlass
import cutlass.cute as cute


@cute.jit
def f(dtype: type[cutlass.Numeric]):
    row = cute.make_layout((8, 64 // dtype.width))
    $0tile = cute.blocked_product(row, cute.make_layout((2, 2)))
",
    );
    let Picture { title, svg, facts, .. } = shown(&uncalled);
    assert_eq!(title, "tile = ((8,2),(4,2)):((1,32),(8,64))");
    assert!(svg.is_some());
    assert!(facts.starts_with("supposed: if `dtype = Float16`\n\nsize 128 "), "{facts}");
}

#[test]
fn a_layout_with_sizes_of_run_time_says_why_it_has_no_cells() {
    let run_time = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f(int m, int n, int ld) {
  auto $0rows = make_layout(make_shape(m, n), make_stride(ld, Int<1>{}));
}
",
    );
    let Picture { title, svg, text, facts } = shown(&run_time);
    assert_eq!(title, "rows = (m,n):(ld,1)");
    assert_eq!(svg, None);
    assert_eq!(
        text,
        "no cells can be drawn, since `ld`, `m` and `n` are known at run time only: \
         with numbers in their place there is a grid"
    );
    assert!(facts.contains("rank 2"), "{facts}");
}

#[test]
fn a_cursor_before_a_layout_means_the_one_on_its_line() {
    let before = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f() {
$0  auto rows = make_layout(make_shape(Int<8>{}, Int<4>{}));
}
",
    );
    assert_eq!(shown(&before).title, "rows = (8,4):(1,8)");
}

#[test]
fn what_is_no_layout_has_no_grid() {
    for line in ["$0int width = 8;", "$0auto shape = make_shape(Int<8>{}, Int<4>{});", "$0"] {
        let other =
            cuda(&format!("#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {{\n  {line}\n}}\n"));
        assert_eq!(picture_at(&other.analysis, other.cursor), None, "{line}");
    }
}
