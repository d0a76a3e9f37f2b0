//! Expression trees to proved values.
//!
//! [`evaluate`] gives every statement and layout comment of a file its value, or the reason why it has none, and the
//! problems that a user must see. Nothing fails: broken code gives fewer answers, never wrong ones. A value is what
//! the user's program will hold (CuTe's), and carries the [`Verdict`] that says what it is worth.
//!
//! The code itself is run as far as layouts depend on it by [`host`].
//!
//! This crate knows nothing of documents (`world`), pictures (`render`) or editors.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod allow;
pub mod batch;
mod comment;
mod comparison;
pub mod element_type;
mod environment;
mod evaluator;
mod hardware;
pub mod host;
mod literal;
mod nearest_fix;
mod operation;
mod problem;
mod run;
mod run_option;
mod size;
mod statement;
mod value;
mod verdict;

use std::ops::Range;

pub use comment::{Agreement, CommentCheck};
pub use hardware::Hardware;
pub use layout_algebra::proof::Verdict;
pub use operation::names as operation_names;
pub use problem::{Code, Problem, Replacement, Severity};
pub use run::{Job, Operand, Run};
pub use size::{Size, SizeError, SizeOperator};
pub use statement::{
    evaluate, evaluate_beside, evaluate_expression, evaluate_shown, resolve_run, stated_facts,
};
pub use value::{Finding, Leaf, Unknown, Value};

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
        }
    }
}

/// What a file means.
#[derive(Debug, Clone, Default)]
pub struct Evaluation {
    /// One for each of [`layoutlens_syntax::File::annotations`], in the same order.
    pub statements: Vec<Meaning>,
    /// One for each of [`layoutlens_syntax::File::comments`], in the same order.
    pub comments: Vec<Evaluated>,
    /// What comments say of variables of the code, in the order of the text.
    pub comment_checks: Vec<CommentCheck>,
    /// Every expression node that says more than its text, inner ones before the outer ones that hold them.
    pub nodes: Vec<Node>,
    /// Uses of bound names.
    pub references: Vec<Reference>,
    /// What the code means.
    pub host: host::HostEvaluation,
    /// What is wrong, in the order of the text; `allow`ed problems are left out.
    pub problems: Vec<Problem>,
}

/// What a statement means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// `let` and `show`: the value.
    Value(Evaluated),
    /// `assert`: whether it holds, or why that is unknown.
    Claim(Evaluated),
    /// `run`: the statement with its names replaced by their values, or why it cannot run.
    Run(Result<Box<Run>, String>),
    /// `with`, `allow` and statements that could not be read.
    Nothing,
}

/// An expression and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Bytes in the document.
    pub range: Range<usize>,
    /// Its value.
    pub evaluated: Evaluated,
}

/// A use of a name that a `let` or `with` binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Bytes of the use.
    pub range: Range<usize>,
    /// Bytes of the name where it is bound.
    pub definition: Range<usize>,
}
