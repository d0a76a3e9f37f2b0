//! What a Markdown reader makes of escaped text: the text, and nothing else.

use layoutlens_render::escape::{code_block, code_span, markdown, plain_text};
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The text that is shown, in which `code` is what stands in blocks; or what else the reader found.
fn read(markdown: &str) -> Result<(String, Vec<String>), String> {
    let mut shown = String::new();
    let mut blocks = Vec::new();
    let mut is_block = false;
    for event in Parser::new_ext(markdown, editors()) {
        match event {
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                is_block = true;
                blocks.push(String::new());
            }
            Event::End(TagEnd::CodeBlock) => is_block = false,
            Event::Text(text) if is_block => blocks.last_mut().expect("a block").push_str(&text),
            Event::Text(text) | Event::Code(text) => shown.push_str(&text),
            other => return Err(format!("{other:?}")),
        }
    }
    Ok((shown, blocks))
}

fn without_marks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '`').collect()
}

/// What editors draw beyond plain Markdown, and formulas.
fn editors() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// Text of what Markdown and HTML are made of.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "`",
        "``",
        "```",
        "*",
        "**",
        "_",
        "__",
        "[",
        "]",
        "(",
        ")",
        "](",
        "<",
        ">",
        "!",
        "![",
        "#",
        "-",
        "+",
        "=",
        "|",
        "~",
        "~~",
        "\\",
        "&",
        "&lt;",
        "&#42;",
        ";",
        ":",
        "::",
        "$",
        "$$",
        "^",
        "{",
        "}",
        "\n",
        "\n\n",
        "\t",
        " ",
        "    ",
        "a",
        "b1",
        "0",
        "1.",
        "2)",
        "http://a.b",
        "www.a.b",
        "a@b.c",
        "command:x",
        "<b>",
        "<!--",
        "-->",
        "<a:b>",
        "[x]:",
        "[^1]",
        "é",
        "\u{1b}",
        "\u{202e}",
        "\0",
        "- [ ]",
        "> ",
        "---",
        "***",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sentence_is_shown_as_it_is_and_does_nothing(text in text()) {
        let safe = markdown(&text);
        let (shown, blocks) = read(&safe).map_err(TestCaseError::fail)?;
        prop_assert!(blocks.is_empty());
        let visible = layoutlens_render::escape::one_line(text.trim()).into_owned();
        prop_assert_eq!(without_marks(&shown), without_marks(&visible), "{}", safe);
        prop_assert_eq!(without_marks(&plain_text(&safe)), without_marks(&visible), "{}", safe);
        // Behind other words, and in bold.
        read(&format!("size {safe}")).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn code_is_shown_as_it_is_and_ends_where_it_should(text in text()) {
        let block = code_block("cute", &text);
        let (shown, blocks) = read(&format!("{block}\n\nafter")).map_err(TestCaseError::fail)?;
        prop_assert_eq!(shown, "after");
        prop_assert_eq!(blocks.len(), 1);
        let (shown, blocks) = read(&format!("a {} b", code_span(&text))).map_err(TestCaseError::fail)?;
        prop_assert!(blocks.is_empty());
        let visible = layoutlens_render::escape::one_line(&text).into_owned();
        prop_assert_eq!(without_marks(&shown), without_marks(&format!("a{visible}b")));
    }
}
