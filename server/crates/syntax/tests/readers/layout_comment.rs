//! Conventional comments: which are layouts, and which only look like one.

use layoutlens_syntax::{ExprKind, Language, parse};

/// The layouts in a C++ comment: `label| text`, with a `~` in front where prose stands around it.
#[track_caller]
fn check(comment: &str, expected: &[&str]) {
    let text = format!("auto größe = f(x); // {comment}\n");
    let (file, _) = parse(Language::Cuda, &text, None);
    let found: Vec<String> = file
        .comments
        .iter()
        .map(|comment| {
            assert!(matches!(comment.layout.kind, ExprKind::Layout { .. } | ExprKind::Composed { .. }));
            let label = comment.label.as_ref().map_or(String::new(), |label| {
                assert_eq!(label.text, text[label.range.clone()]);
                format!("{}| ", label.text)
            });
            let prose = if comment.whole { "" } else { "~" };
            format!("{prose}{label}{}", &text[comment.range.clone()])
        })
        .collect();
    assert_eq!(found, expected, "{comment}");
}

#[test]
fn a_layout_is_the_whole_comment() {
    check("(4,8):(1,4)", &["(4,8):(1,4)"]);
    check("(_3,(_4,_2)):(_59,(_13,_1))", &["(_3,(_4,_2)):(_59,(_13,_1))"]);
    check("tCsA: (4,8):(1,4)", &["tCsA| (4,8):(1,4)"]);
    check("tCsA : (4, 8) : (1, 4)", &["tCsA| (4, 8) : (1, 4)"]);
    check("(M,K):(1,M)", &["(M,K):(1,M)"]);
    check("(?,4):(4,?{div=8})", &["(?,4):(4,?{div=8})"]);
    check("((_64,_256),4):((_1@0,_1@1),_64@0)", &["((_64,_256),4):((_1@0,_1@1),_64@0)"]);
    check("(4,8):(E<0>,E<1>)", &["(4,8):(E<0>,E<1>)"]);
    check("(4,8):(1,4) -> thread and value to (m,n)", &["(4,8):(1,4)"]);
    check("(4,8):(1,4) => 32 elements", &["(4,8):(1,4)"]);
    check(
        "LayoutA_TV: (_1,(_128,_16)):(_0,(_1,_128))  // TV -> (m,k)",
        &["LayoutA_TV| (_1,(_128,_16)):(_0,(_1,_128))"],
    );
}

#[test]
fn swizzle_and_address_belong_to_the_layout() {
    check("Sw<3,4,3> o (8,64):(64,1)", &["Sw<3,4,3> o (8,64):(64,1)"]);
    check("S<3,4,3> o 0 o (8,64):(64,1)", &["S<3,4,3> o 0 o (8,64):(64,1)"]);
    check(
        "sA: Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),_1):((_64,_512),_0)",
        &["sA| Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),_1):((_64,_512),_0)"],
    );
    check(
        "mC: gmem_ptr[32b](ADDR + 1) o (512,1024):(1024,_1)",
        &["mC| gmem_ptr[32b](ADDR + 1) o (512,1024):(1024,_1)"],
    );
    check(
        "mA: ArithTuple(_0,_0) o (512,256):(_1@1,_1@0)",
        &["mA| ArithTuple(_0,_0) o (512,256):(_1@1,_1@0)"],
    );
    check("UMMA::DescriptorIterator o (_1,_4):(_0,_2)", &["UMMA::DescriptorIterator o (_1,_4):(_0,_2)"]);
    check(
        "tCsA: Sw<3,4,3>_smem_ptr[16b](SMEM) o ((_128,_16),_4):((_64,_1),_16)",
        &["tCsA| Sw<3,4,3>_smem_ptr[16b](SMEM) o ((_128,_16),_4):((_64,_1),_16)"],
    );
}

#[test]
fn prose_around_a_layout_is_marked() {
    check("here (4,8):(1,4) is meant", &["~(4,8):(1,4)"]);
    check("from (4,8):(1,4) to (8,4):(4,1)", &["~(4,8):(1,4)", "~(8,4):(4,1)"]);
    check("(4,8):(1,4).", &["~(4,8):(1,4)"]);
    check("layout = (4,8):(1,4)", &["~(4,8):(1,4)"]);
    check("größe: (4,8):(1,4)", &["~(4,8):(1,4)"]);
}

#[test]
fn traps_of_real_code_are_no_layouts() {
    for comment in [
        "2:4 sparsity",
        "3: 9 resident warps",
        ": 1:1 mappings",
        "576: 336(input size)",
        "(0, 8): only axis 1",
        "(a,b,c): a -> 2*a",
        "grid_dim: (m_block, ...)",
        "block_dim: (256, 1, 1)",
        "(F-BIRTHPOS): first",
        "see https://example.org:8080/(a):(b)",
        "at 12:30:45 (12:30)",
        "(x, y): (row, column)",
        "(0, 1): (2, 3)",
        "(4,8):(1,4,2)",
        "(4,(8,2)):((1,4),2)",
        "f(4,8):(1,4)",
        "(4,8):(1,4)(3)",
        "(M, N): (the rows, the columns)",
        "8:1",
        "[M, K]",
        "(4,8)",
        "(BLK_M,BLK_K,PIPE)",
        "A o (4,8):",
        "()():()",
        "():()",
    ] {
        check(comment, &[]);
    }
}

#[test]
fn layouts_stand_in_python_and_rust_comments_too() {
    for (language, text) in [
        (Language::Python, "x = 1  # (4,8):(1,4)\n"),
        (Language::Python, "def f():\n    \"\"\"\n    (4,8):(1,4)\n    \"\"\"\n"),
        (Language::Rust, "/// (4,8):(1,4)\nfn f() {}\n"),
    ] {
        let (file, _) = parse(language, text, None);
        let [comment] = file.comments.as_slice() else { panic!("{text}: {:?}", file.comments) };
        assert!(comment.whole);
        assert_eq!(&text[comment.range.clone()], "(4,8):(1,4)");
    }
}
