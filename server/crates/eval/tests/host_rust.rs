//! What is known of layouts in Rust code.

use layoutlens_eval::host::{HostFile, evaluate_program};
use layoutlens_syntax::Language;

/// The values of all variables, a line each.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let (_, tree) = layoutlens_syntax::parse(Language::Rust, source, None);
    let program = layoutlens_syntax::read_program(Language::Rust, source, &tree).into();
    let file = HostFile { name: "lib.rs".to_owned(), language: Language::Rust, program };
    let evaluation = evaluate_program(&[file], &Default::default());
    let shown: Vec<String> = evaluation
        .variables
        .iter()
        .map(|variable| format!("{} = {}", variable.name, variable.answers[0].evaluated.value))
        .collect();
    assert_eq!(shown, expected, "{source}");
}

#[test]
fn notation_in_text_and_in_the_macro_is_a_layout() {
    check(
        "use layout_algebra::{Error, Layout, layout};\n\
         fn f() -> Result<(), Error> {\n\
         let a: Layout = \"(6,2):(8,2)\".parse()?;\n\
         let b = \"(4,3):(3,1)\".parse::<Layout>().unwrap();\n\
         let c = layout!((4,(3,2)):(2,(8,1)))?;\n\
         let d = Layout::compact([4, 8].into_iter().collect())?;\n\
         Ok(())\n}\n",
        &["a = (6,2):(8,2)", "b = (4,3):(3,1)", "c = (4,(3,2)):(2,(8,1))", "d = (4,8):(1,4)"],
    );
}

#[test]
fn operations_of_the_algebra_are_computed() {
    check(
        "use layout_algebra::{Layout, Tiler, composition, layout, zipped_divide};\n\
         fn f() {\n\
         let a = layout!((6,2):(8,2)).unwrap();\n\
         let b = composition(&a, &layout!((4,3):(3,1)).unwrap()).unwrap();\n\
         let c = zipped_divide(&layout!((8,8):(1,8)).unwrap(), &\"<2,4>\".parse::<Tiler>().unwrap()).unwrap();\n\
         let n = c.size();\n}\n",
        &["a = (6,2):(8,2)", "b = ((2,2),3):((24,2),8)", "c = ((2,4),(4,2)):((1,8),(2,32))", "n = 64"],
    );
}

#[test]
fn layout_types_are_layouts() {
    check(
        "use cute_rs::*;\n\
         type A = Composed<Swizzle<2,3,3>,0,L<T2<C<128>,C<32>>,T2<C<32>,C<1>>>>;\n\
         type R = RowMajor<128,64>;\n",
        &["A = Sw<2,3,3> o 0 o (128,32):(32,1)", "R = (128,64):(64,1)"],
    );
}

#[test]
fn code_of_other_crates_is_left_alone() {
    check("use candle_core::Tensor;\nfn f() { let layout = Layout::contiguous((2, 3)); }\n", &[]);
}
