//! Which comments say what a variable is, and what they say.

#![expect(clippy::unwrap_used, reason = "a fixture that lacks what it should have is a failed test")]

use layoutlens_syntax::{CommentPlace, CommentTail, Language, Pattern, PatternKind, ValueComment, parse};

/// `label: SHAPE:STRIDE -> tail`, with the kind of each element: names `M`, numbers `8`, computed ones in backquotes.
fn described(comment: &ValueComment) -> String {
    let label = comment.label.as_ref().map(|label| format!("{}: ", label.text)).unwrap_or_default();
    let values = comment.values.iter().map(|value| {
        let swizzle = value.swizzle.as_ref().map(|swizzle| {
            let [bits, base, shift] = swizzle.numbers;
            format!("Sw<{bits},{base},{shift}>{} o ", if swizzle.has_pointer { "_ptr" } else { "" })
        });
        let stride = value.stride.as_ref().map(|stride| format!(":{}", pattern(stride)));
        format!("{}{}{}", swizzle.unwrap_or_default(), pattern(&value.shape), stride.unwrap_or_default())
    });
    let tail = match &comment.tail {
        None => String::new(),
        Some(CommentTail::Words) => " -> words".to_owned(),
        Some(CommentTail::Tuple(target)) => format!(" -> {}", pattern(target)),
    };
    format!("{label}{}{tail}", values.collect::<Vec<_>>().join(" and "))
}

fn pattern(pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Tuple(elements) => {
            format!("({})", elements.iter().map(self::pattern).collect::<Vec<_>>().join(","))
        }
        PatternKind::Number(number) => number.to_string(),
        PatternKind::Name(name) => name.clone(),
        PatternKind::Rest => "...".to_owned(),
        PatternKind::Any => "?".to_owned(),
        PatternKind::Multiple(divisor) => format!("?{{div={divisor}}}"),
        PatternKind::Expression(_) => "`expression`".to_owned(),
    }
}

fn found(language: Language, text: &str) -> Vec<ValueComment> {
    parse(language, text, None).0.value_comments
}

const INCLUDE: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

/// What the comment says, when it trails a declaration.
#[track_caller]
fn check(comment: &str, expected: &str) {
    let all = found(Language::Cuda, &format!("{INCLUDE}auto a = f();  // {comment}\n"));
    assert_eq!(all.iter().map(described).collect::<Vec<_>>(), [expected]);
}

/// The comment is text.
#[track_caller]
fn check_prose(comment: &str) {
    let all = found(Language::Cuda, &format!("{INCLUDE}auto a = f();  // {comment}\n"));
    assert_eq!(all.iter().map(described).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn comments_are_read_beside_the_names_of_each_library_of_each_language() {
    for language in Language::ALL {
        for library in language.library_names() {
            let text = match language {
                Language::Cuda => {
                    format!("#include <{library}/a.hpp>\nauto a = {library}::f();  // (4,8):(8,1)\n")
                }
                Language::Python => format!("import {library}\na = {library}.f()  # (4,8):(8,1)\n"),
                Language::Rust => {
                    format!("use {library}::*;\nfn g() {{\n    let a = f(); // (4,8):(8,1)\n}}\n")
                }
            };
            let all = found(language, &text);
            assert_eq!(all.iter().map(described).collect::<Vec<_>>(), ["(4,8):(8,1)"], "{text}");
        }
    }
}

#[test]
fn rank_names_numbers_and_layouts_are_values() {
    check("(MMA,MMA_M,MMA_K,PIPE)", "(MMA,MMA_M,MMA_K,PIPE)");
    check("((atom_v, rest_v), STAGE)", "((atom_v,rest_v),STAGE)");
    check("(_128,_64,4):(256,_1,_64)", "(128,64,4):(256,1,64)");
    check("(BLK_M,BLK_K,   k)", "(BLK_M,BLK_K,k)");
    check("( BLK_M, BLK_K,m,k,l)", "(BLK_M,BLK_K,m,k,l)");
    check("((M, N), m', n')", "((M,N),m',n')");
    check("(CPY,EPI_M,#EPI_Ms)", "(CPY,EPI_M,#EPI_Ms)");
    check("(M,)", "(M)");
}

#[test]
fn elements_may_be_left_open() {
    check("(MmaA, NumMma_M, ...)", "(MmaA,NumMma_M,...)");
    check("(V,Rest...)", "(V,...)");
    check("(_,_,_)", "(?,?,?)");
    check("(?,?{div=8}):(1,?)", "(?,?{div=8}):(1,?)");
}

#[test]
fn elements_may_be_computed() {
    check("(T2R/2,T2R_M)", "(`expression`,T2R_M)");
    check("((2, 2, 2), MMA_M / epi_M, ceil_div(N,2))", "((2,2,2),`expression`,`expression`)");
    check("(_64,4):(_1@0,64@1)", "(64,4):(`expression`,`expression`)");
    check("(4,8):(E<0>,E<1>)", "(4,8):(`expression`,`expression`)");
    check("(Int<8>{},C<4>)", "(8,4)");
}

#[test]
fn a_label_names_the_variable() {
    check("tCsA:   (4,8):(1,4)", "tCsA: (4,8):(1,4)");
    check("tAsA : (Copy,MMA_M)", "tAsA: (Copy,MMA_M)");
    check("thr: 8:1", "thr: 8:1");
}

#[test]
fn swizzles_and_pointers_stand_in_front() {
    check("Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)", "Sw<3,4,3>_ptr o (8,64):(64,1)");
    check("t: Sw<3,4,3>_smem_ptr[16b](ADDR_A + offset) o (8,64):(64,1)", "t: Sw<3,4,3>_ptr o (8,64):(64,1)");
    check("S<3,4,3> o 0 o (8,64):(64,1)", "Sw<3,4,3> o (8,64):(64,1)");
    check("gmem_ptr[32b](0x7f) o (512,1024):(1024,_1)", "(512,1024):(1024,1)");
    check("tCrA:   UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)", "tCrA: (1,1,4):(0,0,2)");
    check("tmem_[32b](TMEM_ADDR) o (128,1):(65536,0)", "(128,1):(65536,0)");
    check("ArithTuple(_0,0) o (_128,4):(_1@1,_64@0)", "(128,4):(`expression`,`expression`)");
    check("(0,0) o (128,4):(1,128)", "(128,4):(1,128)");
}

#[test]
fn an_arrow_leads_to_words_or_to_a_tuple() {
    check("(m,k) -> smem_idx; m-major", "(m,k) -> words");
    check("(M,N,L) -> (m,n,l)", "(M,N,L) -> (m,n,l)");
    check("(BLK_M,BLK_N)  // of the first tile", "(BLK_M,BLK_N)");
}

#[test]
fn several_values_are_for_several_names() {
    check("(TMA,k) and (TMA,PIPE)", "(TMA,k) and (TMA,PIPE)");
    check("((v, r), STAGE), ((v, r), RestK)", "((v,r),STAGE) and ((v,r),RestK)");
}

#[test]
fn what_is_not_the_whole_comment_is_prose() {
    check_prose("(M,K) TMA Tensor");
    check_prose("as (4,8):(1,4) would be");
    check_prose("(V,M) x (V,N) => (V,M,N)");
    check_prose("(M, K) or (M,)");
    check_prose("(b, s, h, d); of the query");
    check_prose("(only works if the strides are static)");
    check_prose("(e.g., support for rasterization)");
    check_prose("(MMA_TILE_M,MMA_TILE_K),MMA_M,MMA_K,PIPE)");
    check_prose("(M, K");
    check_prose("()");
    check_prose("Sw<3,4,3> o the layout");
}

#[test]
fn traps_of_real_code_are_prose() {
    check_prose("2:4 sparsity");
    check_prose("3: 9 resident warps");
    check_prose(": 1:1 mappings");
    check_prose("576: 336(input size)");
    check_prose("(0, 8): only axis 1");
    check_prose("(a,b,c): a -> 2*a");
    check_prose("https://example.com/a(1,2)");
    check_prose("12:30");
    check_prose("(F-BIRTHPOS): first");
    check_prose("128x64");
    check_prose("[M, K]");
    check_prose("cute::make_shape(4, 8)");
    // Labels of nothing: whether a variable of this name is visible is not decided here.
    check("grid_dim: (m_block, ...)", "grid_dim: (m_block,...)");
    check("block_dim: (256, 1, 1)", "block_dim: (256,1,1)");
}

#[test]
fn a_file_that_does_not_use_cute_has_none() {
    assert_eq!(found(Language::Cuda, "int a = f();  // (M,K)\n"), []);
    assert_eq!(found(Language::Python, "import torch\nx = f()  # (B, H, L, D)\n"), []);
    assert_eq!(found(Language::Rust, "let x = f(); // (B, H, L, D)\n"), []);
}

/// Each comment's place: the code before it, or the code below it up to a `(`.
#[track_caller]
fn check_places(language: Language, text: &str, expected: &[&str]) {
    let places = found(language, text).into_iter().map(|comment| match comment.place {
        CommentPlace::Behind(code) => format!("behind {}", &text[code]),
        CommentPlace::Above(code) => format!("above {}", text[code..].split('(').next().unwrap()),
        CommentPlace::Apart => "apart".to_owned(),
    });
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

#[test]
fn a_comment_stands_behind_code_or_above_it() {
    check_places(
        Language::Cuda,
        &format!("{INCLUDE}void f() {{\n  auto a = g(); // (M,K)\n  // (M,K)\n  auto b = g();\n}}\n"),
        &["behind auto a = g();", "above auto b = g"],
    );
    check_places(
        Language::Python,
        "import cutlass.cute as cute\nx = f(1)  # (M, K)\n# (M, K)\ny = f(2)\n",
        &["behind x = f(1)", "above y = f"],
    );
    check_places(
        Language::Cuda,
        &format!("{INCLUDE}/* (M,K) */\nauto a = g(); /* (M,K) */\nauto b = /* (M,K) */ g();\n"),
        &["above auto a = g", "behind auto a = g();"],
    );
}

#[test]
fn a_line_between_comment_and_code_parts_them() {
    check_places(
        Language::Cuda,
        &format!(
            "{INCLUDE}// (M,K)\n\nauto a = g();\n// (M,K)\n// of the first tile\nauto b = g();\n// (M,K)"
        ),
        &["apart", "apart", "apart"],
    );
}

#[test]
fn the_end_of_a_sentence_is_no_comment_of_its_own() {
    check_places(
        Language::Python,
        "import cutlass.cute as cute\n# (b, s) -> (s, b) or\n# (total,)\nx = f(1)\n# A tile.\n# (M, K)\ny = f(2)\n",
        &["apart", "apart", "above y = f"],
    );
}

#[test]
fn docstrings_hold_no_values() {
    check_places(
        Language::Python,
        "import cutlass.cute as cute\ndef f(a):\n    \"\"\"Doc.\n\n    (M, K)\n    a: (M, K)\n    \"\"\"\n    return a\n",
        &[],
    );
}

#[test]
fn tuples_on_lines_that_follow_each_other_are_for_several_names() {
    let text = "import cutlass.cute as cute\n# ((v, r), STAGE)\n# ((v, r), RestK)\na, b = f(1)\n";
    let all = found(Language::Python, text);
    assert_eq!(all.iter().map(described).collect::<Vec<_>>(), ["((v,r),STAGE) and ((v,r),RestK)"]);
    check_places(Language::Python, text, &["above a, b = f"]);
}

#[test]
fn a_swizzle_has_three_numbers_and_stands_alone() {
    check("Sw<3,4,3> o (8,64):(64,1)", "Sw<3,4,3> o (8,64):(64,1)");
    check_prose("Sw<3,4,3,1> o (8,64):(64,1)");
    check_prose("Sw<3,4,3> o Sw<2,4,3> o (8,64):(64,1)");
}
