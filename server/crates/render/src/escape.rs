//! Text that came from a file, made safe for where it is shown: Markdown, XML and HTML, terminals.
//!
//! A workspace is other people's. What stands in it may be shown, and must do nothing: no link, no picture, no tag, no
//! colour, no cursor that moves, no text that runs backwards. Whoever prints such text takes it from here.

use std::{borrow::Cow, fmt, fmt::Write as _};

/// Text on a terminal, in a log, in a line of a report: what a terminal would obey is named, `\u{1b}`; lines and tabs
/// stay.
///
/// ```
/// use layoutlens_render::escape::visible;
///
/// assert_eq!(visible("a\u{1b}[2Jb\n\u{202e}c"), "a\\u{1b}[2Jb\n\\u{202e}c");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    named(text, |letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t'))
}

/// As [`visible`], for what is one line, as the name of a file: line breaks and tabs are named too.
pub fn one_line(text: &str) -> Cow<'_, str> {
    named(text, is_obeyed)
}

/// Characters that a terminal or an editor obeys instead of showing them: controls, line and paragraph separators, and
/// what turns the direction of text.
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn named(text: &str, is_named: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_named) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '\n' if is_named('\n') => safe.push_str("\\n"),
            '\r' if is_named('\r') => safe.push_str("\\r"),
            '\t' if is_named('\t') => safe.push_str("\\t"),
            letter if is_named(letter) => safe.extend(letter.escape_unicode()),
            letter => safe.push(letter),
        }
    }
    safe.into()
}

/// The same text with a character of the same length in UTF-8 for each that a terminal obeys, so that all offsets stay.
pub fn of_same_length(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|letter| is_obeyed(letter) && letter != '\n' && letter != '\t') {
        return text.into();
    }
    let safe = |letter: char| match (letter, letter.len_utf8()) {
        ('\n' | '\t', _) => letter,
        (letter, _) if !is_obeyed(letter) => letter,
        ('\r', _) => ' ',
        (_, 1) => '?',
        (_, 2) => '\u{bf}',
        _ => '\u{fffd}',
    };
    text.chars().map(safe).collect::<String>().into()
}

/// JSON in which characters that a terminal obeys are written as escapes. JSON has such characters in strings only.
pub fn json(text: &str) -> Cow<'_, str> {
    let is_named = |letter: char| is_obeyed(letter) && !matches!(letter, '\n' | '\t');
    if !text.chars().any(is_named) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_named(letter) {
            // All of them lie in the first plane. Writing to a String cannot fail.
            let _ = write!(safe, "\\u{:04x}", u32::from(letter));
        } else {
            safe.push(letter);
        }
    }
    safe.into()
}

/// Text with the characters that XML and HTML give a meaning replaced, and those named that XML does not have.
#[derive(Debug, Clone, Copy)]
pub struct Xml<'a>(pub &'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        visible(self.0).chars().try_for_each(|letter| match letter {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            other => f.write_char(other),
        })
    }
}

/// A sentence as Markdown that shows just that sentence. What it has in backquotes is shown as code, as this program
/// writes its sentences, and so is a formula, whose stars would need backslashes, which some editors draw; everything else
/// stands for itself, so that nothing in it is a link, a tag or emphasis.
///
/// ```
/// use layoutlens_render::escape::markdown;
///
/// assert_eq!(markdown("`f` has 128*x*y"), "`f` has `128*x*y`");
/// assert_eq!(markdown("size 8192*?"), "size `8192*?`");
/// assert_eq!(markdown("[x](command:y)"), "\\[x](command:y)");
/// ```
pub fn markdown(sentence: &str) -> String {
    let sentence = one_line(sentence.trim());
    let mut markdown = String::with_capacity(sentence.len() + 16);
    let mut rest: &str = &sentence;
    while let Some((before, after)) = rest.split_once('`') {
        push_words(&mut markdown, before, true);
        match after.split_once('`') {
            Some((code, after)) if !code.is_empty() => {
                markdown.push_str(&code_span(code));
                rest = after;
            }
            _ => {
                markdown.push_str("\\`");
                rest = after;
            }
        }
    }
    push_words(&mut markdown, rest, false);
    markdown
}

/// Pushes text in which formulas become code. A word at the end of a text that `goes_on`, or at its beginning where
/// something stands before it, touches a backquote and must not have another.
fn push_words(markdown: &mut String, text: &str, goes_on: bool) {
    let touches_before = !markdown.is_empty();
    let mut plain_from = 0;
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let (start, end) = (at, at + word.trim_end().len());
        at += word.len();
        let touches = (touches_before && start == 0) || (goes_on && end == text.len());
        let formula = word.trim_end().trim_end_matches([',', ';', '.', ':']);
        if !touches && is_formula(formula) {
            push_plain(markdown, text.get(plain_from..start).unwrap_or_default());
            markdown.push_str(&code_span(formula));
            plain_from = start + formula.len();
        }
    }
    push_plain(markdown, text.get(plain_from..).unwrap_or_default());
}

/// Whether a word is a name or a product of names that Markdown would read as emphasis: `128*x*y`, `__syncthreads()`.
fn is_formula(word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "*_+-/%().,:?".contains(letter);
    let is_star = |(at, letter): (usize, char)| {
        let word_around = || {
            let (before, after) = (word.get(..at), word.get(at + 1..));
            let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
            is_word(before.and_then(|text| text.chars().next_back()))
                && is_word(after.and_then(|text| text.chars().next()))
        };
        letter == '*' || (letter == '_' && !word_around())
    };
    word.chars().any(char::is_alphanumeric)
        && word.chars().all(is_part)
        && !word.contains("://")
        && word.char_indices().any(is_star)
}

/// Text in backquotes that it cannot leave.
pub fn code_span(code: &str) -> String {
    let code = one_line(code);
    let marks = "`".repeat(longest_run(&code) + 1);
    // A backquote at an end would be taken for a mark; the blanks are not shown.
    let blank = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    match code.is_empty() {
        true => String::new(),
        false => format!("{marks}{blank}{code}{blank}{marks}"),
    }
}

/// A block of code in some language that its text cannot leave.
pub fn code_block(language: &str, code: &str) -> String {
    let marks = "`".repeat(longest_run(code).max(2) + 1);
    format!("{marks}{language}\n{}\n{marks}", visible(code))
}

fn longest_run(code: &str) -> usize {
    code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes what could mean something, and no more: the text is read as it is, too, where Markdown is not drawn.
fn push_plain(markdown: &mut String, text: &str) {
    let is_first = markdown.is_empty();
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied();
        let next = letters.get(at + 1).copied();
        let is_blank = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
        let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let is_start = is_first && at == 0;
        let numbers_a_list = || {
            is_first && at > 0 && letters.get(..at).is_some_and(|all| all.iter().all(char::is_ascii_digit))
        };
        let begins = |word: &str| {
            let before: String =
                letters.get(at.saturating_sub(word.len())..at).into_iter().flatten().collect();
            before.eq_ignore_ascii_case(word)
        };
        let is_escaped = match letter {
            '*' => is_start || !(is_blank(before) && is_blank(next)),
            '_' => !(is_word(before) && is_word(next)),
            '~' | '[' | '$' => true,
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '<' => !is_blank(next),
            '&' => next.is_some_and(|next| next.is_alphanumeric() || next == '#'),
            '!' => next == Some('['),
            // Addresses become links by themselves.
            ':' => next == Some('/') || begins("mailto") || begins("xmpp"),
            '.' => begins("www") || numbers_a_list(),
            '@' => !is_blank(before) && !is_blank(next),
            ')' => numbers_a_list(),
            '#' | '>' | '-' | '+' | '=' | '|' => is_start,
            _ => false,
        };
        if is_escaped {
            markdown.push('\\');
        }
        markdown.push(letter);
    }
}

/// The text that Markdown of this module shows: without marks of blocks, and without backslashes outside of code.
pub fn plain_text(markdown: &str) -> String {
    let mut lines = Vec::new();
    let mut marks: Option<String> = None;
    for line in markdown.lines() {
        let fence: String = line.trim_start().chars().take_while(|&letter| letter == '`').collect();
        match &marks {
            Some(open) if line.trim() == open => marks = None,
            Some(_) => lines.push(line.to_owned()),
            None if fence.len() >= 3 => marks = Some(fence),
            None => lines.push(without_backslashes(line)),
        }
    }
    lines.join("\n")
}

fn without_backslashes(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    let mut is_code = false;
    while let Some(letter) = letters.next() {
        match letter {
            '`' => {
                is_code = !is_code;
                plain.push(letter);
            }
            '\\' if !is_code => match letters.next_if(char::is_ascii_punctuation) {
                Some(escaped) => plain.push(escaped),
                None => plain.push(letter),
            },
            letter => plain.push(letter),
        }
    }
    plain
}

/// Text in LaTeX: no character of it is a command, and what a TeX file cannot hold is a question mark.
#[derive(Debug, Clone, Copy)]
pub struct Tex<'a>(pub &'a str);

impl fmt::Display for Tex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => write!(f, "\\{letter}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '<' => f.write_str("\\textless{}")?,
                '>' => f.write_str("\\textgreater{}")?,
                // Two of them are a ligature.
                '-' | '`' | '\'' | '"' | ',' | '!' | '?' => write!(f, "{{{letter}}}")?,
                '·' => f.write_str("\\textperiodcentered{}")?,
                ' '..='~' => f.write_char(letter)?,
                _ => f.write_char('?')?,
            }
        }
        Ok(())
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_file_becomes_no_link_no_tag_and_no_emphasis() {
        for (text, expected) in [
            ("[x](command:layoutlens.showGrid?%5B%5D)", "\\[x](command:layoutlens.showGrid?%5B%5D)"),
            ("![x](http://a)", "\\!\\[x](http\\://a)"),
            ("<img src=x> a < b", "\\<img src=x> a < b"),
            ("128*blockIdx.x*ldA", "`128*blockIdx.x*ldA`"),
            ("at 2*x, y", "at `2*x`, y"),
            ("`f`*x y*`g`", "`f`\\*x y\\*`g`"),
            ("2 * 3", "2 * 3"),
            ("thread_idx, _1, __syncthreads()", "thread_idx, `_1`, `__syncthreads()`"),
            ("see www.a.b or a@b.c", "see www\\.a.b or a\\@b.c"),
            ("# no title", "\\# no title"),
            ("1. no list", "1\\. no list"),
            ("* no list", "\\* no list"),
            ("a\n\n# b", "a\\n\\n# b"),
            ("a \\[ b", "a \\\\\\[ b"),
            ("&lt;b>", "\\&lt;b>"),
            ("`a` and ` b", "`a` and \\` b"),
            ("`` c ``", "\\`` c `\\`"),
        ] {
            assert_eq!(markdown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_markdown_shows_is_the_text() {
        for text in [
            "128*blockIdx.x*ldA",
            "[x](y) <z> `a*b` _c_ \\d",
            "# 1. - *",
            "http://a www.b a@b",
            "`x",
            "``",
            "~~",
        ] {
            let marks = |text: &str| text.replace('`', "");
            assert_eq!(marks(&plain_text(&markdown(text))), marks(text));
        }
    }

    #[test]
    fn code_cannot_leave_its_block() {
        assert_eq!(code_block("cute", "a\n```\n[x](y)"), "````cute\na\n```\n[x](y)\n````");
        assert_eq!(code_span("a``b"), "```a``b```");
        assert_eq!(code_span("`a"), "`` `a ``");
        assert_eq!(plain_text(&code_block("cute", "a \\* b\n```\nc")), "a \\* b\n```\nc");
    }

    #[test]
    fn a_terminal_is_given_nothing_to_obey() {
        let evil: String = (0..0x300).chain(0x2000..0x2100).filter_map(char::from_u32).collect();
        for safe in [visible(&evil), one_line(&evil), of_same_length(&evil), json(&evil)] {
            assert!(!safe.chars().any(|letter| is_obeyed(letter) && !"\n\t".contains(letter)));
        }
        assert!(!one_line(&evil).contains(['\n', '\t']));
        assert_eq!(of_same_length(&evil).len(), evil.len());
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = "a\u{1b}\u{9b}\u{202e}\u{7f}\u{2028}\n\"\\";
        let written = serde_json::to_string(value).expect("JSON");
        assert_eq!(serde_json::from_str::<String>(&json(&written)).expect("JSON"), value);
    }
}
