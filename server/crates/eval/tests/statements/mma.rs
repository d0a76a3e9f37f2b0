//! MMA atoms and tiled MMAs in the annotation language.

use layoutlens_eval::{Evaluated, evaluate_expression};
use layoutlens_syntax::parse_expression;

fn evaluate(text: &str) -> Evaluated {
    let (expr, errors) = parse_expression(text);
    assert_eq!(errors, [], "{text}");
    let (evaluated, problems) = evaluate_expression(&expr);
    assert_eq!(problems, [], "{text}");
    evaluated
}

#[track_caller]
fn check(facts: &[(&str, &str)]) {
    for (text, expected) in facts {
        let value = evaluate(text).value;
        assert_eq!(
            value.unknown_reason().map_or_else(|| value.to_string(), str::to_owned),
            *expected,
            "{text}"
        );
    }
}

#[test]
fn atoms_are_values_by_name() {
    check(&[
        ("mma_atom_layoutC(SM80_16x8x16_F32F16F16F32_TN)", "((4,8),(2,2)):((32,1),(16,8))"),
        ("mma_atom_shape_mnk(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)", "(64,128,16)"),
        ("mma_atom_shape_mnk(SM90_64x128x16_F32F16F16_SS)", "(64,128,16)"),
        ("mma_atom_thr_id(UniversalFMA<float>)", "1:0"),
        (
            "mma_atom_layoutA(SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,UMMA::Major::K,UMMA::Major::K>)",
            "(2,(128,16)):(128,(1,256))",
        ),
        (
            "mma_atom_layoutB(SM120_16x8x32_TN<float_e4m3_t,float_e5m2_t,float>)",
            "((4,8),(4,2)):((32,1),(8,128))",
        ),
    ]);
}

#[test]
fn tiled_mmas_are_made_of_an_atom_a_layout_and_a_permutation() {
    check(&[
        (
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)",
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <32,32,16>)",
        ),
        ("size(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)))", "128"),
        ("mma_tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), (32,32,16)))", "(32,32,16)"),
        (
            "mma_thr_layout_vmnk(make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,2,1)))",
            "(32,2,2,1):(1,32,64,0)",
        ),
        ("mma_layoutA_TV(SM80_8x8x4_F64F64F64F64_TN)", "((4,8),(1,(1,1))):((8,1),(0,(0,0)))"),
    ]);
}

#[test]
fn a_partition_is_the_part_of_a_thread_and_where_it_begins() {
    let part =
        evaluate("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), 33, (128,128):(128,1))");
    assert_eq!(part.value.to_string(), "((2,2),4,8):((1,1024),4096,16)");
    assert_eq!((part.offset.as_deref(), part.verdict.name()), (Some("2050"), "proved"));
    check(&[
        ("partition_shape_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), (64,32))", "((2,2,2),4,2)"),
        (
            "partition_fragment_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), 0, (32,16):(16,1))",
            "((2,2),2,2):((1,2),4,8)",
        ),
    ]);
}

#[test]
fn a_tile_that_does_not_divide_needs_a_predicate() {
    let (expr, _) = parse_expression("partition_C(SM80_16x8x16_F32F16F16F32_TN, 0, (40,16):(16,1))");
    let (part, problems) = evaluate_expression(&expr);
    assert_eq!(part.verdict.name(), "needs_predicate");
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(
        matches!(messages.as_slice(), [message] if message.starts_with("covers 768 of 640")),
        "{messages:?}"
    );
}

#[test]
fn thread_value_layouts_are_drawn_over_their_tile() {
    let tile = |text: &str| evaluate(text).tile.map(|tile| tile.to_string());
    assert_eq!(
        tile("mma_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)))"),
        Some("(32,16)".to_owned())
    );
    assert_eq!(tile("mma_atom_layoutB(SM80_16x8x16_F32F16F16F32_TN)"), Some("(8,16)".to_owned()));
}

#[test]
fn what_is_known_of_an_atom_goes_with_what_is_made_from_it() {
    for text in [
        "mma_atom_layoutC(SM90_64x8x16_F32F16F16_SS)",
        "make_tiled_mma(SM90_64x8x16_F32F16F16_SS)",
        "mma_layoutC_TV(make_tiled_mma(SM90_64x8x16_F32F16F16_SS))",
    ] {
        let notes = evaluate(text).notes;
        assert!(notes.iter().any(|note| note.contains("issue 3254")), "{text}: {notes:?}");
    }
    assert_eq!(evaluate("make_tiled_mma(SM90_64x16x16_F32F16F16_SS)").notes, Vec::<String>::new());
}

#[test]
fn an_atom_that_is_not_known_is_unknown_and_no_mistake() {
    check(&[
        (
            "mma_atom_layoutC(SM80_16x8x16_F32F16F16F32_NT)",
            "`SM80_16x8x16_F32F16F16F32_NT` is no MMA atom that is known here; `SM80_16x8x16_F32F16F16F32_TN` is the \
             nearest name",
        ),
        (
            "mma_atom_layoutC(SM100_MMA_F16BF16_SS)",
            "SM100_MMA_F16BF16_SS: its layouts depend on its template arguments <a_type, b_type, c_type, M, N, a_major, \
             b_major>",
        ),
    ]);
}

#[test]
fn instructions_on_tensor_memory_tell_what_they_access() {
    check(&[
        ("tmem_access(SM100_TMEM_LOAD_16dp256b1x)", "(8,(16,4)):(1,(65536,2097152))"),
        ("admissible((128,64):(65536,1), SM100_TMEM_LOAD_32dp32b2x)", "true"),
        ("admissible((64,64):(65536,1), SM100_TMEM_STORE_32dp32b2x)", "false"),
    ]);
}
