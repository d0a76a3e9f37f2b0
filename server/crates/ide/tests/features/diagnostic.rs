use layoutlens_ide::diagnostics;

use crate::fixture::{Fixture, cuda, python};

/// Each finding as `code: the text under the squiggle: message`.
fn findings(fixture: &Fixture) -> Vec<String> {
    let text = &fixture.analysis.text;
    diagnostics(&fixture.analysis)
        .into_iter()
        .map(|finding| format!("{}: `{}`: {}", finding.code, &text[finding.range], finding.message))
        .collect()
}

#[track_caller]
fn check(fixture: &Fixture, expected: &[&str]) {
    assert_eq!(findings(fixture), expected);
}

/// The code and the squiggle of the only finding.
#[track_caller]
fn check_one(text: &str, code: &str, squiggle: &str) {
    let fixture = cuda(text);
    let found = diagnostics(&fixture.analysis);
    let [finding] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(
        (finding.code, &fixture.analysis.text[finding.range.clone()]),
        (code, squiggle),
        "{}",
        finding.message
    );
}

#[test]
fn right_statements_have_no_findings() {
    check(
        &cuda(
            "// cute: let A = (4,(3,2)):(2,(8,1))\n// cute: show A(1,(2,1))\n// cute: assert injective(A)\nint x;\n",
        ),
        &[],
    );
}

#[test]
fn a_divisibility_stated_in_one_function_binds_no_other() {
    let functions = "void f() {\n  // cute: with K % 64 == 0\n}\nvoid g() {\n  // cute: with K = 100\n}\n";
    check(&cuda(functions), &[]);
    let file = format!("// cute: with K % 64 == 0\n{functions}");
    check(&cuda(&file), &["contradiction: `K`: K = 100 contradicts K % 64 == 0"]);
}

#[test]
fn two_statements_of_a_scope_that_bind_a_name_differently_contradict() {
    check(
        &cuda("// cute: with M = 8\n// cute: with M = 8, M = 16\nvoid f() {\n  // cute: with M = 32\n}\n"),
        &["contradiction: `M`: M = 16 contradicts M = 8"],
    );
    let code = "import cutlass.cute as cute\n\n\ndef f(n: int):\n    # cute: with n = 8\n    # cute: with n = 16\n    \
                a = cute.make_layout((4, n))  # (4,8):(1,4)\n";
    let fixture = python(code);
    check(&fixture, &["contradiction: `n`: n = 16 contradicts n = 8"]);
    let variable = fixture.analysis.evaluation.host.lookup("a", code.len() - 16).expect("a variable");
    assert_eq!(variable.answers[0].evaluated.value.to_string(), "(4,n):(1,?)");
}

#[test]
fn a_statement_against_what_the_code_gives_a_parameter_contradicts() {
    let code = |with: &str| {
        format!(
            "import cutlass.cute as cute\n\n\ndef f(n=16):\n    # cute: with n = {with}\n    \
             a = cute.make_layout((4, n))\n\n\nf(32)\n"
        )
    };
    check(&python(&code("64")), &["contradiction: `n`: n = 64, and in the code n is 32"]);
    check(&python(&code("32")), &[]);
}

#[test]
fn a_statement_says_another_value_than_a_default_that_no_call_replaces() {
    let code = "import cutlass.cute as cute\n\n\ndef f(n=16):\n    # cute: with n = 64\n    \
                a = cute.make_layout((4, n))\n";
    let fixture = python(code);
    check(&fixture, &[]);
    let variable = fixture.analysis.evaluation.host.lookup("a", code.len() - 16).expect("a variable");
    assert_eq!(variable.answers[0].evaluated.value.to_string(), "(4,64):(1,4)");
}

#[test]
fn a_label_of_a_name_with_several_bindings_speaks_of_the_one_above_in_its_block() {
    let code = |comments: &str| {
        format!(
            "import cutlass.cute as cute\n\n\ndef f(x):\n    K = cute.make_layout((4, 8))\n    if x:\n        \
             K = cute.make_layout((2, 8))\n{comments}"
        )
    };
    check(&python(&code("    # K: (4,8):(1,4)\n")), &[]);
    check(&python(&code("    # K: (2,8):(1,2)\n")), &[]);
    check(
        &python(&code("        # K: (4,8):(1,4)\n")),
        &["wrong-comment: `(4,8):(1,4)`: `K` is (2,8):(1,2): mode 0 is 2, not 4"],
    );
    check(
        &python(&code("    K = cute.make_layout((3, 8))\n\n    # K: (4,8):(1,4)\n")),
        &["wrong-comment: `(4,8):(1,4)`: `K` is (3,8):(1,3): mode 0 is 3, not 4"],
    );
}

#[test]
fn a_stride_that_does_not_divide_names_the_mode_and_the_numbers() {
    let fixture = cuda("// cute: show composition((4,6,8):(2,3,5), 6:1)\n");
    let [finding] = &diagnostics(&fixture.analysis)[..] else { panic!("one finding expected") };
    assert_eq!(finding.code, "shape-divisibility");
    assert!(finding.message.contains("4") && finding.message.contains("6"), "{}", finding.message);
    assert_eq!(&fixture.analysis.text[finding.range.clone()], "6:1");
}

#[test]
fn accepted_but_wrong_names_the_first_point() {
    let fixture = cuda("// cute: show composition((4,6,8):(2,3,5), 6:3)\n");
    let [finding] = &diagnostics(&fixture.analysis)[..] else { panic!("one finding expected") };
    assert_eq!(finding.code, "accepted-but-wrong");
    assert!(finding.message.contains("R(2) = 3") && finding.message.contains('7'), "{}", finding.message);
}

#[test]
fn a_tile_that_does_not_divide_needs_a_predicate() {
    check_one("// cute: show logical_divide(10:1, 4:1)\n", "needs-predicate", "logical_divide(10:1, 4:1)");
}

#[test]
fn each_kind_of_mistake_has_its_code_and_its_squiggle() {
    check_one("// cute: let A = (4,8):(1,4,2)\n", "non-congruent", "(4,8):(1,4,2)");
    check_one("// cute: show compositon(4:1, 2:1)\n", "unknown-name", "compositon");
    check_one("// cute: show size(A)\n", "unknown-name", "A");
    check_one("// cute: assert size(4:1) == 5\n", "assert-failed", "size(4:1) == 5");
    check_one(
        "// cute: show (2147483647,2147483647,2147483647):(1,1,1)\n",
        "overflow",
        "(2147483647,2147483647,2147483647):(1,1,1)",
    );
    check_one("// cute: show (0,4):(1,1)\n", "invalid-layout", "(0,4):(1,1)");
    check_one("// cute: show flatten(4:1, 5:1)\n", "argument-count", "flatten(4:1, 5:1)");
    check_one("// cute: show size(7/2)\n", "inexact-division", "7/2");
    check_one("// cute: show mode((4,8), 5)\n", "rank-mismatch", "5");
    check_one("// cute: show complement((4,4):(1,1), 16)\n", "non-injective", "16");
    check_one("// cute: show Sw<3,4,1>\n", "invalid-swizzle", "Sw<3,4,1>");
    check_one("// cute: let e0 = 4:1\n", "ambiguous-name", "e0");
    check_one("// cute: let size = 8\n// cute: show (size,4)\n", "ambiguous-name", "size");
    check_one("// cute: let shape = 8\n", "ambiguous-name", "shape");
    check_one("// cute: with get = 8\n", "ambiguous-name", "get");
    check_one("// cute: show size\n", "unknown-name", "size");
    check_one("// cute: with K % 64 == 0, K = 100\n", "contradiction", "K");
    check_one("// cute: run copy (4,4):(1,4) -> (4,4):(1,1) : f32\n", "run-overlap", "(4,4):(1,1)");
    check_one("// cute: run copy (4,4):(1,4) -> (4,5):(1,4) : f32\n", "run-size-mismatch", "(4,5):(1,4)");
    check_one("// cute: run copy 4:1 -> 4:1 : f33\n", "run-option", "f33");
    check_one("\nint x;\n// cute: allow(strde-divisibility)\n", "unknown-code", "strde-divisibility");
}

#[test]
fn an_operation_on_something_rejected_is_not_rejected_again() {
    check_one(
        "// cute: let R = composition((4,6,8):(2,3,5), 6:1)\n// cute: show size(R)\n",
        "shape-divisibility",
        "6:1",
    );
}

#[test]
fn a_broken_statement_does_not_hide_the_next_one() {
    let fixture = cuda("// cute: show composition((4,8), \n// cute: show size(B)\nint x;\n");
    let codes: Vec<_> = diagnostics(&fixture.analysis).into_iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["syntax", "unknown-name"]);
}

#[test]
fn a_name_of_the_host_code_is_unknown_but_no_mistake() {
    check(&cuda("void f() {\n  auto tCsA = g();\n  // cute: assert tCsA == (4,8)\n}\n"), &[]);
}

#[test]
fn allow_silences_the_next_line_or_the_file() {
    let fault = "// cute: show mode((4,8), 5)\n";
    check(&cuda(&format!("int x;\n// cute: allow(rank-mismatch)\n{fault}")), &[]);
    check(&cuda(&format!("// cute: allow(rank-mismatch)\nint x;\n\n\n{fault}")), &[]);
    let elsewhere = cuda(&format!("int x;\n// cute: allow(rank-mismatch)\n\n{fault}"));
    assert_eq!(diagnostics(&elsewhere.analysis).len(), 1);
}

#[test]
fn a_comment_that_is_a_layout_is_checked_and_one_with_prose_is_not() {
    check_one("auto a = make_layout(s); // (4,8):(1,4,2)\n", "wrong-comment", "(4,8):(1,4,2)");
    check(&cuda("auto a = make_layout(s); // as (4,8):(1,4,2) would be\n"), &[]);
    check(&cuda("auto a = make_layout(s); // (_4,_8):(_1,_4)\n"), &[]);
    check(&cuda("auto a = f(); // (4,8):(1,4,2), in a file that does not use CuTe, may be anything\n"), &[]);
    check(&cuda("auto a = f(); // (4,8):(1,4,2)\n"), &[]);
}

#[test]
fn docstrings_are_read() {
    let fixture = python("def f():\n    \"\"\"Doc.\n\n    cute: assert size(4:1) == 5\n    \"\"\"\n");
    assert_eq!(diagnostics(&fixture.analysis).len(), 1);
}

#[test]
fn fixes_carry_the_text_that_mends() {
    let fixture = cuda("// cute: let tile = 4:1\n// cute: assert size(tlie) == 4\n");
    let [finding] = &diagnostics(&fixture.analysis)[..] else { panic!("one finding expected") };
    assert_eq!(finding.fixes.iter().map(|fix| fix.text.as_str()).collect::<Vec<_>>(), ["tile"]);
}

#[test]
fn a_failed_assert_names_both_sides_and_the_way_out() {
    let fixture = cuda("// cute: assert coalesce((2,2):(1,2)) == (4,8)\n");
    let [finding] = &diagnostics(&fixture.analysis)[..] else { panic!("one finding expected") };
    assert_eq!(finding.message, "the left side is 4:1, the right side is (4,8)");
    assert_eq!(finding.fixes[0].text, "4:1");
    check(
        &cuda("// cute: assert (4,8) == 32:1\n"),
        &["assert-failed: `(4,8) == 32:1`: the left side is (4,8), the right side is 32:1"],
    );
}

#[test]
fn operations_of_mmas_say_what_they_want() {
    check(
        &cuda("// cute: show mma_layoutA_TV(8:1)\n// cute: show partition_A(8:1)\n"),
        &[
            "wrong-kind: `8:1`: operand 1 must be a tiled MMA, as `make_tiled_mma` gives one, not a layout: `8:1`",
            "argument-count: `partition_A(8:1)`: partition_A takes 3 operands, not 1: `partition_A(mma, thread, tensor)`",
        ],
    );
}

#[test]
fn a_name_of_the_code_is_not_told_to_be_bound_under_that_name() {
    check(
        &cuda("// cute: show traits::atom(8:1)\n"),
        &[
            "unknown-name: `traits::atom`: nothing binds `traits::atom`; it belongs to the code, whose values are not read yet: bind its value to a plain name with `cute: let`",
        ],
    );
}

#[test]
fn what_is_called_with_a_list_and_is_no_operation_says_what_it_is() {
    check(
        &cuda("// cute: show sizee<0>((4,8))\n"),
        &["unknown-name: `sizee`: nothing binds `sizee`; did you mean `size`?"],
    );
    check(
        &cuda("// cute: let A = (4,8):(8,1)\n// cute: show A<0>(2)\n"),
        &["unknown-name: `A`: `A` is bound to a value and is no operation: only these take `<..>(..)`"],
    );
}

/// The texts that the fixes of the only finding put in place of `squiggle`.
#[track_caller]
fn check_fixes(text: &str, squiggle: &str, expected: &[&str]) {
    let fixture = cuda(text);
    let [finding] = &diagnostics(&fixture.analysis)[..] else { panic!("one finding expected") };
    let found: Vec<_> = finding
        .fixes
        .iter()
        .map(|fix| (&fixture.analysis.text[fix.range.clone()], fix.text.as_str()))
        .collect();
    assert_eq!(found, expected.iter().map(|text| (squiggle, *text)).collect::<Vec<_>>());
}

#[test]
fn a_number_that_does_not_divide_has_the_nearest_ones_that_do_as_fixes() {
    check_fixes("// cute: show composition((4,6,8):(2,3,5), 6:1)\n", "6", &["4", "8"]);
    check_fixes("// cute: show composition((4,6,8):(2,3,5), 2:6)\n", "6", &["4", "8"]);
    check_fixes("// cute: show composition((4,6,8):(2,3,5), (2,6):(4,1))\n", "6", &["4", "8"]);
    // The rest of the tile is refused, and another tile mends it.
    check_fixes("// cute: show logical_divide((4,5):(1,7), 5:1)\n", "5", &["4", "20"]);
}

#[test]
fn a_bank_conflict_has_a_swizzle_and_a_padding_as_fixes() {
    check_fixes("// cute: assert conflict_free(8:64, f16, 8)\n", "8:64", &["Sw<3,3,3> o 0 o 8:64", "8:72"]);
    check_fixes("// cute: assert bank_conflicts(8:64, f16, 8) == 1\n", "1", &["8"]);
    check(&cuda("// cute: assert conflict_free(Sw<3,3,3> o 0 o 8:64, f16, 8)\n"), &[]);
}

#[test]
fn a_name_that_does_not_divide_has_no_fix_here() {
    check_fixes("// cute: let B = 6:1\n// cute: show composition((4,6,8):(2,3,5), B)\n", "B", &[]);
}

/// CuTe carries the swizzle through the inverse of the layout, where its bits would overlap: a failed static assertion.
#[test]
fn a_swizzle_that_no_swizzle_can_undo_is_an_error() {
    check(
        &cuda("// cute: show right_inverse(Sw<3,4,3> o 0 o (8,64):(64,1))\n"),
        &[
            "invalid-swizzle: `right_inverse(Sw<3,4,3> o 0 o (8,64):(64,1))`: right_inverse: no swizzle XORs the bits 0b1110 into the bits 0b110000001: they overlap, or reach beyond bit 61",
        ],
    );
}

#[test]
fn what_cute_has_and_is_not_computed_here_is_no_mistake() {
    for expression in [
        "coalesce(S)",
        "flatten(S)",
        "mode(S, 0)",
        "right_inverse(Sw<2,1,3> o 6 o (8,16):(16,1))",
        "select(S, (1,0))",
        "logical_product(S, (2,2):(1,2))",
        "local_tile(S, <8,8>, (0,1))",
        "composition((8,64):(64,1), Sw<2,4,3>)",
        "composition(1024:2, S)",
        "S(_,3)",
        "(8,64):(64,1) o _",
        "logical_divide((8,64):(64,1), _)",
        "prepend<3>(8:1)",
        "upcast((4,4):(1@0,1@1), 2)",
    ] {
        check(
            &cuda(&format!("// cute: let S = Sw<3,4,3> o 0 o (8,64):(64,1)\n// cute: show {expression}\n")),
            &[],
        );
    }
}
