use layoutlens_ide::{SemanticTokenKind, semantic_tokens};

use crate::fixture::{Fixture, cuda, python};

/// The tokens as `word kind`, with `!` behind what is declared.
fn tokens(fixture: &Fixture) -> Vec<String> {
    let text = &fixture.analysis.text;
    let tokens = semantic_tokens(&fixture.analysis, 0..text.len());
    let mut end = 0;
    tokens
        .into_iter()
        .map(|token| {
            assert!(end <= token.range.start, "tokens overlap at {}", token.range.start);
            end = token.range.end;
            let kind = match token.kind {
                SemanticTokenKind::Keyword => "keyword",
                SemanticTokenKind::Function => "function",
                SemanticTokenKind::Variable => "variable",
                SemanticTokenKind::Type => "type",
                SemanticTokenKind::Number => "number",
                SemanticTokenKind::Operator => "operator",
                SemanticTokenKind::Option => "option",
                SemanticTokenKind::Code => "code",
            };
            let declared = if token.is_declaration { "!" } else { "" };
            format!("{} {kind}{declared}", &text[token.range])
        })
        .collect()
}

#[test]
fn only_statements_have_tokens() {
    let fixture = cuda("int let = 8; // let A\nauto s = \"cute: let A = 8:1\";\n/* (4,8):(1,4) */\n");
    assert!(tokens(&fixture).is_empty());
}

#[test]
fn words_of_a_statement_are_what_they_mean() {
    assert_eq!(
        tokens(&cuda("// cute: let A = composition(B, 8:_4) o -size<0>(C)\n")),
        [
            "let keyword",
            "A variable!",
            "= operator",
            "composition function",
            "B variable",
            "8 number",
            "_4 number",
            "o operator",
            "- operator",
            "size function",
            "0 number",
            "C variable",
        ]
    );
    assert_eq!(
        tokens(&cuda("// cute: run copy Sw<3,4,3> o 0 o (8,_):(e0,1@1) -> A : f32 (tile=8)\n")),
        [
            "run keyword",
            "copy keyword",
            "Sw type",
            "3 number",
            "4 number",
            "3 number",
            "o operator",
            "0 number",
            "o operator",
            "8 number",
            "_ operator",
            "e0 number",
            "1 number",
            "@ operator",
            "1 number",
            "-> operator",
            "A variable",
            "f32 type",
            "tile option",
            "= operator",
            "8 number",
        ]
    );
    assert_eq!(
        tokens(&cuda("// cute: with TA = f16, K % 64 == 0\n// cute: allow(wrong-comment, syntax)\n")),
        [
            "with keyword",
            "TA variable!",
            "= operator",
            "f16 type",
            "K variable",
            "% operator",
            "64 number",
            "== operator",
            "0 number",
            "allow keyword",
            "wrong-comment code",
            "syntax code",
        ]
    );
}

#[test]
fn a_bound_name_is_a_variable_whatever_else_has_it() {
    assert_eq!(
        tokens(&cuda("// cute: let size = 8:1\n// cute: show size(3)\n")),
        [
            "let keyword",
            "size variable!",
            "= operator",
            "8 number",
            "1 number",
            "show keyword",
            "size variable",
            "3 number"
        ]
    );
}

#[test]
fn leaders_of_further_lines_are_no_tokens() {
    for text in [
        "// cute: show (4,\n//   8):(1,4)\n",
        "/* cute: show (4,\n *   8):(1,4)\n */\n",
        "/// cute: show (4,\n///   8):(1,4)\n",
    ] {
        let expected = ["show keyword", "4 number", "8 number", "1 number", "4 number"];
        assert_eq!(tokens(&cuda(text)), expected, "{text}");
    }
    let expected = ["show keyword", "4 number", "8 number"];
    assert_eq!(tokens(&python("# cute: show (4,\n#   8)\n")), expected);
}

#[test]
fn broken_statements_are_coloured_as_far_as_they_go() {
    assert_eq!(
        tokens(&cuda("// cute: let A = (4,\n")),
        ["let keyword", "A variable!", "= operator", "4 number"]
    );
    assert!(tokens(&cuda("// cute:\n// cute: ?é\n")).len() <= 2);
}
