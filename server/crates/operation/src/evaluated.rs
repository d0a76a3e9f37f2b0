//! A value with what is known of it.

use layout_algebra::proof::Verdict;

use crate::{Code, Value};

/// A value, what it is worth, and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluated {
    /// What the user's program will hold.
    pub value: Value,
    /// What the value is worth. Literals and exact operations are proved.
    pub verdict: Verdict,
    /// How an operation came to its result, line by line.
    pub steps: Vec<String>,
    /// Where a part of a layout begins, for operations that cut one out.
    pub offset: Option<String>,
    /// The tile over which a thread-value layout is to be drawn.
    pub tile: Option<layout_algebra::IntTuple<i64>>,
    /// The vectors' name of the reason, when the operation was rejected.
    pub refused: Option<&'static str>,
    /// What is known to be wrong or surprising about what the value was made from, with its source.
    pub notes: Vec<String>,
    /// What makes the value no larger than what it was made from, and is not known: `M % 128 == 0`. A kernel needs a
    /// predicate for values of the names for which it does not hold.
    pub rounds_up_unless: Vec<String>,
    /// Whether its coordinates are values of one thread, as those of a partition are: it is no layout of threads.
    pub is_of_one_thread: bool,
    /// For which thread it is, where it depends on that: `thread 0`. What is made of it is that thread's, too.
    pub thread: Option<String>,
    /// What works, but not as well as it could.
    pub warning: Option<Box<Warning>>,
}

/// What is to be said of something that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The code under which it is said.
    pub code: Code,
    /// What is wrong, with the numbers and a way out.
    pub message: String,
    /// The same in a few words, where there is room for no more: `32 wavefronts, 4 would do`.
    pub short: Option<String>,
}

impl Evaluated {
    /// What the value is worth, as JSON has it: `proved`, `wrong`, `needs_predicate` or `unproved`.
    pub fn verdict_name(&self) -> &'static str {
        match (&self.verdict, self.rounds_up_unless.is_empty()) {
            (Verdict::Proved, false) => "needs_predicate",
            (verdict, _) => verdict.name(),
        }
    }
}

impl From<Value> for Evaluated {
    fn from(value: Value) -> Self {
        let notes = match &value {
            Value::Hardware(thing) => thing.knowledge().into_iter().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let (verdict, steps) = (Verdict::Proved, Vec::new());
        Self {
            value,
            verdict,
            steps,
            offset: None,
            tile: None,
            refused: None,
            notes,
            rounds_up_unless: Vec::new(),
            is_of_one_thread: false,
            thread: None,
            warning: None,
        }
    }
}
