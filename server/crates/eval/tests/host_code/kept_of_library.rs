//! What is supposed of templates is spelled as code of the library, whose value is kept for all files and revisions: it
//! must rest on nothing of the file that asked first.

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::HostEvaluation;

use crate::fixture::cpp;

/// Parameters of every kind: types, an MMA, a copy, tensors with sizes of run time.
const KERNEL: &str = "
template <class Element, class TiledMma, class TileShape, class TiledCopy, class SmemLayout, int kBlockM>
CUTE_DEVICE void kernel(TiledMma tiled_mma, TiledCopy tiled_copy) {
  auto tile = make_layout(TileShape{});
  auto accumulators = partition_fragment_C(tiled_mma, Shape<_128, _128>{});
  auto threads = size(tiled_copy);
  auto rows = make_layout(Int<kBlockM>{});
}
template <class TensorA>
CUTE_DEVICE void other(TensorA const& mA, TensorA const& mB) {
  auto flat = coalesce(mA.layout());
  auto both = make_layout(shape<0>(mA), shape<0>(mB));
}
";

/// A program in which names of the library stand for something else.
const OTHER_NAMES: &str = "
#define half_t float
#define SM80_16x8x16_F32F16F16F32_TN Nothing
#define make_tiled_copy(...) 4
#define nullptr 4
struct Nothing {};
namespace cute { struct _128 {}; struct _64 {}; int make_tensor(int a, int b) { return a; } }
int make_tiled_mma(int a) { return a; }
int make_gmem_ptr(int a) { return a; }
int m = 3, n = 5, k = 7, ldm = 9;
";

/// What is supposed of each variable; numbers without a name are numbered in the order in which they are met.
fn supposed(evaluation: &HostEvaluation) -> Vec<String> {
    let of_variable = evaluation.variables.iter().flat_map(|variable| {
        let values = variable.supposed.iter().map(|supposed| &supposed.answer.evaluated.value);
        values.map(|value| format!("{} = {value}", variable.name))
    });
    of_variable.collect()
}

fn supposed_of(code: &str, facts: &Facts) -> Vec<String> {
    supposed(&cpp(code, facts))
}

/// What is expected is said by a process that saw no other program before: each test has one of its own.
const EXPECTED: [&str; 5] = [
    "tile = (128,128,64):(1,128,16384)",
    "accumulators = ((2,2),2,16):((1,2),4,8)",
    "threads = 128",
    "rows = 128:1",
    "flat = (?,?):(?,1)",
];

#[track_caller]
fn check(supposed: &[String]) {
    for expected in EXPECTED {
        assert!(supposed.iter().any(|found| found == expected), "{expected} is none of {supposed:#?}");
    }
}

#[test]
fn a_program_that_asks_first_has_no_say_in_what_is_kept() {
    let other = supposed_of(&format!("{OTHER_NAMES}{KERNEL}"), &Facts::default());
    assert!(!other.is_empty(), "something is supposed of a program that hides the library's names");
    check(&supposed_of(KERNEL, &Facts::default()));
}

#[test]
fn what_statements_say_has_no_say_in_what_is_kept() {
    supposed_of(KERNEL, &Facts::default().value("m", 4).value("k", 8).value("ldm", 16));
    check(&supposed_of(KERNEL, &Facts::default()));
}

#[test]
fn what_is_asked_again_is_what_was_found_first() {
    let first = supposed_of(KERNEL, &Facts::default());
    check(&first);
    for _ in 0..3 {
        assert_eq!(supposed_of(KERNEL, &Facts::default()), first);
    }
}

/// Sizes of run time are kept for their kind alone: those of two tensors are two numbers.
#[test]
fn sizes_of_two_tensors_stay_two_numbers() {
    let code = "template <class TensorA, class TensorB>
                CUTE_DEVICE void other(TensorA const& mA, TensorB const& mB) {
                  auto difference = size<0>(mA) - size<0>(mB);
                  auto layout = make_layout(make_shape(size<0>(mA), size<0>(mB)));
                }";
    let supposed = supposed_of(code, &Facts::default());
    assert!(!supposed.contains(&"difference = 0".to_owned()), "{supposed:#?}");
    assert!(supposed.iter().any(|found| found.starts_with("layout = ")), "{supposed:#?}");
}
