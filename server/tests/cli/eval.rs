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
    for text in ["", "(4,8", ")", "let", "(4,8):(1,4) (2"] {
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
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @r#"
    {"result":"(2,3):(6,3)","verdict":"wrong"}
    {"result":[0,1,5,6],"verdict":"proved"}
    {"result":"true","verdict":"proved"}
    {"error":true,"why":"parse","message":"no request: expected ident at line 1 column 2","start":1,"end":1}
    {"result":"24:1","verdict":"proved"}
    "#);
}

fn value(text: &str) -> String {
    let outcome = layoutlens(&["eval", text]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{text}");
    outcome.stdout.trim_end().to_owned()
}

#[test]
fn an_expression_may_be_spelled_as_code_is() {
    assert_eq!(value("make_layout(make_shape(Int<2>{},4))"), "(2,4):(1,2)");
    assert_eq!(value("Layout<Shape<_4,_8>>"), "(4,8):(1,4)");
    assert_eq!(value("Layout<Shape<_4,_8>,Stride<_8,_1>>{}"), "(4,8):(8,1)");
    assert_eq!(value("cute.make_layout((4,8), stride=(8,1))"), "(4,8):(8,1)");
    assert_eq!(value("cute.make_layout((4,8), stride=(8,1))((1,2))"), "10");
    assert_eq!(value("coalesce(make_layout((2,(1,6)),(1,(6,2))), Step<_1,_1>{})"), "(2,6):(1,2)");
    assert_eq!(value("make_ordered_layout(make_shape(2,4), Step<_2,_1>{})"), "(2,4):(4,1)");
    assert_eq!(
        value("zipped_divide(make_layout(Shape<_8,_8>{}), make_tile(Int<4>{}, _4{}))"),
        "((4,4),(2,2)):((1,8),(4,32))"
    );
    assert_eq!(value("make_layout(make_shape(Int<2>{}, 4), LayoutRight{})"), "(2,4):(4,1)");
    assert_eq!(value("cute.slice((None, 1), cute.make_layout((4,8)))"), "(4):(1)");
    assert_eq!(value("idx2crd((1,5),(3,(2,3)))"), "(1,(1,2))");
}

#[test]
fn statements_may_stand_before_an_expression() {
    assert_eq!(value("let A = (4,8):(8,1); let B = coalesce(A); compare A, B"), "equal");
    assert_eq!(value("with M = 4; (M,8):(8,1)"), "(4,8):(8,1)");
    assert_eq!(value("compare (2,4):(3,1), (2,4):(7,1)"), "differ first at (1,0): 3, not 7");
    let wrong = layoutlens(&["eval", "let A = (4,8); compositoin(A, 8:1)"]);
    assert_eq!(wrong.status, 1);
    // The excerpt stands under the text as it was given.
    assert!(wrong.stderr.contains("<expression>:1:16"), "{}", wrong.stderr);
}

#[test]
fn an_expression_is_read_from_standard_input_and_told_as_json() {
    let outcome =
        layoutlens_with_input(&root(), &["eval", "-", "--format", "json"], b"coalesce((2,4):(1,2))\n");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let answer: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&answer["value"], &answer["verdict"]), (&"8:1".into(), &"proved".into()));
    let wrong = layoutlens(&["eval", "--format", "json", "composition((4,6,8):(2,3,5), 6:1)"]);
    assert_eq!((wrong.status, wrong.stderr.as_str()), (1, ""));
    let answer: serde_json::Value = serde_json::from_str(&wrong.stdout).unwrap();
    let finding = &answer["findings"][0];
    assert_eq!(
        (&finding["code"], &finding["start"], &finding["end"]),
        (&"shape-divisibility".into(), &29.into(), &32.into())
    );
    let show = layoutlens_with_input(&root(), &["show", "-"], b"let A = (2,2); composition(A, A)");
    assert_eq!(show.status, 0, "{}", show.stderr);
    assert!(show.stdout.starts_with("(2,2):(1,2)"), "{}", show.stdout);
}

#[test]
fn a_value_is_explained_step_by_step() {
    let outcome = layoutlens(&["eval", "--explain", "composition((6,2):(8,2), (4,3):(3,1))"]);
    assert_eq!(outcome.status, 0);
    assert!(outcome.stdout.starts_with("((2,2),3):((24,2),8)\n  size 12"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("\n  1. "), "{}", outcome.stdout);
}

#[test]
fn an_error_of_a_batch_says_what_where_and_to_which_request() {
    let input = concat!(
        "{\"id\":7,\"op\":\"composition\",\"args\":[\"(4,6,8):(2,3,5)\",\"6:1\"]}\n",
        "{\"id\":\"b\",\"op\":\"size\",\"args\":[\"(4,8\"]}\n",
        "{\"id\":9,\"op\":\"size\",\"args\":[\"(4,8)\"]}",
    );
    let outcome = layoutlens_with_input(&root(), &["eval", "--batch"], input.as_bytes());
    assert_eq!(outcome.status, 1);
    let lines: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&lines[0]["id"], &lines[0]["why"], &lines[0]["operand"]),
        (&7.into(), &"shape_divisibility".into(), &1.into())
    );
    assert!(lines[0]["message"].as_str().unwrap().contains("not a multiple of 4"), "{}", lines[0]);
    assert_eq!(
        (&lines[1]["id"], &lines[1]["why"], &lines[1]["operand"]),
        (&"b".into(), &"parse".into(), &0.into())
    );
    assert_eq!((&lines[1]["start"], &lines[1]["end"]), (&0.into(), &1.into()));
    assert_eq!((&lines[2]["id"], &lines[2]["result"]), (&9.into(), &"32".into()));
}

#[test]
fn an_expression_and_a_batch_exclude_each_other() {
    assert_eq!(layoutlens(&["eval"]).status, 2);
    assert_eq!(layoutlens(&["eval", "--batch", "8:1"]).status, 2);
}
