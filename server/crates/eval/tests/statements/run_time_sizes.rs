//! Sizes and strides that are names: what operations give for them, and which facts they use or lack.

use layoutlens_eval::{Evaluated, Meaning, evaluate};
use layoutlens_syntax::{Language, parse};

/// The value of the last statement of a file of statements.
fn last(statements: &[&str]) -> (Evaluated, usize) {
    let text: String = statements.iter().map(|statement| format!("// cute: {statement}\n")).collect();
    let evaluation = evaluate(&parse(Language::Cuda, &text, None).0, &text);
    match evaluation.statements.last() {
        Some(Meaning::Value(evaluated) | Meaning::Claim(evaluated)) => {
            (evaluated.clone(), evaluation.problems.len())
        }
        other => panic!("{other:?}"),
    }
}

/// The value, or why it is unknown.
#[track_caller]
fn check(expected: &str, statements: &[&str]) -> Evaluated {
    let (evaluated, problems) = last(statements);
    let found = evaluated.value.unknown_reason().map_or_else(|| evaluated.value.to_string(), str::to_owned);
    assert_eq!(found, expected);
    assert_eq!(problems, 0, "run-time sizes are no mistake");
    evaluated
}

#[test]
fn operations_carry_names_as_cute_carries_run_time_integers() {
    check("((128,ceil_div(M,128)),K):((1,128),lda)", &["show logical_divide((M,K):(1,lda), <128,_>)"]);
    check("(M,K):(1,M)", &["show coalesce((M,K):(1,M))"]);
    check("ceil_div(M,128):128", &["show complement(128:1, M)"]);
    check("(4,N):(1,4)", &["show make_layout((4,N))"]);
    check("(M,N):(N,1)", &["show make_ordered_layout((M,N), (1,0))"]);
    check(
        "((8,16),(64,ceil_div(K,64))):((64,512),(1,8192))",
        &["show tile_to_shape((8,64):(64,1), (128,K))"],
    );
    check("(ceil_div(M,8),64):(1,K)", &["let A = (M,64):(1,8*K)", "show upcast(A, 8)"]);
    check("K*M+M", &["show size((M,K+1):(1,M))"]);
    check("(M,8,1):(1,M,0)", &["show append((M,8):(1,M))"]);
    check("(1,M,8):(0,1,M)", &["show prepend((M,8):(1,M))"]);
    check("(M,8,3):(1,M,2)", &["show append((M,8):(1,M), 3:2)"]);
    check("(32,M):(M,1)", &["show right_inverse((M,8,4):(32,1,8))"]);
}

#[test]
fn coordinate_layouts_have_run_time_shapes() {
    check("(M,N):(1@0,1@1)", &["show make_identity_layout((M,N))"]);
    check(
        "((128,64),(ceil_div(M,128),ceil_div(N,64))):((1@0,1@1),(128@0,64@1))",
        &["show zipped_divide((M,N):(1@0,1@1), <128,64>)"],
    );
    check("(i,j)", &["let identity = (M,N):(1@0,1@1)", "show identity(i,j)"]);
}

#[test]
fn parts_begin_at_offsets_of_names() {
    let tile =
        check("(128,8,ceil_div(K,8)):(1,lda,8*lda)", &["show local_tile((M,K):(1,lda), <128,8>, (bx,_))"]);
    assert_eq!(tile.offset.as_deref(), Some("128*bx"));
    let part = check("(4,8):(32,lda)", &["show local_partition((128,8):(1,lda), (32,1):(1,32), t)"]);
    assert_eq!(part.offset.as_deref(), Some("t%32"));
    check("i+3*lda", &["let A = (M,K):(1,lda)", "show A(i,3)"]);
    check("(K):(lda)", &["let A = (M,K):(1,lda)", "show A(i,_)"]);
}

#[test]
fn a_part_without_names_is_a_layout_like_any_other() {
    check("true", &["let tile = zipped_divide((M,K):(1,64), <8,8>)", "assert injective(mode(tile,0))"]);
}

#[test]
fn a_result_that_rounds_up_says_unless_what() {
    let divide = "zipped_divide((M,K):(1,M), <128,64>)";
    let rounded =
        check("((128,64),(ceil_div(M,128),ceil_div(K,64))):((1,M),(128,64*M))", &[&format!("show {divide}")]);
    assert_eq!(rounded.rounds_up_unless, ["M % 128 == 0", "K % 64 == 0"]);
    assert_eq!(rounded.verdict_name(), "needs_predicate");
    let exact = check(
        "((128,64),(M/128,K/64)):((1,M),(128,64*M))",
        &["with M % 128 == 0, K % 64 == 0", &format!("show {divide}")],
    );
    assert_eq!(exact.rounds_up_unless, [] as [&str; 0]);
    assert_eq!(exact.notes, ["holds because K % 64 == 0", "holds because M % 128 == 0"]);
    assert_eq!(exact.verdict_name(), "proved");
}

#[test]
fn facts_reach_layouts_that_were_named_before_them() {
    check(
        "((64),(M/64)):((1),(64))",
        &["let A = (M):(1)", "with M % 128 == 0", "show zipped_divide(A, <64>)"],
    );
    check("((64),(80)):((1),(64))", &["let A = (M):(1)", "with M = 5120", "show zipped_divide(A, <64>)"]);
}

#[test]
fn a_result_that_is_not_right_for_all_values_says_what_it_lacks() {
    check(
        "composition gives (min(M,128),128/min(M,128)):(1,lda), right if M % 128 == 0",
        &["show composition((M,K):(1,lda), 128:1)"],
    );
    check("(128,1):(1,lda)", &["with M % 128 == 0", "show composition((M,K):(1,lda), 128:1)"]);
    check(
        "left_inverse: M is a run-time integer, and CuTe needs the strides to be static",
        &["show left_inverse((8,K):(M,1))"],
    );
}

#[test]
fn comparisons_hold_for_all_values_or_are_unknown() {
    check("true", &["assert size((M,K):(1,M)) == K * M"]);
    check("true", &["assert (M,K) == (M,K):(1,M)"]);
    check("false", &["let same = (M):(1) == (M):(2)", "show same"]);
    check("true", &["with K % 64 == 0", "assert K / 16 * 16 == 1 * K"]);
    check("whether `(M,8)` equals `(K,8)` depends on names that nothing binds", &["assert (M,8) == (K,8)"]);
}

#[test]
fn the_asserts_of_the_language_page_hold() {
    let a = "let A = (M,K):(1,lda)";
    check(
        "true",
        &[
            a,
            "let tiles = zipped_divide(A, <128,8>)",
            "assert tiles == ((128,8),(ceil_div(M,128),ceil_div(K,8))):((1,lda),(128,8*lda))",
        ],
    );
    check(
        "true",
        &[
            a,
            "let tile = local_tile(A, <128,8>, (blk,_))",
            "assert tile == (128,8,ceil_div(K,8)):(1,lda,8*lda)",
        ],
    );
    check(
        "true",
        &["assert zipped_divide(make_identity_layout((M,N)), <128,64>)((_,_),(1,2)) == (128,64):(1@0,1@1)"],
    );
    let facts = "with M % 128 == 0, K % 64 == 0";
    let b = "let B = (M,K):(1,M)";
    check(
        "true",
        &[b, facts, "assert zipped_divide(B, <128,64>) == ((128,64),(M/128,K/64)):((1,M),(128,64*M))"],
    );
    check("true", &[b, facts, "assert composition(B, 128:1) == (128,1):(1,M)"]);
}

#[test]
fn threads_hold_parts_of_run_time_tensors() {
    let part = check(
        "((2,2),4,8):((1,8*ldc),32*ldc,16)",
        &[
            "let mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
            "show partition_C(mma, 33, (128,128):(ldc,1))",
        ],
    );
    assert_eq!(part.offset.as_deref(), Some("16*ldc+2"));
    let part = check(
        "((2,2),ceil_div(M,32),ceil_div(N,16)):((1,8*N),32*N,16)",
        &[
            "let mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
            "show partition_C(mma, 33, (M,N):(N,1))",
        ],
    );
    assert_eq!(part.rounds_up_unless, ["M % 32 == 0", "N % 16 == 0"]);
}
