//! Numbers as they are written in SVG.

use std::fmt::{self, Write as _};

#[expect(clippy::cast_precision_loss, reason = "pictures are some thousand cells wide")]
pub(super) fn count(cells: usize) -> f64 {
    cells as f64
}

/// Writing to a string cannot fail.
pub(super) fn push(text: &mut String, arguments: fmt::Arguments<'_>) {
    let _infallible = text.write_fmt(arguments);
}

/// Without what formatting costs: there may be a number a cell.
pub(super) fn push_number(path: &mut String, number: usize) {
    if number >= 10 {
        push_number(path, number / 10);
    }
    path.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or_default()));
}

/// A number with at most two decimals, and none where they are zero.
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        if hundredths % 100.0 == 0.0 {
            write!(f, "{:.0}", hundredths / 100.0 + 0.0)
        } else if hundredths % 10.0 == 0.0 {
            write!(f, "{:.1}", self.0)
        } else {
            write!(f, "{:.2}", self.0)
        }
    }
}
