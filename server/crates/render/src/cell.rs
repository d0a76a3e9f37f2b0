//! One cell of a grid.

/// What stands in a cell, and what chooses its colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What is written.
    pub label: Label,
    /// What the colour stands for, on the scale of the grid; `None` leaves the cell blank.
    pub tone: Option<u32>,
    /// How it is set off beside its colour.
    pub marks: Marks,
}

/// What is written in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label {
    /// Nothing: the cell is colour alone.
    Nothing,
    /// A number, as an offset is: `26`.
    Number(i64),
    /// Another value in CuTe's notation: a coordinate, `(1,0)`.
    Text(Box<str>),
    /// The threads and values that own this element, sorted and distinct; none, one, or several (a broadcast or an overlap).
    Owners(Box<[Owner]>),
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

/// How cells are set off, never by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// A frame: more than one thread or value owns the element.
    pub const SHARED: Self = Self(1);
    /// A cross: the access waits for another one of the same bank.
    pub const CONFLICT: Self = Self(2);
    /// A thick frame: what the picture is about.
    pub const CHOSEN: Self = Self(4);

    /// A dashed frame: moved, and not used.
    pub const UNUSED: Self = Self(8);

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// As a number, the sum of the constants.
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// Whether all of `other` are among these.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0 && other.0 != 0
    }
}

impl Label {
    /// The label in one line; owners are all named or counted, never only the first.
    pub fn text(&self) -> String {
        let (first, second) = self.lines();
        first + &second
    }

    /// The label in one or two lines, for a square: `T5` over `V1`.
    pub(crate) fn lines(&self) -> (String, String) {
        match self {
            Self::Nothing => (String::new(), String::new()),
            Self::Number(number) => (number.to_string(), String::new()),
            Self::Text(text) => (text.to_string(), String::new()),
            Self::Owners(owners) => owners_text(owners),
            Self::Overflow => ("?".to_owned(), String::new()),
        }
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
        Label::Owners(owners.iter().map(|&(thread, value)| Owner { thread, value }).collect()).text()
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
