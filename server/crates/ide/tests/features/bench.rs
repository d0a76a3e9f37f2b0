//! What a bench says that a value is made from.

use layoutlens_ide::{BenchView, PictureKind, Wanted, bench_at, bench_of};

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

/// What is offered is found without drawing it, and is what can be drawn.
#[test]
fn a_bench_offers_the_kinds_of_which_it_has_a_picture() {
    let expressions = [
        "8:1",
        "(4,8):(8,1)",
        "((2,2),(4,2)):((1,8),(2,16))",
        "(2,2,2):(2,1,4)",
        "(4,8):(1@0,1@1)",
        "(4,(4,3)):(f1,(f5,f16))",
        "(4,8)",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "(512,512):(512,1)",
        "(1024,512):(512,1)",
        "(1048576,1048576):(1,1048576)",
        "thread_values(((4,8),2):((16,1),8), (8,8))",
        "composition((8,16):(20,1), <4:1,8:2>)",
        "zipped_divide((8,16):(20,1), <4:1,8:1>)",
        "blocked_product((3,4):(4,1), (2,5):(1,2))",
        "slice((2,_), ((3,2),((2,3),2)):((4,1),((2,15),100)))",
        "max_common_vector((4,8):(1,4), ((2,2),8):((1,16),2))",
        "bank_conflicts((8,4):(64,8), f16, 8)",
        "sectors(32:2, f32)",
        "SM80_16x8x16_F32F16F16F32_TN",
        "SM100_TMEM_LOAD_16dp256b1x",
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)",
        "make_tiled_copy(Copy_Atom<SM75_U32x2_LDSM_N, f16>, (32,1):(1,32), (1,8))",
        "128:128",
    ];
    for expression in expressions {
        let view = |kind| BenchView {
            wanted: Wanted { kind, is_zoomed: true, ..Wanted::default() },
            ..BenchView::default()
        };
        let Ok(bench) = bench_of(expression, None, &view(None)) else { panic!("no bench of {expression}") };
        let is_drawn = |kind: &PictureKind| {
            bench_of(expression, None, &view(Some(*kind))).is_ok_and(|bench| bench.picture.is_ok())
        };
        let drawn: Vec<PictureKind> =
            PictureKind::NAMED.map(|(_, kind)| kind).into_iter().filter(is_drawn).collect();
        // Any two operands can be drawn as parts of each other: that is offered where the operation makes parts.
        let of_parts = [PictureKind::Chosen, PictureKind::Tiles, PictureKind::Product, PictureKind::Common];
        let left_out: Vec<&PictureKind> = drawn.iter().filter(|kind| !bench.kinds.contains(kind)).collect();
        assert!(left_out.iter().all(|kind| of_parts.contains(kind)), "{expression}: {left_out:?}");
        assert!(bench.kinds.iter().all(|kind| drawn.contains(kind)), "{expression}: {:?}", bench.kinds);
        assert!(bench.kinds.contains(&bench.kind), "{expression}");
    }
}
