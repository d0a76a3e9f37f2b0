use layoutlens_ide::{HintOptions, inlay_hints};

use crate::{
    fixture::{Fixture, cuda, python, rust},
    spliced::spliced,
};

#[track_caller]
fn check(fixture: &Fixture, expected: &str) {
    assert_eq!(spliced(fixture, &HintOptions::default()), expected);
}

#[test]
fn the_result_of_a_composition_stands_at_the_end_of_its_line() {
    check(
        &cuda("// cute: let A = (6,2):(8,2)\n// cute: show composition(A, (4,3):(3,1))\nint x;\n"),
        "// cute: let A = (6,2):(8,2)\n// cute: show composition(A, (4,3):(3,1))  «= ((2,2),3):((24,2),8)»\nint x;\n",
    );
}

#[test]
fn block_comments_and_other_languages_have_hints_too() {
    check(
        &cuda("/* cute: show 20:2 o (5,4):(4,1) */\nint x;\n"),
        "/* cute: show 20:2 o (5,4):(4,1) */  «= (5,4):(8,2)»\nint x;\n",
    );
    check(
        &python("def f():\n    # cute: show right_inverse((2,4):(4,1))\n    pass\n"),
        "def f():\n    # cute: show right_inverse((2,4):(4,1))  «= (4,2):(2,1)»\n    pass\n",
    );
    check(
        &rust("/// cute: show size((4,(3,2)))\nfn f() {}\n"),
        "/// cute: show size((4,(3,2)))  «= 24»\nfn f() {}\n",
    );
}

#[test]
fn a_literal_repeats_itself_and_gets_no_hint() {
    check(&cuda("// cute: let A = (_4, 8):(1, _4)\n"), "// cute: let A = (_4, 8):(1, _4)\n");
}

#[test]
fn an_assert_that_holds_is_ticked_and_one_that_fails_is_left_to_its_squiggle() {
    check(
        &cuda("// cute: assert coalesce((2,(1,6)):(1,(6,2))) == 12:1\n// cute: assert size(4:1) == 5\n"),
        "// cute: assert coalesce((2,(1,6)):(1,(6,2))) == 12:1  «✓»\n// cute: assert size(4:1) == 5\n",
    );
}

#[test]
fn what_a_program_will_hold_is_shown_with_what_it_is_worth() {
    check(
        &cuda("// cute: show composition((4,6,8):(2,3,5), 6:3)\n// cute: show logical_divide(10:1, 4:1)\n"),
        "// cute: show composition((4,6,8):(2,3,5), 6:3)  «= (2,3):(6,3)  ✗ R(2) = 3, not 7»\n\
         // cute: show logical_divide(10:1, 4:1)  «= (4,3):(1,4)  covers 12 of 10»\n",
    );
}

#[test]
fn sizes_that_nothing_binds_stay_names() {
    check(
        &cuda(
            "// cute: show (M,K)\n// cute: show zipped_divide((M,K):(1,M), <128,64>)\n\
             // cute: show eval_all((M,K):(1,M))\n",
        ),
        "// cute: show (M,K)  «= (M,K):(1,M)»\n// cute: show zipped_divide((M,K):(1,M), <128,64>)  «= ((128,64),(ceil_div(M,128),ceil_div(K,64))):((1,M),(128,64*M))»\n\
         // cute: show eval_all((M,K):(1,M))  «unknown: eval_all needs a number for `K`, `M`: bind it with `cute: with K = ..., M = ...`»\n",
    );
}

#[test]
fn with_binds_sizes_below_it() {
    check(
        &cuda("// cute: with M = 8, K = 4\n// cute: show coalesce((M,K):(1,M))\n"),
        "// cute: with M = 8, K = 4\n// cute: show coalesce((M,K):(1,M))  «= 32:1»\n",
    );
}

#[test]
fn names_end_with_their_function() {
    check(
        &cuda(
            "void f() {\n  // cute: let A = 8:2\n  // cute: show size(A)\n}\nvoid g() {\n  // cute: show size(A)\n}\n",
        ),
        "void f() {\n  // cute: let A = 8:2\n  // cute: show size(A)  «= 8»\n}\nvoid g() {\n  // cute: show size(A)\n}\n",
    );
}

#[test]
fn hints_outside_the_range_are_left_out() {
    let fixture = cuda("// cute: show size(4:1)\n// cute: show size(5:1)\n");
    let hints = inlay_hints(&fixture.analysis, 0..23, &HintOptions::default());
    assert_eq!(hints.iter().map(|hint| hint.label.as_str()).collect::<Vec<_>>(), ["= 4"]);
}

#[test]
fn template_arguments_pick_modes_as_in_cute() {
    check(
        &cuda("// cute: let A = (4,(3,2)):(2,(8,1))\n// cute: show size<1>(A)\n// cute: show size<1,0>(A)\n"),
        "// cute: let A = (4,(3,2)):(2,(8,1))\n// cute: show size<1>(A)  «= 6»\n// cute: show size<1,0>(A)  «= 3»\n",
    );
}

#[test]
fn a_name_that_an_operation_has_too_stands_for_what_is_bound() {
    check(
        &cuda("// cute: let size = (4,8):(8,1)\n// cute: show size(5)\n// cute: show cute::size(size)\n"),
        "// cute: let size = (4,8):(8,1)\n// cute: show size(5)  «= 9»\n// cute: show cute::size(size)  «= 32»\n",
    );
}

#[test]
fn a_variable_of_the_code_does_not_hide_an_operation() {
    check(
        &cuda("int size = 4;\n// cute: show size((4,8))\n"),
        "int size = 4;\n// cute: show size((4,8))  «= 32»\n",
    );
}

#[test]
fn predicates_know_element_types() {
    check(
        &cuda(
            "// cute: assert conflict_free((32,4):(1,32), float)\n// cute: assert conflict_free((8,4):(1,8), f32)\n",
        ),
        "// cute: assert conflict_free((32,4):(1,32), float)  «✓»\n// cute: assert conflict_free((8,4):(1,8), f32)  «✓»\n",
    );
}

#[test]
fn a_stated_divisibility_proves_its_divisors_in_its_scope() {
    check(
        &cuda(
            "void f() {\n  // cute: with M % 8 == 0\n  // cute: assert M % 4 == 0\n  // cute: show 2 * (M % 3)\n}\n// cute: show 2 * (M % 8)\n",
        ),
        "void f() {\n  // cute: with M % 8 == 0\n  // cute: assert M % 4 == 0  «✓»\n  // cute: show 2 * (M % 3)\n}\n// cute: show 2 * (M % 8)\n",
    );
}

#[test]
fn a_swizzled_layout_is_what_cute_makes_of_it() {
    check(
        &cuda(
            "// cute: let S = Sw<2,3,3> o (8,32):(32,1)\n// cute: show S(_,_)\n// cute: show S(1,8)\n\
             // cute: show S(_,3)\n// cute: show Sw<0,4,3> o (8,64):(64,1)\n",
        ),
        "// cute: let S = Sw<2,3,3> o (8,32):(32,1)  «= Sw<2,3,3> o 0 o (8,32):(32,1)»\n\
         // cute: show S(_,_)  «= Sw<2,3,3> o 0 o (8,32):(32,1)»\n// cute: show S(1,8)  «= 40»\n\
         // cute: show S(_,3)  «= ((2,4)):((32,72))»\n\
         // cute: show Sw<0,4,3> o (8,64):(64,1)  «= (8,64):(64,1)»\n",
    );
}
