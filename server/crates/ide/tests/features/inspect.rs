use layoutlens_ide::{InspectedKind, inspect};

use crate::fixture::cuda;

#[test]
fn a_file_is_listed_in_the_order_of_its_text() {
    let fixture = cuda(
        "// cute: let A = (6,2):(8,2)\nauto x = f(); // tAgA: (4,8):(1,4)\n// cute: show A o (4,3):(3,1)\n// cute: show Z\n",
    );
    let all = inspect(&fixture.analysis);
    let found: Vec<_> = all
        .iter()
        .map(|one| {
            (
                one.kind,
                one.name.as_deref(),
                one.layouts.first().map(|layout| layout.text.as_str()),
                one.verdict,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (InspectedKind::Binding, Some("A"), Some("(6,2):(8,2)"), Some("proved")),
            (InspectedKind::Comment, Some("tAgA"), Some("(4,8):(1,4)"), Some("proved")),
            (InspectedKind::Statement, None, Some("((2,2),3):((24,2),8)"), Some("proved")),
            (InspectedKind::Statement, None, None, None),
        ]
    );
    assert!(all.last().unwrap().unknown.as_deref().unwrap().contains("`Z`"));
}

#[test]
fn a_layout_comment_sees_the_names_bound_above_it() {
    let fixture = cuda(
        "// cute: with bM = 8\nauto a = make_layout(b); // (bM,4):(1,bM)\n// cute: with bM = 16\nauto c = make_layout(b); // (bM,4):(1,bM)\n",
    );
    let layouts: Vec<_> = inspect(&fixture.analysis).iter().map(|one| one.layouts[0].text.clone()).collect();
    assert_eq!(layouts, ["(8,4):(1,8)", "(16,4):(1,16)"]);
}

#[test]
fn a_value_of_one_thread_says_which() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* a, int thread) {
  auto atom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8, Shape<_8,_8>>, Stride<_8, Stride<_1,_64>>>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
  TiledMMA mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  Tensor tCsA = mma.get_slice(threadIdx.x).partition_A(sA);
  Tensor named = mma.get_slice(thread).partition_A(sA);
}
",
    );
    let of = |name: &str| {
        let all = inspect(&fixture.analysis);
        let one = all.into_iter().find(|one| one.name.as_deref() == Some(name)).expect(name);
        one.layouts.into_iter().map(|layout| layout.when).collect::<Vec<_>>()
    };
    assert_eq!(of("sA"), [None]);
    assert_eq!(of("tCsA"), [Some("thread 0".to_owned())]);
    assert_eq!(of("named"), [Some("thread = 0".to_owned())]);
}
