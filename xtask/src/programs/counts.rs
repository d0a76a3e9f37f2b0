//! What random programs came to.

use std::fmt;

/// Values of programs, by what we say of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Programs that ran.
    pub(crate) programs: usize,
    /// The program holds what we show.
    pub(crate) right: usize,
    /// We say that we do not know, or nothing.
    pub(crate) unknown: usize,
    /// We show a number of which the program says only that it is known when it runs, and it is not run.
    pub(crate) undecided: usize,
    /// The program holds something else.
    pub(crate) wrong: usize,
}

impl Counts {
    /// The sum with another.
    pub(crate) fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.right += other.right;
        self.unknown += other.unknown;
        self.undecided += other.undecided;
        self.wrong += other.wrong;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, right, unknown, undecided, wrong } = self;
        let values = right + unknown + undecided + wrong;
        write!(formatter, "{programs} programs, {values} values: {right} right, {unknown} unknown, ")?;
        if *undecided > 0 {
            write!(formatter, "{undecided} that only a run decides, ")?;
        }
        write!(formatter, "{wrong} wrong")
    }
}
