//! What is said over a function, and the statements that bind it.

use insta::assert_snapshot;
use layoutlens_ide::{HintKinds, HintOptions, SuppositionHead, code_actions, edited, supposition_heads};

use crate::{
    fixture::{Fixture, cuda, python},
    spliced::spliced,
};

const KERNEL: &str = r#"import cutlass
import cutlass.cute as cute
from typing import Type


class Norm:
    def __init__(self, dtype: Type[cutlass.Numeric], head_dim: int):
        """Keeps both."""
        self.dtype = dtype
        self.head_dim = head_dim

    def layouts(self):
        vector = 128 // self.dtype.width
        tile = cute.blocked_product(cute.make_layout((4, self.head_dim // vector)), cute.make_layout((2, 2)))
        return tile


@cute.jit
def tiled(
    x: cute.Tensor,
    count: int = 4,  # of tiles: all
):
    m, n = x.shape
    tile = cute.zipped_divide(x, (64, 32))
"#;

fn heads(fixture: &Fixture) -> Vec<SuppositionHead> {
    supposition_heads(&fixture.analysis, HintKinds::default())
}

/// The source with what is said over its functions.
fn said(fixture: &Fixture) -> String {
    let mut text = fixture.analysis.text.to_string();
    for head in heads(fixture).into_iter().rev() {
        let binding = head.binding.map(|binding| format!(" | {}", binding.title)).unwrap_or_default();
        let start = text[..head.holder.start].rfind('\n').map_or(0, |newline| newline + 1);
        text.insert_str(start, &format!("«{}{binding}»\n", head.title));
    }
    text
}

/// The source with all that can be bound, bound.
fn bound(fixture: &Fixture) -> String {
    let mut text = fixture.analysis.text.to_string();
    let mut insertions: Vec<(usize, String)> =
        heads(fixture).into_iter().filter_map(|head| head.binding).flat_map(|one| one.insertions).collect();
    insertions.sort();
    insertions.dedup();
    for (offset, line) in insertions.into_iter().rev() {
        text.insert_str(offset, &line);
    }
    text
}

#[test]
fn what_the_values_of_a_function_rest_on_is_said_once_over_it() {
    assert_snapshot!(said(&python(KERNEL)), @r#"
    import cutlass
    import cutlass.cute as cute
    from typing import Type


    class Norm:
        def __init__(self, dtype: Type[cutlass.Numeric], head_dim: int):
            """Keeps both."""
            self.dtype = dtype
            self.head_dim = head_dim

    «supposes dtype = Float16, head_dim = 128 | bind dtype = f16, head_dim = 128»
        def layouts(self):
            vector = 128 // self.dtype.width
            tile = cute.blocked_product(cute.make_layout((4, self.head_dim // vector)), cute.make_layout((2, 2)))
            return tile


    @cute.jit
    «supposes x of rank 2 and Float16»
    def tiled(
        x: cute.Tensor,
        count: int = 4,  # of tiles: all
    ):
        m, n = x.shape
        tile = cute.zipped_divide(x, (64, 32))
    "#);
}

/// A class of layouts, with a function, that nothing instantiates.
const CLASS: &str = "\
#include <cute/tensor.hpp>
using namespace cute;
namespace kernels {

template <int kBlockM, int kBlockN>
struct Traits {
  using Rows = Layout<Shape<Int<kBlockM>, Int<kBlockN>>, Stride<Int<kBlockN>, _1>>;
  using Halves = decltype(logical_divide(Rows{}, Shape<_2, _2>{}));

  template <class Element>
  CUTE_DEVICE static void copy(Element* smem) {
    Tensor tile = make_tensor(make_smem_ptr(smem), Rows{});
  }
};

}
";

#[test]
fn what_the_types_of_a_class_rest_on_is_said_once_over_its_template() {
    let fixture = cuda(CLASS);
    assert_snapshot!(said(&fixture), @r#"
    #include <cute/tensor.hpp>
    using namespace cute;
    namespace kernels {

    «supposes kBlockM = 128, kBlockN = 128, Element = half_t»
    template <int kBlockM, int kBlockN>
    struct Traits {
      using Rows = Layout<Shape<Int<kBlockM>, Int<kBlockN>>, Stride<Int<kBlockN>, _1>>;
      using Halves = decltype(logical_divide(Rows{}, Shape<_2, _2>{}));

    «supposes kBlockM = 128, kBlockN = 128, Element = half_t»
      template <class Element>
      CUTE_DEVICE static void copy(Element* smem) {
        Tensor tile = make_tensor(make_smem_ptr(smem), Rows{});
      }
    };

    }
    "#);
    let shown = spliced(&fixture, &HintOptions::default());
    let of_alias = "using Rows = Layout<Shape<Int<kBlockM>, Int<kBlockN>>, Stride<Int<kBlockN>, _1>>;  «= (128,128):(128,1) if ↑»";
    assert!(shown.contains(of_alias), "{shown}");
}

/// Values that rest on parameters of one name, of two functions.
const OF_ONE_NAME: &str = "\
import cutlass
import cutlass.cute as cute


class Kernel:
    def __init__(self, dtype: type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def __call__(self, dtype: type[cutlass.Numeric]):
        row = cute.make_layout((64 // dtype.width, 8))
        tile = cute.blocked_product(row, cute.make_layout((64 // self.dtype.width, 2)))
";

#[test]
fn parameters_of_one_name_are_said_once_over_a_function_and_bound_in_both() {
    let fixture = python(OF_ONE_NAME);
    let head = heads(&fixture).pop().expect("what is said over the function");
    assert_eq!(head.title, "supposes dtype = Float16");
    assert_eq!(head.full, "dtype = Float16");
    assert_eq!(head.binding.expect("a line in each function").insertions.len(), 2);
    let shown = spliced(&fixture, &HintOptions::default());
    assert!(shown.contains("if ↑»") && !shown.contains("if dtype"), "{shown}");
}

#[test]
fn the_statements_that_are_inserted_make_the_values_known() {
    let text = bound(&python(KERNEL));
    assert_snapshot!(spliced(&python(&text), &HintOptions::default()), @r#"
    import cutlass
    import cutlass.cute as cute
    from typing import Type


    class Norm:
        def __init__(self, dtype: Type[cutlass.Numeric], head_dim: int):
            # cute: with dtype = f16, head_dim = 128
            """Keeps both."""
            self.dtype = dtype
            self.head_dim = head_dim

        def layouts(self):
            vector = 128 // self.dtype.width
            tile  «= ((4,2),(16,2)):((1,64),(4,128))» = cute.blocked_product(cute.make_layout((4, self.head_dim // vector)), cute.make_layout((2, 2)))
            return tile


    @cute.jit
    def tiled(
        x: cute.Tensor,
        count: int = 4,  # of tiles: all
    ):
        m, n = x.shape
        tile = cute.zipped_divide(x, (64, 32))  «= ((64,32),(?,?)):((?,?),(?,?)) if ↑»
    "#);
}

#[test]
fn what_the_lens_binds_an_action_binds_too_on_the_functions_line_and_on_those_of_its_values() {
    for line in ["def layouts", "tile = cute.blocked_product"] {
        let at = KERNEL.find(line).unwrap();
        let fixture = python(KERNEL);
        let actions = code_actions(&fixture.analysis, &(at..at), &|_| true);
        let bind = actions.iter().find(|action| action.title == "bind dtype = f16, head_dim = 128").unwrap();
        let text = edited(&fixture.analysis.text, &bind.edits).expect("edits of this text");
        assert_eq!(text, bound(&python(KERNEL)), "{line}");
    }
    let elsewhere = KERNEL.find("self.dtype = dtype").unwrap();
    let actions = code_actions(&python(KERNEL).analysis, &(elsewhere..elsewhere), &|_| true);
    assert!(actions.iter().all(|action| !action.title.starts_with("bind ")), "{actions:?}");
}

#[test]
fn a_statement_binds_the_parameter_of_its_own_function_only() {
    let code = "import cutlass.cute as cute\n\n\ndef outer(n: int):\n    # cute: with n = 8\n    \
                a = cute.make_layout((4, n))\n\n    def inner(n: int):\n        b = cute.make_layout((4, n))\n\n\n\
                def other(n: int):\n    c = cute.make_layout((4, n))\n";
    assert_snapshot!(spliced(&python(code), &HintOptions::default()), @"
    import cutlass.cute as cute


    def outer(n: int):
        # cute: with n = 8
        a = cute.make_layout((4, n))  «= (4,8):(1,4)»

        def inner(n: int):
            b = cute.make_layout((4, n))


    def other(n: int):
        c = cute.make_layout((4, n))  «= (4,n):(1,?)»
    ");
}
