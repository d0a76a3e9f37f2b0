//! What a file and its statements mean.

use layoutlens_host_value::{evaluation::HostEvaluation, problem::Problem};
use layoutlens_operation::{Comparison, Evaluated};

use crate::{
    comment::CommentCheck,
    node::{Node, Reference},
    run::Run,
};

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
    /// Uses of names in statements and comments.
    pub references: Vec<Reference>,
    /// What the code means.
    pub host: HostEvaluation,
    /// What is wrong, in the order of the text; `allow`ed problems are left out.
    pub problems: Vec<Problem>,
}

/// Two layouts beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The layouts, in the order of the statement.
    pub values: [Evaluated; 2],
    /// How they stand to each other.
    pub comparison: Comparison,
}

/// What a statement means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// `let` and `show`: the value.
    Value(Evaluated),
    /// `assert`: whether it holds, or why that is unknown.
    Claim(Evaluated),
    /// `compare`: both layouts, and how they stand to each other.
    Comparison(Box<Compared>),
    /// `run`: the statement with its names replaced by their values, or why it cannot run.
    Run(Result<Box<Run>, String>),
    /// `with`, `allow` and statements that could not be read.
    Nothing,
}
