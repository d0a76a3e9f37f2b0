//! Comments beside code, checked against values of its variables that are given by hand.

#![expect(clippy::unwrap_used, reason = "a fixture that lacks what it should have is a failed test")]

use layoutlens_eval::{
    Agreement, Evaluated, Evaluation, Value, evaluate_beside, evaluate_expression,
    host::{Answer, HostEvaluation, HostValue, Site, Variable, VariableKind},
};
use layoutlens_syntax::{Language, parse, parse_expression};

const INCLUDE: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

/// `name = VALUE` for each variable; several values with `|` are several call sites, and `?` is unknown.
fn host(text: &str, values: &[&str]) -> HostEvaluation {
    let variables = values.iter().map(|binding| {
        let (name, values) = binding.split_once(" = ").unwrap();
        let is_declared = |at: &usize| {
            let behind = text[at + name.len()..].trim_start();
            let before = text[..*at].chars().next_back().unwrap();
            behind.starts_with(['=', ',', ']', ')']) && !before.is_alphanumeric() && before != '_'
        };
        let start = text.match_indices(name).map(|(at, _)| at).find(is_declared).unwrap();
        let range = start..start + name.len();
        let is_parameter = text[..start].ends_with("Tensor ");
        let (kind, statement) = if is_parameter {
            let begin = text[..start].rfind(['(', ',']).unwrap() + 1;
            let begin = begin + text[begin..].len() - text[begin..].trim_start().len();
            (VariableKind::Parameter, begin..range.end)
        } else {
            let begin = text[..start].rfind(['\n', '}', ';']).map_or(0, |at| at + 1);
            let begin = begin + text[begin..].len() - text[begin..].trim_start().len();
            // A statement of C++ ends behind its semicolon, one of Python with its line.
            let end = text[start..].find(';').map(|length| start + length + 1);
            let end = end.unwrap_or_else(|| {
                let line = text[start..].split(['#', '\n']).next().unwrap();
                start + line.trim_end().len()
            });
            (VariableKind::Variable, begin..end)
        };
        let answers = values.split('|').map(|value| answer(value.trim())).collect();
        Variable {
            name: name.to_owned(),
            range,
            visible: start..text.len(),
            statement,
            kind,
            answers,
            is_sample: false,
            supposed: Vec::new(),
        }
    });
    HostEvaluation { variables: variables.collect(), ..HostEvaluation::default() }
}

fn answer(value: &str) -> Answer {
    let evaluated: Evaluated = match value {
        "?" => Value::unknown("nothing is known of it").into(),
        value => evaluate_expression(&parse_expression(value).0).0,
    };
    let range = 0..0;
    Answer {
        value: HostValue::Value(evaluated.value.clone()),
        evaluated,
        site: Some(Site { file: None, range, label: "main".to_owned() }),
        thread: None,
    }
}

fn evaluated(language: Language, text: &str, values: &[&str]) -> Evaluation {
    let (file, _) = parse(language, text, None);
    evaluate_beside(&file, text, host(text, values))
}

/// The findings in a C++ file, each as `text under the squiggle: message`.
#[track_caller]
fn check(text: &str, values: &[&str], expected: &[&str]) {
    let text = format!("{INCLUDE}{text}");
    let found = evaluated(Language::Cuda, &text, values);
    let problems =
        found.problems.iter().map(|problem| format!("{}: {}", &text[problem.range.clone()], problem.message));
    assert_eq!(problems.collect::<Vec<_>>(), expected);
}

/// Whether the comment beside `auto a = f();` agrees with a value.
#[track_caller]
fn agrees(comment: &str, value: &str) {
    let text = format!("{INCLUDE}auto a = f();  // {comment}\n");
    let found = evaluated(Language::Cuda, &text, &[&format!("a = {value}")]);
    let agreement: Vec<&Agreement> = found.comment_checks.iter().map(|check| &check.agreement).collect();
    assert_eq!(agreement, [&Agreement::Agrees]);
}

/// Nothing is said of the comment, right or wrong.
#[track_caller]
fn open(comment: &str, value: &str) {
    let text = format!("{INCLUDE}auto a = f();  // {comment}\n");
    let found = evaluated(Language::Cuda, &text, &[&format!("a = {value}")]);
    let agreement: Vec<&Agreement> = found.comment_checks.iter().map(|check| &check.agreement).collect();
    assert_eq!((agreement, &found.problems[..]), (vec![&Agreement::Open], &[][..]));
}

/// What differs, and the comment as the fix writes it.
#[track_caller]
fn differs(comment: &str, value: &str, difference: &str, fixed: &str) {
    let text = format!("{INCLUDE}auto a = f();  // {comment}\n");
    let found = evaluated(Language::Cuda, &text, &[&format!("a = {value}")]);
    let [problem] = &found.problems[..] else { panic!("one finding expected: {:?}", found.comment_checks) };
    assert_eq!(problem.message.rsplit_once(": ").unwrap().1, difference);
    let fix = problem.fixes.first().unwrap();
    let mut mended = text.clone();
    mended.replace_range(fix.range.clone(), &fix.text);
    assert_eq!(mended, text.replace(comment, fixed));
    assert_eq!(evaluated(Language::Cuda, &mended, &[&format!("a = {value}")]).problems, []);
}

#[test]
fn rank_names_stand_for_modes_whatever_they_hold() {
    agrees("(MMA,MMA_M,MMA_K)", "((8,2),1,(4,1)):((1,8),0,(16,0))");
    agrees("((atom_v,rest_v),STAGE)", "((8,1),3):((1,0),8)");
    agrees("(BLK_M,BLK_K,k)", "(128,8,ceil_div(K,8)):(1,lda,8*lda)");
    agrees("(MMA,...)", "(4,8,2):(1,4,32)");
    agrees("(V,Rest...)", "(4):(1)");
    agrees("(M,K)", "(4,8)");
}

#[test]
fn what_cannot_be_computed_agrees_with_nothing() {
    open("(4,8/0)", "(4,8)");
    let text = format!("{INCLUDE}auto a = f();  // (4,8)\n");
    let (file, _) = parse(Language::Cuda, &text, None);
    let mut host = host(&text, &["a = (4,8)"]);
    host.variables[0].answers.clear();
    let found = evaluate_beside(&file, &text, host);
    let agreement: Vec<&Agreement> = found.comment_checks.iter().map(|check| &check.agreement).collect();
    assert_eq!(agreement, [&Agreement::Open]);
}

#[test]
fn a_wrong_rank_is_told() {
    differs("(MMA,MMA_M,MMA_K,PIPE)", "((128,16),1,4):((64,1),0,16)", "rank 3, not 4", "(MMA,MMA_M,MMA_K)");
    differs("(BLK_M, BLK_K)", "(128,8,3):(1,128,1024)", "rank 3, not 2", "(BLK_M, BLK_K, 3)");
    differs("((V,M),K)", "((4,2,2),8):((1,4,8),16)", "mode 0 has rank 3, not 2", "((V,M,2),K)");
    differs("((V,M),K)", "(4,8):(1,4)", "mode 0 is 4, and not a tuple of 2", "(4,K)");
    differs("(A,B,C,...)", "(4,8):(1,4)", "rank 2, not at least 3", "(A,B)");
}

#[test]
fn numbers_check_values_and_not_what_is_static() {
    agrees("(_4,8):(1,_4)", "(4,8):(1,4)");
    agrees("(4,8)", "(4,8):(1,4)");
    differs("(_128,_32)", "(128,64):(64,1)", "mode 1 is 64, not 32", "(_128,_64)");
    differs("(4,8):(8,1)", "(4,8):(1,4)", "the stride of mode 0 is 1, not 8", "(4,8):(1,4)");
    differs("((2,2),(_8,4))", "((2,2),(8,2)):((1,2),(4,32))", "mode (1,1) is 2, not 4", "((2,2),(_8,_2))");
}

#[test]
fn coordinates_and_open_numbers_are_compared() {
    agrees("(_64,4):(_1@0,64@1)", "(64,4):(1@0,64@1)");
    differs(
        "(64,4):(1@0,1@1)",
        "(64,4):(1@0,64@1)",
        "the stride of mode 1 is 64@1, not 1@1",
        "(64,4):(1@0,64@1)",
    );
    agrees("(?,?{div=8}):(1,?)", "(5,16):(1,5)");
    differs("(?,?{div=8})", "(5,12):(1,5)", "mode 1 is 12, which 8 does not divide", "(?,12)");
    agrees("(4,8):(E<0>,E<1>)", "(4,8):(1@0,1@1)");
}

#[test]
fn what_depends_on_names_is_not_decided() {
    open("(512,256):(256,_1)", "(M,K):(K,1)");
    agrees("(M,K)", "(M,K):(K,1)");
    differs("(512,8):(8,1)", "(M,4):(4,1)", "mode 1 is 4, not 8", "(M,4):(4,1)");
}

#[test]
fn what_is_open_is_written_as_it_is_where_anything_differs() {
    differs("(n,m):(128,1)", "(n,m):(1,n)", "the stride of mode 0 is 1, not 128", "(n,m):(1,n)");
    differs(
        "(ceil_div(K,8),8):(8,1)",
        "(ceil_div(K,8),8):(1,ceil_div(K,8))",
        "the stride of mode 0 is 1, not 8",
        "(ceil_div(K,8),8):(1,ceil_div(K,8))",
    );
    differs(
        "(_4,...,K):(1,...,7)",
        "(4,2,16):(1,4,8)",
        "the stride of mode 2 is 8, not 7",
        "(_4,...,K):(1,...,_8)",
    );
}

#[test]
fn a_comment_that_would_be_open_is_not_written() {
    let text = format!("{INCLUDE}auto bM = f();\nauto a = f(); // (bM,4)\n");
    let found = evaluated(Language::Cuda, &text, &["bM = 128", "a = ((8,M),8):((1,8),64)"]);
    let [problem] = &found.problems[..] else { panic!("one finding expected: {:?}", found.comment_checks) };
    assert!(problem.message.ends_with("mode 1 is 8, not 4"), "{}", problem.message);
    assert_eq!(problem.fixes, []);
}

#[test]
fn numbers_of_a_run_that_two_comments_tell_of_check_strides_in_others() {
    let prints = "// a: (512,1024):(1024,_1)\n\n// b: (512,1024):(1024,_1)\n\n// c: (128,256):(256,_1)\n\n// d: (128,4):(1024,_1)\n";
    let fixture =
        |prints: &str| format!("auto a = f();\nauto b = f();\nauto c = f();\nauto d = f();\n{prints}");
    let values =
        ["a = (M,N):(N,1)", "b = (M,N):(N,1)", "c = (128,256):(N,1)", "d = (128,ceil_div(N,256)):(N,1)"];
    check(
        &fixture(prints),
        &values,
        &[
            "(128,256):(256,_1): `c` is (128,256):(N,1): the stride of mode 0 is N, by other comments 1024, not 256",
        ],
    );
    // One comment alone may be the wrong one, and comments of different runs tell of none.
    check(&fixture(&prints.replace("// b: ", "// of b: ")), &values, &[]);
    check(&fixture(&prints.replace("// b: (512,1024)", "// b: (512,2048)")), &values, &[]);
}

#[test]
fn the_size_of_a_nested_mode_is_no_mistake() {
    open("(128,64)", "((8,16),(64,1)):((64,512),(1,0))");
    differs("(128,32)", "((8,16),(64,1)):((64,512),(1,0))", "mode 1 is (64,1), not 32", "((8,16),(64,1))");
    differs(
        "(128,64):(64,1)",
        "((8,16),64):((64,512),1)",
        "mode 0 is (8,16), not 128",
        "((8,16),64):((64,512),1)",
    );
}

#[test]
fn swizzles_are_compared_where_the_comment_has_one() {
    let layout = "Sw<3,4,3> o 0 o (8,64):(64,1)";
    agrees("(8,64):(64,1)", layout);
    agrees("Sw<3,4,3> o 0 o (8,64):(64,1)", layout);
    differs(
        "Sw<2,4,3> o 0 o (8,64):(64,1)",
        layout,
        "the swizzle is Sw<3,4,3>, not Sw<2,4,3>",
        "Sw<3,4,3> o 0 o (8,64):(64,1)",
    );
    open("Sw<3,4,3>_smem_ptr[16b](0x0) o (8,64):(64,1)", layout);
}

#[test]
fn a_word_in_brackets_is_no_claim() {
    open("(unused)", "(4,8):(1,4)");
    open("(M/2 * N)", "(4,8):(1,4)");
    agrees("(V)", "4:1");
}

#[test]
fn names_may_be_those_of_the_elements() {
    open("(bidx, bidy, bidz, valid)", "(4,2):(1,4)");
    differs("(bidx, bidy, bidz)", "(4,2):(1,4)", "rank 2, not 3", "(bidx, bidy)");
}

#[test]
fn names_that_the_code_binds_check_their_value() {
    check(
        "auto bM = f();\nauto a = f(); // (bM,MMA)\n",
        &["bM = 64", "a = (128,8):(1,128)"],
        &["(bM,MMA): `a` is (128,8):(1,128): mode 0 is 128, and `bM` is 64"],
    );
    check("auto bM = f();\nauto a = f(); // (bM,K)\n", &["bM = 128", "a = ((8,16),8):((1,8),128)"], &[]);
    check("auto bM = f();\nauto a = f(); // (bM/2,8)\n", &["bM = 128", "a = (64,8):(1,64)"], &[]);
    check(
        "auto bM = f();\nauto a = f(); // (bM/2,8)\n",
        &["bM = 64", "a = (64,8):(1,64)"],
        &["(bM/2,8): `a` is (64,8):(1,64): mode 0 is 64, not 32"],
    );
}

#[test]
fn a_mode_that_broadcasts_goes_by_the_name_of_what_it_is_the_same_for() {
    check("auto bM = f();\nauto a = f(); // (bM,K)\n", &["bM = 64", "a = (1,8):(0,1)"], &[]);
    check("auto bM = f();\nauto a = f(); // ((bM,V),K)\n", &["bM = 64", "a = ((1,4),8):((0,1),4)"], &[]);
    check(
        "auto bM = f();\nauto a = f(); // (bM,K)\n",
        &["bM = 64", "a = (1,8):(8,1)"],
        &["(bM,K): `a` is (1,8):(8,1): mode 0 is 1, and `bM` is 64"],
    );
    check(
        "auto a = f(); // (64,8)\n",
        &["a = (1,8):(0,1)"],
        &["(64,8): `a` is (1,8):(0,1): mode 0 is 1, not 64"],
    );
}

#[test]
fn letters_and_names_before_an_arrow_are_coordinates() {
    check("auto m = f();\nauto a = f(); // (m,k)\n", &["m = 5", "a = (128,8):(1,128)"], &[]);
    check("auto M = f();\nauto a = f(); // (M,N) -> (m,n)\n", &["M = 5", "a = (128,8):(1,128)"], &[]);
    check(
        "auto a = f(); // (M,N,K) -> idx\n",
        &["a = (128,8):(1,128)"],
        &["(M,N,K): `a` is (128,8):(1,128): rank 2, not 3"],
    );
}

#[test]
fn a_change_of_shape_is_told_of_another_value() {
    check("auto a = f(); // (b,h,d) -> (h,d)\n", &["a = (4,8):(1,4)"], &[]);
    check("auto a = f(); // (b,s,h) -> (s,h,b)\n", &["a = (1,2,0,3)"], &[]);
    check("// (b,s,h) -> (s,h,b)\nauto a = f();\n", &["a = (4,8):(1,4)"], &[]);
}

#[test]
fn call_sites_that_differ_must_all_contradict() {
    let fixture = "auto a = f(); // (4,8)\n";
    check(fixture, &["a = (4,8):(1,4)|(4,4):(1,4)"], &[]);
    check(fixture, &["a = ?|(4,4):(1,4)"], &[]);
    check(
        fixture,
        &["a = (4,2):(1,4)|(4,4):(1,4)"],
        &["(4,8): call sites give `a` the values (4,2):(1,4) and (4,4):(1,4): mode 1 is 2, not 8"],
    );
}

#[test]
fn a_comment_speaks_of_the_declaration_on_its_line_or_below() {
    let value = ["a = (4,8):(1,4)"];
    let finding = ["(4): `a` is (4,8):(1,4): rank 2, not 1"];
    check("auto a = f(); // (4)\n", &value, &finding);
    check("// (4)\nauto a = f();\n", &value, &finding);
    check("auto a = f(\n  x); // (4)\n", &value, &finding);
    check("auto a = f(\n  // (4)\n  x);\n", &value, &[]);
    check("auto a = f(\n  x, // (4)\n  y);\n", &value, &[]);
    check("auto a = f(); g(a); // (4)\n", &value, &[]);
    check("if (x) { auto a = f(); } // (4)\n", &value, &[]);
    check("// (4)\n// of the first tile\nauto a = f();\n", &value, &[]);
    check("// (4)\n\nauto a = f();\n", &value, &[]);
}

#[test]
fn arguments_with_comments_of_their_own_leave_the_declaration_without() {
    check("auto a = f(\n  x,   // (4,8)\n  y);  // (4)\n", &["a = (4,8):(1,4)"], &[]);
}

#[test]
fn a_label_names_any_visible_variable() {
    check(
        "auto a = f();\nprint(a); // a: (4,4)\n",
        &["a = (4,8):(1,4)"],
        &["(4,4): `a` is (4,8):(1,4): mode 1 is 8, not 4"],
    );
    check("auto a = f();\nprint(b); // b: (4,4)\n", &["a = (4,8):(1,4)"], &[]);
    check("auto a = f(); // block_dim: (256, 1, 1)\n", &["a = (4,8):(1,4)"], &[]);
}

#[test]
fn a_comment_beside_a_print_speaks_of_what_is_printed() {
    let wrong = "(4,8):(1,4): `a` is (4,8):(8,1): the stride of mode 0 is 8, not 1";
    check("auto a = f();\nprint(a);  // (4,8):(1,4)\n", &["a = (4,8):(8,1)"], &[wrong]);
    check("auto a = f();\nprint(a);  // (4,8):(8,1)\n", &["a = (4,8):(8,1)"], &[]);
    let with_texts = "auto a = f();\ncute::print(\"a: \"); print(a); print(\"\\n\"); // (4,8):(1,4)\n";
    check(with_texts, &["a = (4,8):(8,1)"], &[wrong]);
    // Of two names, none is meant.
    let two = "auto a = f();\nauto b = f();\nprint(a); print(b);  // (4,8):(1,4)\n";
    check(two, &["a = (4,8):(8,1)", "b = (4,8):(8,1)"], &[]);
    // An expression is no name.
    check("auto a = f();\nprint(a(0));  // (4,8):(1,4)\n", &["a = (4,8):(8,1)"], &[]);

    let python = "import cutlass.cute as cute\na = f()\nprint(a)  # (4,8):(1,4)\n";
    let found = evaluated(Language::Python, python, &["a = (4,8):(8,1)"]);
    assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
}

#[test]
fn parameters_are_checked() {
    check(
        "void f(Tensor a,  // (M,K)\n  Tensor b)  // (N,K)\n{}\n",
        &["a = (4,8):(1,4)", "b = (4,8,2):(1,4,32)"],
        &["(N,K): `b` is (4,8,2):(1,4,32): rank 3, not 2"],
    );
    check("void f(Tensor a, Tensor b)  // (N,K)\n{}\n", &["a = (4,8,2)", "b = (4,8,2)"], &[]);
}

#[test]
fn one_value_for_each_name_of_a_structured_binding() {
    let values = ["a = (4,8):(1,4)", "b = (4,8):(1,4)"];
    check(
        "auto [a, b] = f(); // (TMA,k) and (TMA,PIPE,k)\n",
        &values,
        &["(TMA,PIPE,k): `b` is (4,8):(1,4): rank 2, not 3"],
    );
    check("auto [a, b] = f(); // (TMA,PIPE,k)\n", &values, &[]);
}

#[test]
fn python_is_checked_as_well() {
    let text = "import cutlass.cute as cute\n# (bM, bK)\n# (bN, bK)\na, b = f()\nc = f()  # (M, N)\n";
    let found = evaluated(Language::Python, text, &["a = (4,8)", "b = (4,8,2)", "c = (4,8,2)"]);
    let messages: Vec<&str> = found.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["`b` is (4,8,2): rank 3, not 2", "`c` is (4,8,2): rank 3, not 2"]);
}

#[test]
fn allow_silences_a_wrong_comment() {
    check("// cute: allow(wrong-comment)\nauto a = f(); // (4)\n", &["a = (4,8):(1,4)"], &[]);
}

#[test]
fn a_comment_that_is_no_layout_is_told_once() {
    let text = format!("{INCLUDE}auto a = f(); // (4,8):(1,4,2)\n");
    let found = evaluated(Language::Cuda, &text, &["a = (4,8):(1,4)"]);
    assert_eq!(found.problems.len(), 1);
}

#[test]
fn brackets_around_a_product_beside_a_tuple_are_those_of_a_mode() {
    for (comment, value) in [("(M*N):(1)", "(4096):(1)"), ("(2*4):(1)", "(8):(1)"), ("(8):(2*1)", "(8):(2)")]
    {
        let text = format!("{INCLUDE}// a: {comment}\nauto a = f();\n");
        let found = evaluated(Language::Cuda, &text, &[&format!("a = {value}")]);
        assert_eq!(found.problems, [], "{comment}");
    }
    check(
        "// a: (4*2,2):(1)\nauto a = f();\n",
        &["a = (8,2):(1,8)"],
        &["(4*2,2):(1): `a` is (8,2):(1,8): rank 2, not 1"],
    );
}

#[test]
fn a_comment_on_what_a_layout_maps_to_names_modes_of_one_element_too() {
    check(
        "auto a = f();  // (m,n) -> block_id\n",
        &["a = (1,1,1):(0,0,0)"],
        &["(m,n): `a` is (1,1,1):(0,0,0): rank 3, not 2"],
    );
}
