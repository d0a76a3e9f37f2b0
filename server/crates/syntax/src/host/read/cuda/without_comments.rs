//! The text of a directive without its comments, and how long its literals are.

/// The text of a macro on one line, without its comments; what looks like one in a literal stays.
pub(super) fn without_comments(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace("\\\n", " ");
    let mut all = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => {
                rest.get(2..).and_then(|rest| rest.find("*/")).map_or(rest.len(), |end| end + 4)
            }
            '"' => literal_length(rest, first),
            // `1'000` is a number.
            '\'' if !all.ends_with(|last: char| last.is_ascii_alphanumeric()) => literal_length(rest, first),
            _ => first.len_utf8(),
        };
        let (taken, behind) = rest.split_at(length);
        match taken.starts_with("//") || taken.starts_with("/*") || taken == "\n" {
            true => all.push(' '),
            false => all.push_str(taken),
        }
        rest = behind;
    }
    all
}

/// How long the literal is that a text begins with, up to the end of its line at most.
pub(super) fn literal_length(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\n' => return at,
            '\\' => drop(characters.next()),
            _ if character == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
