//! Line and column of an editor to bytes of the text, and back.

use ropey::Rope;

/// What a column counts. The client and the server agree on one when they meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units: a character beyond U+FFFF counts two. What an editor means when it says nothing.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

/// A place in a text as editors name it. Lines end at `\n`, `\r\n` and `\r`, and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// From 0.
    pub line: u32,
    /// From 0, in units of the [`Encoding`].
    pub column: u32,
}

/// The byte at `position`.
///
/// Whatever an editor sends has an answer: a column past the end of its line means that end (before the line
/// break), a line past the last one means the end of the text, and a column inside a character means its
/// start.
///
/// ```
/// use layoutlens_world::{Encoding, Position, offset};
///
/// let text = ropey::Rope::from_str("é𝔸x\r\n");
/// assert_eq!(offset(&text, Encoding::Utf16, Position { line: 0, column: 3 }), 6);
/// assert_eq!(offset(&text, Encoding::Utf8, Position { line: 0, column: 3 }), 2);
/// assert_eq!(offset(&text, Encoding::Utf32, Position { line: 0, column: 99 }), 7);
/// ```
pub fn offset(text: &Rope, encoding: Encoding, position: Position) -> usize {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes();
    }
    let column = position.column as usize;
    let (start, end) = line_without_break(text, line);
    let char = match encoding {
        Encoding::Utf8 => {
            let byte = text.char_to_byte(start).saturating_add(column);
            text.byte_to_char(byte.min(text.len_bytes()))
        }
        Encoding::Utf16 => {
            let unit = text.char_to_utf16_cu(start).saturating_add(column);
            text.utf16_cu_to_char(unit.min(text.len_utf16_cu()))
        }
        Encoding::Utf32 => start.saturating_add(column),
    };
    text.char_to_byte(char.min(end))
}

/// The place of byte `offset`; past the end it is the end, inside a character the character's start.
pub fn position(text: &Rope, encoding: Encoding, offset: usize) -> Position {
    within_chunk(text, encoding, offset).unwrap_or_else(|| by_lines(text, encoding, offset))
}

/// The place of a byte whose line begins in the same piece of the rope, which is asked alone; `None` elsewhere, and where a
/// byte is not the first of a character or of a line break.
fn within_chunk(text: &Rope, encoding: Encoding, offset: usize) -> Option<Position> {
    let (chunk, chunk_start, _, first_line) = text.get_chunk_at_byte(offset)?;
    let local = offset - chunk_start;
    let (before, after) = chunk.split_at_checked(local)?;
    let start = memchr::memrchr2(b'\n', b'\r', before.as_bytes())? + 1;
    if before.ends_with('\r') && after.starts_with('\n') {
        return None;
    }
    let line = first_line + ropey::str_utils::byte_to_line_idx(chunk, local);
    let in_line = before.get(start..)?;
    let column = match encoding {
        Encoding::Utf8 => in_line.len(),
        Encoding::Utf16 => in_line.chars().map(char::len_utf16).sum(),
        Encoding::Utf32 => in_line.chars().count(),
    };
    Some(Position { line: saturate(line), column: saturate(column) })
}

fn by_lines(text: &Rope, encoding: Encoding, offset: usize) -> Position {
    let char = text.byte_to_char(offset.min(text.len_bytes()));
    let line = text.char_to_line(char);
    let (start, end) = line_without_break(text, line);
    let char = char.min(end);
    let column = match encoding {
        Encoding::Utf8 => text.char_to_byte(char) - text.char_to_byte(start),
        Encoding::Utf16 => text.char_to_utf16_cu(char) - text.char_to_utf16_cu(start),
        Encoding::Utf32 => char - start,
    };
    Position { line: saturate(line), column: saturate(column) }
}

/// First character of a line that exists, and the character at which its line break or the text's end stands.
fn line_without_break(text: &Rope, line: usize) -> (usize, usize) {
    let start = text.line_to_char(line);
    let mut end = start + text.line(line).len_chars();
    if end > start && text.char(end - 1) == '\n' {
        end -= 1;
    }
    if end > start && text.char(end - 1) == '\r' {
        end -= 1;
    }
    (start, end)
}

fn saturate(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_only_where_the_protocol_says() {
        let text = Rope::from_str("a\u{2028}b\u{85}c\u{b}d\u{c}e\rf\r\ng\nh");
        assert_eq!(text.len_lines(), 4);
        assert_eq!(position(&text, Encoding::Utf32, text.len_bytes()), Position { line: 3, column: 1 });
    }

    #[test]
    fn a_byte_order_mark_is_a_character_of_the_first_line() {
        let text = Rope::from_str("\u{feff}x");
        assert_eq!(offset(&text, Encoding::Utf16, Position { line: 0, column: 1 }), 3);
        assert_eq!(position(&text, Encoding::Utf8, 3), Position { line: 0, column: 3 });
    }

    #[test]
    fn a_column_past_the_line_stands_before_its_break() {
        let text = Rope::from_str("ab\r\ncd");
        assert_eq!(offset(&text, Encoding::Utf16, Position { line: 0, column: u32::MAX }), 2);
        assert_eq!(offset(&text, Encoding::Utf16, Position { line: 1, column: u32::MAX }), 6);
    }

    #[test]
    fn a_line_past_the_last_is_the_end() {
        let text = Rope::from_str("ab\n");
        assert_eq!(offset(&text, Encoding::Utf8, Position { line: 9, column: 1 }), 3);
        assert_eq!(offset(&text, Encoding::Utf8, Position { line: u32::MAX, column: 0 }), 3);
    }

    #[test]
    fn a_place_in_one_piece_of_a_rope_is_that_by_lines() {
        let line = "auto é = 𝔸(x);";
        let text: String =
            ["\n", "\r\n", "\r", "\n\n"].iter().cycle().take(400).map(|end| format!("{line}{end}")).collect();
        let rope = Rope::from_str(&text);
        assert!(rope.chunks().count() > 2, "the text has to have several pieces");
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for at in 0..=text.len() + 1 {
                assert_eq!(position(&rope, encoding, at), by_lines(&rope, encoding, at), "{at} {encoding:?}");
            }
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_its_character() {
        let text = Rope::from_str("𝔸b");
        assert_eq!(offset(&text, Encoding::Utf16, Position { line: 0, column: 1 }), 0);
        assert_eq!(offset(&text, Encoding::Utf16, Position { line: 0, column: 2 }), 4);
    }

    #[test]
    fn between_the_bytes_of_a_line_break_is_the_end_of_the_line() {
        let text = Rope::from_str("a\r\nb");
        assert_eq!(position(&text, Encoding::Utf8, 2), Position { line: 0, column: 1 });
    }
}
