//! `layoutlens eval`.

use crate::binary::{layoutlens, layoutlens_with_input, root};

#[test]
fn an_expression_is_evaluated() {
    let outcome = layoutlens(&["eval", "composition((6,2):(8,2), (4,3):(3,1))"]);
    assert_eq!(
        (outcome.status, outcome.stdout.as_str(), outcome.stderr.as_str()),
        (0, "((2,2),3):((24,2),8)\n", "")
    );
}

#[test]
fn a_rejected_operation_is_explained_with_its_place() {
    let outcome = layoutlens(&["eval", "composition((4,6,8):(2,3,5), 6:1)"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stderr, @r"
    error[shape-divisibility]: composition: 6:1 (right operand) does not fill mode 0 of (4,6,8):(2,3,5) evenly: 6 elements there are not a multiple of 4; the nearest sizes that work are 4 and 8
     --> <expression>:1:30
      |
    1 | composition((4,6,8):(2,3,5), 6:1)
      |                              ^^^
      |
    help: use 4
      |
    1 - composition((4,6,8):(2,3,5), 6:1)
    1 + composition((4,6,8):(2,3,5), 4:1)
      |
    help: use 8
      |
    1 - composition((4,6,8):(2,3,5), 6:1)
    1 + composition((4,6,8):(2,3,5), 8:1)
      |
    ");
}

#[test]
fn a_wrong_result_is_shown_with_what_it_is_worth() {
    let outcome = layoutlens(&["eval", "composition((4,6,8):(2,3,5), 6:3)"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, "(2,3):(6,3)\n"));
    insta::assert_snapshot!(outcome.stderr, @r"
    error[accepted-but-wrong]: compiles, but is not what composition means: composition((4,6,8):(2,3,5), 6:3) gives R = (2,3):(6,3), and R(2) = 3 where the definition gives 7
     --> <expression>:1:1
      |
    1 | composition((4,6,8):(2,3,5), 6:3)
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn text_that_is_no_expression_is_a_finding() {
    for text in ["", "(4,8", ")", "show (4,8)", "(4,8):(1,4) (2"] {
        let outcome = layoutlens(&["eval", text]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""), "{text}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("error"), "{text}: {}", outcome.stderr);
    }
}

#[test]
fn a_batch_answers_line_by_line() {
    let input = concat!(
        "{\"op\":\"composition\",\"args\":[\"(4,6,8):(2,3,5)\",\"6:3\"],\"functional\":false}\n",
        "{\"op\":\"eval_all\",\"args\":[\"(2,2):(1,5)\"]}\n",
        "{\"op\":\"congruent\",\"args\":[\"(4,8)\",\"(1,2)\"]}\n",
        "not json\n",
        "{\"op\":\"complement\",\"args\":[\"4:0\",\"24\"]}\n",
    );
    let outcome = layoutlens_with_input(&root(), &["eval", "--batch"], input.as_bytes());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r#"
    {"result":"(2,3):(6,3)","verdict":"wrong"}
    {"result":[0,1,5,6],"verdict":"proved"}
    {"result":"true","verdict":"proved"}
    {"error":true,"why":"parse"}
    {"result":"24:1","verdict":"proved"}
    "#);
}

#[test]
fn an_expression_and_a_batch_exclude_each_other() {
    assert_eq!(layoutlens(&["eval"]).status, 2);
    assert_eq!(layoutlens(&["eval", "--batch", "8:1"]).status, 2);
}
