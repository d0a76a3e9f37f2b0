//! Where in a text an edit begins and ends. A request's position is clamped; an edit's must be where the editor means it,
//! since every later edit counts on that.

use ropey::Rope;

use crate::{Encoding, Position};

/// Why a document's text is not the editor's any longer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LostEdit {
    /// An edit ends before it begins.
    #[error(
        "an edit from {}:{} to {}:{} ends before it begins",
        .start.line + 1, .start.column + 1, .end.line + 1, .end.column + 1
    )]
    Reversed {
        /// Where it begins.
        start: Position,
        /// Where it ends.
        end: Position,
    },
    /// An edit is in a line that the text does not have.
    #[error("an edit is in line {}, and the text has {lines} lines", u64::from(.at.line) + 1)]
    Outside {
        /// Where it would be.
        at: Position,
        /// How many lines there are.
        lines: usize,
    },
    /// An edit begins or ends between the bytes of a character.
    #[error("an edit at {}:{} is inside a character", .at.line + 1, .at.column + 1)]
    Inside {
        /// Where it would be.
        at: Position,
    },
    /// An edit is older than the text.
    #[error("an edit makes version {version} of version {after}")]
    Order {
        /// The edit's version.
        version: i32,
        /// The text's version.
        after: i32,
    },
    /// A message could not be read.
    #[error("an edit could not be read")]
    Unreadable,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The character that stands there.
    pub(crate) char: usize,
    /// Whether it is the second half of that character, of two UTF-16 units.
    pub(crate) is_inside: bool,
}

/// The place that an edit names. A column behind a line's end is that end, as the protocol has it; the line behind the
/// last one is the end of the text.
///
/// # Errors
/// When there is no such place.
pub(crate) fn place(text: &Rope, encoding: Encoding, at: Position) -> Result<Place, LostEdit> {
    let (line, lines) = (at.line as usize, text.len_lines());
    if line >= lines {
        return match line == lines && at.column == 0 {
            true => Ok(Place { char: text.len_chars(), is_inside: false }),
            false => Err(LostEdit::Outside { at, lines }),
        };
    }
    let byte = crate::offset(text, encoding, at);
    let char = text.byte_to_char(byte);
    let found = crate::position(text, encoding, byte);
    let is_line_end = text.get_char(char).is_none_or(|c| matches!(c, '\n' | '\r'));
    match found.column < at.column && !is_line_end {
        false => Ok(Place { char, is_inside: false }),
        true if encoding == Encoding::Utf16 => Ok(Place { char, is_inside: true }),
        true => Err(LostEdit::Inside { at }),
    }
}
