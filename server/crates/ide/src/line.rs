//! Lines of a text, by the bytes in them.

use std::ops::Range;

/// The line that holds a byte, without its end.
pub(crate) fn line_around(text: &str, offset: usize) -> Range<usize> {
    lines_around(text, &(offset..offset))
}

/// From the start of the first line of a range to the end of the last one.
pub(crate) fn lines_around(text: &str, range: &Range<usize>) -> Range<usize> {
    let start =
        text.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let rest = text.get(range.end..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let line = if rest.len() > line.len() { line.trim_end_matches('\r') } else { line };
    start..(range.end + line.len()).max(start)
}

/// How the line ends that holds a byte; a last line without an end as the one above it.
pub(crate) fn line_ending(text: &str, offset: usize) -> &'static str {
    let behind = text.get(offset..).and_then(|rest| rest.find('\n')).map(|length| offset + length);
    let newline = behind.or_else(|| text.get(..offset).and_then(|before| before.rfind('\n')));
    let is_crlf = newline.and_then(|at| text.get(..at)).is_some_and(|before| before.ends_with('\r'));
    if is_crlf { "\r\n" } else { "\n" }
}

/// The blanks that a line begins with.
pub(crate) fn indentation(line: &str) -> &str {
    let length = line.len() - line.trim_start_matches([' ', '\t', '\u{a0}']).len();
    line.get(..length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_end() {
        let text = "a\r\n bc\r\nd";
        assert_eq!(&text[line_around(text, 4)], " bc");
        assert_eq!(&text[line_around(text, 0)], "a");
        assert_eq!(&text[line_around(text, 8)], "d");
        assert_eq!(&text[line_around(text, 9)], "d");
    }

    #[test]
    fn a_line_ends_as_its_text_does() {
        assert_eq!(line_ending("a\r\nb", 0), "\r\n");
        assert_eq!(line_ending("a\r\nb", 3), "\r\n");
        assert_eq!(line_ending("a\nb", 0), "\n");
        assert_eq!(line_ending("a", 0), "\n");
    }
}
