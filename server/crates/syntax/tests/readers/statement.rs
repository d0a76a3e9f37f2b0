//! Statements: what each is read as, and what each broken one is told.

use layoutlens_syntax::{Binding, ExprKind, Run, Statement, parse_expression, parse_statement};

#[track_caller]
fn read(text: &str) -> Statement {
    let (annotation, errors) = parse_statement(text);
    assert_eq!(errors, [], "{text}");
    annotation.statement
}

/// `text` is broken; the error's message is `message`, and it points at `place`.
#[track_caller]
fn check_error(text: &str, place: &str, message: &str) {
    let (_, errors) = parse_statement(text);
    let [error] = errors.as_slice() else { panic!("{text}: {errors:?}") };
    assert_eq!((&text[error.range.clone()], error.message.as_str()), (place, message), "{text}");
}

#[track_caller]
fn check_expression_error(text: &str, place: &str, message: &str) {
    let (_, errors) = parse_expression(text);
    let [error] = errors.as_slice() else { panic!("{text}: {errors:?}") };
    assert_eq!((&text[error.range.clone()], error.message.as_str()), (place, message), "{text}");
}

#[test]
fn let_binds_a_name() {
    let Statement::Let { name, value } = read("let o = (4,8):(1,4)") else { panic!("a let") };
    assert_eq!((name.text.as_str(), name.range), ("o", 4..5));
    assert!(matches!(value.kind, ExprKind::Layout { .. }));
    assert_eq!(value.range, 8..19);
}

#[test]
fn with_takes_values_types_and_divisibility() {
    let Statement::With(bindings) = read("with M = 5120, K % 64 == 0, TA = f16") else { panic!("a with") };
    let [
        Binding::Value { name, value },
        Binding::Divisible { name: size, divisor },
        Binding::Value { value: element, .. },
    ] = bindings.as_slice()
    else {
        panic!("{bindings:?}")
    };
    assert_eq!((name.text.as_str(), &value.kind), ("M", &ExprKind::Int(5120)));
    assert_eq!((size.text.as_str(), &divisor.kind), ("K", &ExprKind::Int(64)));
    assert_eq!(element.kind, ExprKind::Name("f16".into()));
}

#[test]
fn type_of_a_run_is_behind_its_last_colon() {
    let Statement::Run(Run::Copy { destination, element, .. }) = read("run copy A -> (4,8):(8,1) : f16")
    else {
        panic!("a copy")
    };
    assert!(matches!(destination.kind, ExprKind::Layout { .. }));
    assert_eq!(element.text, "f16");
    let Statement::Run(Run::Copy { destination, element, .. }) = read("run copy A -> (4,8) : f32") else {
        panic!("a copy")
    };
    assert!(matches!(destination.kind, ExprKind::Tuple(_)));
    assert_eq!(element.text, "f32");
}

#[test]
fn run_gemm_takes_options() {
    let text = "run gemm A, B -> C : f16 (tile=(128,128,64), mma=SM80_16x8x16_F32F16F16F32_TN)";
    let Statement::Run(Run::Gemm { a, b, c, element, options }) = read(text) else { panic!("a gemm") };
    let names: Vec<_> = [a, b, c].into_iter().map(|operand| operand.kind).collect();
    assert_eq!(names, ["A", "B", "C"].map(|name| ExprKind::Name(name.into())));
    assert_eq!(element.text, "f16");
    assert_eq!(options.iter().map(|option| option.name.text.as_str()).collect::<Vec<_>>(), ["tile", "mma"]);
}

#[test]
fn allow_names_codes() {
    let Statement::Allow(codes) = read("allow(wrong-comment, ambiguous-name)") else { panic!("an allow") };
    assert_eq!(
        codes.iter().map(|code| code.text.as_str()).collect::<Vec<_>>(),
        ["wrong-comment", "ambiguous-name"]
    );
}

#[test]
fn assertions_claim_something() {
    assert!(matches!(read("assert size(A) <= 4096"), Statement::Assert(_)));
    assert!(matches!(read("assert conflict_free(A, f16)"), Statement::Assert(_)));
    check_error(
        "assert A o B",
        "A o B",
        "this claims nothing: compare it (`==`, `<=`, ...) or use a predicate such as `injective(A)`",
    );
}

#[test]
fn errors_name_what_was_expected_and_what_stands_there() {
    check_error(
        "let A = (4,8):",
        ":",
        "expected a stride after `:`, for example `(4,8):(1,4)`, found the end",
    );
    check_error("let A = ", "=", "expected a value after `=`, for example `(4,8):(1,4)`, found the end");
    check_error("let = 8", "=", "expected a name behind `let`, as in `let A = (4,8):(1,4)`, found `=`");
    check_error("let A (4,8)", "(", "expected `=` and a value, as in `let A = (4,8):(1,4)`, found `(`");
    check_error("show A o", "o", "expected an operand after `o`, found the end");
    check_error("show (4,,8)", ",", "expected a value after `,`, found `,`");
    check_error("show A B", "B", "expected an operator or the end of the line, found `B`");
    check_error(
        "show 4:1:2",
        ":",
        "a second `:`: a layout has one shape and one stride, each one tuple or one number",
    );
    check_error(
        "assert A = B",
        "=",
        "`=` binds a name and stands only behind `let NAME`: write `==` to compare",
    );
    check_error("assert A == B == C", "==", "comparisons do not follow each other: `==` begins a second one");
    check_error(
        "show [4,8]:[1,4]",
        "[",
        "`[` begins no layout: shapes and strides stand in parentheses, `(4,8):(1,4)`",
    );
    check_error(
        "show Sw<3,4>",
        ">",
        "expected `,`: a swizzle has three parameters, as in `Sw<3,4,3>`, found `>`",
    );
    check_error("run cpy A -> B : f32", "cpy", "expected `copy` or `gemm`, found `cpy`");
    check_error("run copy A : f32", "f32", "expected `->` and the destination, found the end");
    check_error("run copy A -> B", "B", "expected `:` and the element type, as in `: f32`, found the end");
    check_error("run copy A -> B : f32 (stage=3)", "stage", "unknown option `stage`: did you mean `stages`?");
    check_error("with M", "M", "expected `=` or `==`, as in `M = 5120` or `K % 64 == 0`, found the end");
    check_error(
        "with K % 64 == 1",
        "K % 64 == 1",
        "expected `NAME = VALUE` or `NAME % DIVISOR == 0`, as in `K % 64 == 0`",
    );
    check_error("allow()", ")", "expected a diagnostic's code, for example `wrong-comment`, found `)`");
    check_error("show A $ B", "$", "expected an operator or the end of the line, found `$`");
    check_error("show é", "é", "expected an expression after `show`, found `é`");
}

#[test]
fn unknown_keywords_are_told_the_nearest() {
    check_error("assrt A == B", "assrt", "unknown statement `assrt`: did you mean `assert`?");
    check_error(
        "frobnicate A = B",
        "frobnicate",
        "unknown statement `frobnicate`: expected `let`, `show`, `compare`, `assert`, `with`, `run` or `allow`",
    );
    check_error(
        "composition(A, B)",
        "composition",
        "expected a statement, found an expression: write `show` in front of it to see its value",
    );
    check_error(
        "(4,8):(1,4)",
        "(",
        "expected a statement, found an expression: write `show` in front of it to see its value",
    );
}

#[test]
fn unbalanced_brackets_are_named() {
    check_error("show ((4,8):(1,4)", "(", "`(` is never closed: add `)`");
    check_error("show <4,8", "<", "`<` is never closed: add `>`");
    check_error("show (4,8))", ")", "`)` closes nothing: remove it, or open a bracket before it");
    check_error("show (4,8]", "]", "`]` does not close `(`: expected `)` here");
}

#[test]
fn literals_outside_their_place_are_refused() {
    check_expression_error("8e1", "8e1", "`8e1` is a stride and stands only behind `:`: write `8@1`");
    check_expression_error(
        "(4,8):(1,4)(3)",
        "(3)",
        "only a name, a call or a layout in parentheses is evaluated or sliced: write `((4,8):(1,4))(3)`",
    );
    check_expression_error(
        "8(3)",
        "(",
        "only a name, a call or a layout in parentheses can be evaluated or sliced",
    );
    check_expression_error("show", "show", "`show` begins a statement: an expression stands here");
}

#[test]
fn numbers_beyond_64_bits_are_refused_where_they_stand() {
    check_error(
        "let A = (4,9223372036854775808):(1,4)",
        "9223372036854775808",
        "9223372036854775808 does not fit in 64 bits: the limits are -9223372036854775808 and 9223372036854775807",
    );
}

#[test]
fn a_broken_let_still_binds_its_name() {
    let (annotation, errors) = parse_statement("let A = (4,8):");
    let Statement::Let { name, value } = annotation.statement else { panic!("a let") };
    assert_eq!((name.text.as_str(), value.kind, errors.len()), ("A", ExprKind::Error, 1));
}

#[test]
fn clauses_of_a_broken_with_are_kept() {
    let text = "with M = 5120, K ! 64, N = 8";
    let (annotation, errors) = parse_statement(text);
    let Statement::With(bindings) = annotation.statement else { panic!("a with") };
    let names: Vec<_> = bindings
        .iter()
        .map(|binding| match binding {
            Binding::Value { name, .. } | Binding::Divisible { name, .. } => {
                assert_eq!(&text[name.range.clone()], name.text);
                name.text.as_str()
            }
        })
        .collect();
    assert_eq!((names.as_slice(), errors.len()), (["M", "N"].as_slice(), 1));
}

#[test]
fn deep_nesting_is_refused_in_bounded_time() {
    let deep = format!("show {}4{}", "(".repeat(100_000), ")".repeat(100_000));
    let (_, errors) = parse_statement(&deep);
    assert!(errors[0].message.starts_with("a statement of 200006 bytes"), "{errors:?}");
    let deep = format!("show {}4{}", "(".repeat(20_000), ")".repeat(20_000));
    let (_, errors) = parse_statement(&deep);
    assert_eq!(errors[0].message, "brackets nest deeper than 128: name the inner part with a `let`");
    assert_eq!(errors[0].range, 5 + 128..5 + 129);
    for chain in [
        format!("show A{}", "(1)".repeat(1000)),
        format!("show {}1", "-".repeat(1000)),
        format!("show 1{}", "+1".repeat(1000)),
        format!("show A{}", " o A".repeat(1000)),
        format!("show A{}", "⊘A".repeat(1000)),
    ] {
        let (_, errors) = parse_statement(&chain);
        assert_eq!(errors.len(), 1, "{errors:?}");
    }
}

#[test]
fn a_compare_takes_two_layouts() {
    let Statement::Compare { left, right } = read("compare A, (4,8):(1,4)") else { panic!("a compare") };
    assert!(matches!(left.kind, ExprKind::Name(_)) && matches!(right.kind, ExprKind::Layout { .. }));
    check_error("compare A", "A", "expected `,` and the second layout, as in `compare A, B`, found the end");
    check_error("compare A, B, C", ",", "expected an operator or the end of the line, found `,`");
}
