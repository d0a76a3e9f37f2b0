//! The grammar, the explanation of errors and the table of operations go together.

use layoutlens_syntax::operation::{ALIASES, OPERATIONS, PREDICATES};
use layoutlens_syntax::{ExprKind, parse_expression, parse_statement};
use proptest::prelude::*;

fn parser() -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_cute::LANGUAGE.into()).expect("the grammar fits the library");
    parser
}

#[test]
fn names_of_operations_are_names_as_any_other() {
    let names = OPERATIONS.iter().copied().chain(ALIASES.iter().map(|&(alias, _)| alias));
    for name in names {
        assert_eq!(parse_statement(&format!("let {name} = 8")).1, [], "{name}");
        assert_eq!(parse_statement(&format!("with {name} = 8")).1, [], "{name}");
        assert_eq!(parse_statement(&format!("assert {name} < 9")).1, [], "{name}");
        let (read, errors) = parse_expression(&format!("{name}(A)"));
        assert!(errors.is_empty() && matches!(read.kind, ExprKind::Call { .. }), "{name}: {errors:?}");
        let (read, errors) = parse_expression(&format!("{name}<0>(A)"));
        assert!(errors.is_empty() && matches!(read.kind, ExprKind::Call { .. }), "{name}: {errors:?}");
    }
    assert!(PREDICATES.iter().all(|predicate| OPERATIONS.contains(predicate)));
}

#[test]
fn no_word_is_reserved_but_those_that_begin_a_statement() {
    let language: tree_sitter::Language = tree_sitter_cute::LANGUAGE.into();
    for id in 0..language.node_kind_count() {
        let id = u16::try_from(id).expect("few kinds");
        let kind = language.node_kind_for_id(id).expect("a kind");
        let is_word = kind.len() > 1 && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_keyword = ["let", "show", "compare", "assert", "with", "run", "allow", "copy", "gemm", "end"]
            .contains(&kind);
        if is_word && !language.node_kind_is_named(id) && !is_keyword {
            assert!(!language.node_kind_is_visible(id), "grammar.js reserves `{kind}`");
        }
    }
}

/// Words that statements are made of.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "let",
            "show",
            "compare",
            "assert",
            "with",
            "run",
            "allow",
            "copy",
            "gemm",
            "=",
            "->",
            ":",
            ",",
            "(",
            ")",
            "<",
            ">",
            "==",
            "!=",
            "<=",
            ">=",
            "+",
            "-",
            "*",
            "/",
            "%",
            "@",
            "o",
            "∘",
            "⊘",
            "⊗",
            "_",
            "?",
            "...",
            "A",
            "B",
            "M",
            "f32",
            "e0",
            "f5",
            "8e1",
            "1/2@0",
            "Int<8>",
            "C<",
            "E<0>",
            "Sw<3,4,3>",
            "S<",
            "size",
            "group",
            "composition",
            "size<0>(A)",
            "_8",
            "8",
            "0",
            "8_c",
            "smem_ptr[16b](x)",
            "Sw<3,4,3>_smem_ptr[16b](x)",
            "tmem_[32b](",
            "S<1,2,-3>_",
            "UMMA::DescriptorIterator",
            "ArithTuple(_0,0)",
            "wrong-comment",
            "::",
            ".",
            "a::b",
            "(4,8):(1,4)",
            "?{div=8}",
            "ptr[",
            "layout<",
            "layout<0>(A)",
            "shape",
            "stride<",
            "Step<_1,X,_1>",
            "Step<",
            "Step",
            "UniversalCopy<float>",
            "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}",
            "GMMA::Layout_K_SW128_Atom<half_t>",
            "GMMA::Layout_",
            "SM90::GMMA::",
            "SM100::",
            "SM80_16x8x16_F32F16F16F32_TN",
            "SM90_64x8x16_F16F16F16_SS<GMMA::Major::K>",
            "SM90::GMMA::SPARSE::GMMA_64x8x32_F32F16F16_SS<GMMA::Major::K>",
            "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<a,b>",
            "cute::",
            "{}",
            "__x",
            "_8x",
            "é",
            "$",
            "[",
            "]",
        ])
        .prop_map(str::to_owned),
        "[a-z0-9_@:<>(),.{}?=/-]{1,4}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    let keyword =
        prop::sample::select(vec!["", "let A = ", "show ", "assert ", "with ", "run copy A -> ", "allow("]);
    let words = prop::collection::vec((word(), prop::sample::select(vec!["", "", " "])), 0..12);
    (keyword, words).prop_map(|(keyword, words)| {
        let mut text = keyword.to_owned();
        for (word, blank) in words {
            text.push_str(&word);
            text.push_str(blank);
        }
        text
    })
}

/// Found by `explanation_and_grammar_agree`: the list of a name that is no operation was read as comparisons.
#[test]
fn a_name_with_a_list_and_arguments_is_a_call_whatever_it_names() {
    for text in [
        "let A = UMMA::DescriptorIterator._",
        "let A = aSw<3,4,3>(4,8)",
        "let A = ():_∘aSw<3,4,3>(4,8):(1,4)",
        "show x<3>(4)",
    ] {
        let (_, errors) = parse_statement(text);
        assert_eq!(errors, [], "{text}");
    }
}

/// Found by `explanation_and_grammar_agree`.
#[test]
fn an_error_tells_what_was_written_and_what_is_expected() {
    for (text, message) in [
        ("let A = Step<->", "expected an operand after `-`, found `>`"),
        (
            "show SM100::SM90::GMMA::SPARSE::GMMA_64x8x32_F32F16F16_SS<a>",
            "comparisons do not follow each other: `>` begins a second one",
        ),
        (
            "with UMMA::DescriptorIterator=a",
            "expected `=` or `==`, as in `M = 5120` or `K % 64 == 0`, found `=`",
        ),
    ] {
        let (_, errors) = parse_statement(text);
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, [message], "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    /// A message of the fallback means that the explanation found nothing where the grammar found an error; an
    /// error where the grammar finds none would show as a statement that cannot be written.
    #[test]
    fn explanation_and_grammar_agree(text in text()) {
        let (_, errors) = parse_statement(&text);
        for error in &errors {
            prop_assert!(text.get(error.range.clone()).is_some(), "{:?}", error);
            prop_assert!(!error.message.ends_with("cannot stand here"), "{}: {:?}", text, error);
        }
        let tree = parser().parse(&text, None).expect("no limit was set");
        let root = tree.root_node();
        let is_statement = root.named_child(0).is_some_and(|node| node.kind().ends_with("_statement"));
        // A `Step` of numbers is read as the tuple of them, of which the grammar's one token says nothing.
        let is_spelled = text.contains("Step<");
        if !root.has_error() && is_statement && !is_spelled {
            // The lowering refuses some of what the grammar takes, each with a message of its own.
            let by_lowering = ["NAME", "a coordinate"];
            let lowered = errors.iter().all(|error| {
                !error.message.starts_with("expected") || by_lowering.iter().any(|part| error.message.contains(part))
            });
            prop_assert!(lowered, "{}: {:?}", text, errors);
        }
        let (_, errors) = parse_expression(&text);
        for error in &errors {
            prop_assert!(!error.message.ends_with("cannot stand here"), "{}: {:?}", text, error);
        }
    }
}
