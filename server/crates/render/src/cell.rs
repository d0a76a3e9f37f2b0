//! One cell of a grid.

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// The value of the layout at this coordinate: an offset `26`, or a coordinate `(1,0)`.
    Value {
        /// The value in CuTe notation.
        text: String,
        /// Cells with equal shades, modulo the palette's length, get the same colour.
        shade: i64,
    },
    /// The threads and values that own this element, sorted and distinct; none, one, or several (a broadcast or an overlap).
    Owners(Vec<Owner>),
    /// The value leaves 64 bits.
    Overflow,
}

/// A thread and one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// Index in the thread mode.
    pub thread: i64,
    /// Index in the value mode.
    pub value: i64,
}

impl Cell {
    /// The cell in one line; owners are all named or counted, never only the first.
    pub fn text(&self) -> String {
        match self {
            Cell::Value { text, .. } => text.clone(),
            Cell::Owners(owners) => {
                let (threads, values) = owners_text(owners);
                format!("{threads}{values}")
            }
            Cell::Overflow => "?".to_owned(),
        }
    }

    /// The cell in one or two lines, for a square: `T5` over `V1`.
    pub(crate) fn lines(&self) -> (String, String) {
        match self {
            Cell::Owners(owners) => owners_text(owners),
            Cell::Value { .. } | Cell::Overflow => (self.text(), String::new()),
        }
    }

    /// What chooses the colour; `None` leaves the cell blank.
    pub(crate) fn shade(&self) -> Option<i64> {
        match self {
            Cell::Value { shade, .. } => Some(*shade),
            Cell::Owners(owners) => owners.first().map(|owner| owner.thread),
            Cell::Overflow => None,
        }
    }

    /// Whether more than one thread or value owns the element.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Cell::Owners(owners) if owners.len() > 1)
    }
}

/// `("T5", "V1")`; `("T0..3", "V1")` for a run of threads, `("T5", "V0..3")` for a run of values,
/// `("T0V0", "/T9V1")` for two others, `("T0V0", "/+6")` for more.
fn owners_text(owners: &[Owner]) -> (String, String) {
    match owners {
        [] => ("·".to_owned(), String::new()),
        [only] => (format!("T{}", only.thread), format!("V{}", only.value)),
        [first, .., last] => {
            let steps = i64::try_from(owners.len() - 1).unwrap_or(i64::MAX);
            if owners.iter().all(|owner| owner.value == first.value) && last.thread - first.thread == steps {
                (format!("T{}..{}", first.thread, last.thread), format!("V{}", first.value))
            } else if owners.iter().all(|owner| owner.thread == first.thread)
                && last.value - first.value == steps
            {
                (format!("T{}", first.thread), format!("V{}..{}", first.value, last.value))
            } else if steps == 1 {
                (format!("T{}V{}", first.thread, first.value), format!("/T{}V{}", last.thread, last.value))
            } else {
                (format!("T{}V{}", first.thread, first.value), format!("/+{steps}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(owners: &[(i64, i64)]) -> String {
        Cell::Owners(owners.iter().map(|&(thread, value)| Owner { thread, value }).collect()).text()
    }

    #[test]
    fn every_owner_is_named_or_counted() {
        assert_eq!(text(&[]), "·");
        assert_eq!(text(&[(5, 1)]), "T5V1");
        assert_eq!(text(&[(0, 1), (1, 1), (2, 1)]), "T0..2V1");
        assert_eq!(text(&[(4, 0), (4, 1)]), "T4V0..1");
        assert_eq!(text(&[(0, 0), (9, 1)]), "T0V0/T9V1");
        assert_eq!(text(&[(0, 0), (2, 0), (9, 1)]), "T0V0/+2");
    }
}
