//! A statement with another text in the place of a part of it.

use std::{cell::Cell, ops::Range};

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_operation::{Code, Operation, Value};
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind, SourceScope, Statement, parse_expression_at, parse_statement_at,
};

use crate::{
    environment::Environment,
    evaluator::{Evaluator, Position},
};

/// How many replacements are tried for one problem.
const MOST_TRIALS_A_PROBLEM: usize = 256;

/// What a statement comes to by itself.
pub(crate) struct Alone {
    pub(crate) problems: Vec<Problem>,
    /// Whether what it asks for is known, and what it claims is so.
    pub(crate) is_settled: bool,
}

/// What is mended.
pub(crate) enum Form<'a> {
    /// A statement.
    Statement(&'a Statement),
    /// The layout of a comment.
    Layout(&'a Expr),
}

/// A statement or layout, and what was found in it.
pub(crate) struct Trial<'a> {
    environment: &'a Environment<'a>,
    scope: SourceScope,
    /// What another statement in the place of this one comes to.
    alone: &'a dyn Fn(&Statement) -> Alone,
    pub(super) form: Form<'a>,
    /// The text on one line, as it is read.
    pub(super) line: String,
    /// Where it begins in the document.
    pub(super) start: usize,
    found: Vec<Problem>,
    trials: &'a Cell<usize>,
    trials_of_problem: Cell<usize>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(
        (environment, scope): (&'a Environment<'a>, SourceScope),
        alone: &'a dyn Fn(&Statement) -> Alone,
        form: Form<'a>,
        (line, start): (String, usize),
        found: &[Problem],
        trials: &'a Cell<usize>,
    ) -> Self {
        let found = found.to_vec();
        Self {
            environment,
            scope,
            alone,
            form,
            line,
            start,
            found,
            trials,
            trials_of_problem: Cell::new(MOST_TRIALS_A_PROBLEM),
        }
    }

    /// Begins with another problem.
    pub(crate) fn begin(&self) {
        self.trials_of_problem.set(MOST_TRIALS_A_PROBLEM);
    }

    /// Whether the statement with the replacement in it has the problem no more, and none that it had not before.
    pub(super) fn mends(&self, problem: &Problem, fix: &Replacement) -> bool {
        let Some(Alone { problems: left, is_settled }) = self.outcome(fix) else { return false };
        let same = |of: &[Problem], one: &Problem| {
            of.iter().filter(|other| other.code == one.code && other.message == one.message).count()
        };
        // What could not be read, or not be known, may have hidden something.
        let may_reveal = matches!(
            problem.code,
            Code::Syntax | Code::UnknownName | Code::UnknownCode | Code::RunOption | Code::ArgumentCount
        );
        let is_mended = problem.code == Code::Syntax || same(&left, problem) < same(&self.found, problem);
        let is_no_worse = is_settled && left.iter().all(|one| same(&left, one) <= same(&self.found, one));
        is_mended && (may_reveal || is_no_worse)
    }

    /// What the statement comes to when the replacement is made; `None` when it cannot be read.
    pub(super) fn outcome(&self, fix: &Replacement) -> Option<Alone> {
        let (all, own) = (self.trials.get(), self.trials_of_problem.get());
        self.trials.set(all.checked_sub(1)?);
        self.trials_of_problem.set(own.checked_sub(1)?);
        let line = self.line_with(fix)?;
        match self.form {
            Form::Statement(_) => {
                let (statement, errors) = parse_statement_at(&line, self.start);
                errors.is_empty().then(|| (self.alone)(&statement))
            }
            Form::Layout(_) => {
                let (layout, errors) = parse_expression_at(&line, self.start);
                let mut evaluator = Evaluator::new(self.environment, self.scope);
                let value = evaluator.evaluate(&layout, Position::Size).value;
                let is_settled = value.unknown_reason().is_none();
                errors.is_empty().then_some(Alone { problems: evaluator.problems, is_settled })
            }
        }
    }

    /// The line when the replacement is made.
    pub(super) fn line_with(&self, fix: &Replacement) -> Option<String> {
        let range = self.within(&fix.range)?;
        Some([self.line.get(..range.start)?, &fix.text, self.line.get(range.end..)?].concat())
    }

    /// The value of an expression that would stand here; `None` where it is unknown or something is wrong with it.
    pub(super) fn value(&self, text: &str) -> Option<Value> {
        let (expr, errors) = parse_expression_at(text, self.start);
        let mut evaluator = Evaluator::new(self.environment, self.scope);
        let value = evaluator.operand(&expr).value;
        let is_known = value.unknown_reason().is_none();
        (errors.is_empty() && evaluator.problems.is_empty() && is_known).then_some(value)
    }

    /// Bytes of the document as bytes of the line.
    pub(super) fn within(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let (start, end) = (range.start.checked_sub(self.start)?, range.end.checked_sub(self.start)?);
        self.line.get(start..end)?;
        Some(start..end)
    }

    /// The text of some bytes of the document; further lines of a statement are one with the first.
    pub(super) fn text(&self, range: &Range<usize>) -> &str {
        self.within(range).and_then(|range| self.line.get(range)).unwrap_or_default()
    }

    /// All expressions, outer ones before what they hold.
    pub(super) fn expressions(&self) -> Vec<&'a Expr> {
        let whole = match self.form {
            Form::Statement(statement) => statement.expressions(),
            Form::Layout(layout) => vec![layout],
        };
        whole.into_iter().flat_map(Expr::with_parts).collect()
    }

    /// The innermost expression of these bytes that `is_it`.
    pub(super) fn at(&self, range: &Range<usize>, is_it: impl Fn(&Expr) -> bool) -> Option<&'a Expr> {
        let around =
            |expr: &&Expr| expr.range.start <= range.start && range.end <= expr.range.end && is_it(expr);
        self.expressions().into_iter().filter(around).min_by_key(|expr| expr.range.len())
    }

    /// The operands of the innermost operation around these bytes.
    pub(super) fn operands(&self, range: &Range<usize>) -> Option<(Operation, Vec<&'a Expr>)> {
        operands(self.at(range, |expr| operands(expr).is_some())?)
    }
}

/// The operation that an expression is, and what it is given.
fn operands(expr: &Expr) -> Option<(Operation, Vec<&Expr>)> {
    match &expr.kind {
        ExprKind::Call { function, template, arguments } => {
            Some((Operation::named(&function.text)?, template.iter().chain(arguments).collect()))
        }
        ExprKind::Apply { callee, coordinate } => match &callee.kind {
            ExprKind::Name(name) => Some((Operation::named(name)?, coordinate.iter().collect())),
            _ => None,
        },
        ExprKind::Binary { operator, left, right } => {
            let operation = match operator {
                BinaryOperator::Compose => Operation::Composition,
                BinaryOperator::LogicalDivide => Operation::LogicalDivide,
                BinaryOperator::LogicalProduct => Operation::LogicalProduct,
                _ => return None,
            };
            Some((operation, vec![left, right]))
        }
        _ => None,
    }
}

/// A replacement that is a choice of the user's.
pub(super) fn replacement(
    title: impl Into<String>,
    range: &Range<usize>,
    text: impl Into<String>,
) -> Replacement {
    Replacement { title: title.into(), range: range.clone(), text: text.into(), is_safe: false }
}
