//! What the annotation language says of layouts as functions and as memory accesses.

use layoutlens_eval::batch::{BatchAnswer, batch};
use layoutlens_eval::evaluate_expression;
use layoutlens_syntax::parse_expression;

/// The value of an expression and the steps that show it, or why there is none.
fn found(text: &str) -> (String, Vec<String>) {
    let (expr, errors) = parse_expression(text);
    assert_eq!(errors, [], "{text}");
    let (evaluated, problems) = evaluate_expression(&expr);
    match (evaluated.value.unknown_reason(), problems.first()) {
        (Some(_), Some(problem)) => (problem.message.clone(), Vec::new()),
        (Some(reason), None) => (reason.to_owned(), Vec::new()),
        (None, _) => (evaluated.value.to_string(), evaluated.steps),
    }
}

#[track_caller]
fn check(text: &str, value: &str, steps: &[&str]) {
    let (found, found_steps) = found(text);
    assert_eq!(
        (found.as_str(), found_steps.iter().map(String::as_str).collect::<Vec<_>>()),
        (value, steps.to_vec())
    );
}

#[test]
fn bank_conflicts_name_words_and_what_removes_them() {
    check(
        "bank_conflicts(8:64, f16, 8)",
        "8-way bank conflict: 8 wavefronts for 1",
        &[
            "16 bytes a thread, 8 threads a phase",
            "threads 0..7: 8 words of bank 0: word 0 (thread 0), word 32 (thread 1), word 64 (thread 2), word 96 \
             (thread 3), ..",
            "Sw<3,3,3> removes the conflicts",
            "a leading dimension of 72 for 64 removes them: 8:72",
        ],
    );
    check(
        "bank_conflicts(Sw<3,3,3> o 0 o (8,4):(64,8), f16, 8)",
        "no bank conflicts: 4 wavefronts",
        &["16 bytes a thread, 8 threads a phase"],
    );
    check("bank_conflicts(32:1, f64) == 1", "true", &[]);
    check("bank_conflicts(32:32, float) > 16", "true", &[]);
}

#[test]
fn conflict_free_says_which_threads_meet() {
    check("conflict_free(8:72, f16, 8)", "true", &["no two of 8 threads hit different words of a bank"]);
    check(
        "conflict_free((2,16):(0,32), f32)",
        "false",
        &[
            "threads 0..31: 16 words of bank 0: word 0 (threads 0, ..), word 32 (threads 2, ..), word 64 (threads 4, \
             ..), word 96 (threads 6, ..), ..",
        ],
    );
}

#[test]
fn accesses_that_no_instruction_makes_are_no_accesses() {
    check(
        "bank_conflicts(8:64, f16, 3)",
        "access: 3 elements of 16 bits are no access of one thread, which is 1, 2, 4, 8, .. up to 32 bytes wide; the \
         nearest vectors that work are 2 and 4",
        &[],
    );
    check(
        "bank_conflicts(8:60, f16, 8)",
        "bank_conflicts: thread 1 begins at bit 960, which is not a multiple of the 128 bits of its access; the \
         widest aligned vector has 4 elements",
        &[],
    );
}

#[test]
fn sectors_count_what_a_request_moves() {
    check(
        "sectors(32:2, f32)",
        "8 sectors a request, 4 at best",
        &[
            "4 bytes a thread, 1 request of 32 threads",
            "8 sectors of 32 bytes in 2 lines of 128 bytes; 128 bytes are used: 50 %",
        ],
    );
    check("sectors((32,4):(4,128), f32, 4) == 16", "true", &[]);
}

#[test]
fn layouts_are_described_as_functions() {
    check("image((4,8):(1,5))", "{0..3} + {0,5,..,35}", &["32 offsets"]);
    check("image((4,8):(8,1)) == 32", "true", &[]);
    check("contiguity(((2,4),8):((1,2),16))", "8", &[]);
    check("alignment((8,4):(1,20))", "4", &[]);
    check(
        "linear_form(((2,2),(4,2)):((1,8),(2,16)))",
        "[1 8 2 16]",
        &["linear over natural coordinates only: A(1) + A(1) = 2, A(2) = 8"],
    );
    check(
        "linear_form((4,(4,2)):(e1,(e0,6e1)))",
        "[0 1 0; 1 0 6]",
        &["a row for each part of the coordinate"],
    );
    check(
        "linear_form(Sw<2,0,2> o 0 o (4,4):(1,4))",
        "[1 0 1 0; 0 1 0 1; 0 0 1 0; 0 0 0 1]",
        &["over F2: a column for each bit of the coordinate, a row for each bit of the offset, bit 0 first"],
    );
    check(
        "linear_form((4,4):(f1,f5))",
        "[1 0 1 0; 0 1 0 1; 0 0 1 0; 0 0 0 1]",
        &["over F2: a column for each bit of the coordinate, a row for each bit of the offset, bit 0 first"],
    );
    check("image((4,4):(f1,f5)) == 16", "true", &[]);
    check(
        "linear_form(Sw<1,0,1> o 0 o (2,2):(1,3))",
        "no matrix over F2",
        &["coordinate 3 has offset 4, the XOR of its bits' is 3"],
    );
    check(
        "loops((4,20):(5,2))",
        "for (int i1 = 0; i1 < 20; ++i1) for (int i0 = 0; i0 < 4; ++i0) A[5*i0 + 2*i1] = e(i0,i1);",
        &[
            "for (int i1 = 0; i1 < 20; ++i1)",
            "  for (int i0 = 0; i0 < 4; ++i0)",
            "    A[5*i0 + 2*i1] = e(i0,i1);",
        ],
    );
}

#[test]
fn tables_of_offsets_are_read_as_layouts() {
    check("from_offsets((0,8,1,9,2,10))", "(2,3):(8,1)", &[]);
    check("from_offsets((0,3,1,2))", "Sw<1,0,1> o 0 o (2,2):(2,1)", &[]);
    check(
        "from_offsets((0,1,4,9))",
        "(2,2,2):(1,4,9) o (3,1):(1,4)",
        &["no layout, swizzled or not, has these offsets; beyond their bounds these compose to them"],
    );
    check(
        "from_offsets((1,1,4,9))",
        "completeness: 0 goes to 1, and every composition of layouts takes 0 to 0",
        &[],
    );
}

#[test]
fn layouts_that_leave_offsets_out_are_not_surjective() {
    check("surjective((4,2):(1,3))", "true", &["every offset from 0 to the largest is reached"]);
    check(
        "surjective((4,2):(1,8))",
        "false",
        &["not surjective: not every offset from 0 to the largest is reached: {0..3} + {0,8}"],
    );
    check("bijective(Sw<1,0,1> o 0 o (2,2):(2,1))", "true", &["bijective"]);
    check("compact(Sw<1,0,1> o 0 o (2,2):(2,4))", "false", &["not compact: size 4, offsets {0, 3..4, 7}"]);
    check("compact((4,8):(1,5))", "false", &["not compact: size 32, cosize 39"]);
}

#[test]
fn the_batch_answers_as_the_language_does() {
    let answer = batch("bank_conflicts", &["8:64", "f16", "8"]);
    let BatchAnswer::Result { value, verdict, .. } = answer else { panic!("{answer:?}") };
    assert_eq!((value.to_string().as_str(), verdict), ("8-way bank conflict: 8 wavefronts for 1", "proved"));
    let refused = batch("sectors", &["8:1", "f16", "3"]);
    assert!(matches!(refused, BatchAnswer::Refused { why: "access", .. }), "{refused:?}");
}

#[test]
fn bank_conflicts_of_the_values_of_one_thread_are_refused() {
    check(
        "bank_conflicts(partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), 0, (16,8):(8,1)), f32)",
        "bank_conflicts is about the threads of a warp, and this layout counts the values of one thread; give a layout \
         from threads to offsets, such as `TV(_,0)` of a thread-value layout",
        &[],
    );
}
