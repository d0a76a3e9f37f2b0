//! Comments that say what the variable beside them is, checked against what it is.

mod beside;
mod matching;
mod parts;
mod rewrite;
mod stated;
mod uses;
mod written;

use std::{collections::BTreeMap, ops::Range};

use layout_algebra::{IntTuple, proof::Verdict};
use layoutlens_host_value::{
    evaluation::{Answer, HostEvaluation, Variable},
    problem::Problem,
};
use layoutlens_operation::{Code, Value, value::Leaf};
use layoutlens_syntax::{
    CommentPlace, CommentTail, CommentedValue, File, Pattern, PatternKind, SourceScope, ValueComment,
};

use crate::{
    comment::{
        beside::Beside,
        matching::{Matching, Outcome},
        parts::Parts,
        stated::StatedSizes,
    },
    environment::{Environment, Lookup},
    evaluator::{Evaluator, Position},
    node::Reference,
};

pub use written::layout_comment;

/// What a comment says of a variable of the code, and whether that is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentCheck {
    /// Bytes of the value in the comment.
    pub range: Range<usize>,
    /// Index into [`HostEvaluation::variables`].
    pub variable: usize,
    /// Whether the comment is right.
    pub agreement: Agreement,
}

/// Whether a comment is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreement {
    /// For every call site. Of names that nothing binds, rank and nesting are right.
    Agrees,
    /// For no call site; what differs: `rank 3, not 4`.
    Differs(String),
    /// The variable is not known, or only with names whose numbers decide.
    Open,
}

/// Checks every comment of `file` that says what a variable is.
pub(crate) struct Checker<'a> {
    file: &'a File,
    text: &'a str,
    host: &'a HostEvaluation,
    beside: Beside<'a>,
    /// By the scope of the comments that say so.
    stated: BTreeMap<SourceScope, StatedSizes>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(file: &'a File, text: &'a str, host: &'a HostEvaluation) -> Self {
        let beside = Beside::new(file, text, host);
        let mut stated = BTreeMap::<SourceScope, StatedSizes>::new();
        for comment in &file.value_comments {
            let sizes = stated.entry(file.scope_at(comment.range.start)).or_default();
            for (value, variable) in comment.values.iter().zip(beside.variables(comment)) {
                let parts = host.variables.get(variable).and_then(|variable| match &variable.answers[..] {
                    [answer] if !variable.is_sample => Parts::of(answer),
                    _ => None,
                });
                if let Some(parts) = parts.filter(|_| value.stride.is_some()) {
                    sizes.read(&value.shape, &parts.shape);
                }
            }
        }
        Self { file, text, host, beside, stated }
    }

    /// Checks one comment, with the names that `environment` binds, and gives the uses of names in it.
    pub(crate) fn check(
        &self,
        comment: &ValueComment,
        environment: &Environment<'_>,
    ) -> (Vec<CommentCheck>, Vec<Problem>, Vec<Reference>) {
        let (mut checks, mut problems) = (Vec::new(), Vec::new());
        let scope = self.file.scope_at(comment.range.start);
        let nothing = StatedSizes::default();
        let names =
            Names { environment, scope, comment, stated: self.stated.get(&scope).unwrap_or(&nothing) };
        for (value, variable) in comment.values.iter().zip(self.beside.variables(comment)) {
            let Some(declared) = self.host.variables.get(variable) else { continue };
            let (agreement, problem) = self.compare(value, declared, &names);
            checks.push(CommentCheck { range: value.range.clone(), variable, agreement });
            problems.extend(problem);
        }
        let declared = |variable: usize| self.host.variables.get(variable).map(|one| one.range.clone());
        let references = uses::uses(comment, &checks, &names, declared);
        (checks, problems, references)
    }

    fn compare(
        &self,
        value: &CommentedValue,
        variable: &Variable,
        names: &Names<'_>,
    ) -> (Agreement, Option<Problem>) {
        let outcomes: Vec<Outcome> =
            variable.answers.iter().map(|answer| outcome(value, answer, names)).collect();
        let differences: Option<Vec<&String>> = outcomes
            .iter()
            .map(|outcome| match outcome {
                Outcome::Differs(difference) => Some(difference),
                _ => None,
            })
            .collect();
        match differences.as_deref() {
            // A comment in a header may speak of a program that was not read.
            _ if variable.is_sample => (Agreement::Open, None),
            Some(_) if self.rests_on_defaults(variable) => (Agreement::Open, None),
            Some([first, ..]) => {
                let message = message(variable, first);
                let problem = self.problem(value, variable, message, names);
                (Agreement::Differs((*first).clone()), Some(problem))
            }
            // Without an answer there is nothing that a comment could agree with.
            _ if !outcomes.is_empty() && outcomes.iter().all(|outcome| matches!(outcome, Outcome::Fits)) => {
                (Agreement::Agrees, None)
            }
            _ => (Agreement::Open, None),
        }
    }

    /// Whether the variable stands in a method of a Python class. Its values may rest on defaults of the constructor, and
    /// a comment may speak of an object that another file makes.
    fn rests_on_defaults(&self, variable: &Variable) -> bool {
        self.host.lookup("self", variable.range.start).is_some()
    }

    fn problem(
        &self,
        value: &CommentedValue,
        variable: &Variable,
        message: String,
        names: &Names<'_>,
    ) -> Problem {
        let problem = Problem::new(value.range.clone(), Code::WrongComment, message)
            .with_related(variable.range.clone(), format!("`{}` is declared here", variable.name));
        let mut texts = variable.answers.iter().map(|answer| {
            let parts = Parts::beside(answer, value)?;
            let bound = |pattern: &Pattern| names.bound(pattern);
            rewrite::value(self.text, value, &parts, &names.matching(value, &bound))
        });
        let first = texts.next().flatten();
        match first {
            Some(text) if texts.all(|other| other.as_ref() == Some(&text)) => {
                let title = format!("write {text}");
                // Of another thread it may be another one.
                match variable.answers.iter().all(|answer| answer.thread.is_none()) {
                    true => problem.with_safe_fix(title, value.range.clone(), text),
                    false => problem.with_fix(title, value.range.clone(), text),
                }
            }
            _ => problem,
        }
    }
}

/// ``` `tCsA` is (8,4):(4,1): rank 2, not 3 ```
fn message(variable: &Variable, difference: &str) -> String {
    let mut values: Vec<String> = Vec::new();
    for answer in &variable.answers {
        let mut value = answer.evaluated.value.to_string();
        if let Some(thread) = &answer.thread {
            value.push_str(&format!(" ({thread})"));
        }
        if !values.contains(&value) {
            values.push(value);
        }
    }
    match values.as_slice() {
        [value] => format!("`{}` is {value}: {difference}", variable.name),
        several => {
            format!("call sites give `{}` the values {}: {difference}", variable.name, several.join(" and "))
        }
    }
}

/// What one answer says of a value in a comment. `(b,s,h,d) -> (s,d,h,b)` may tell of what is done to another value as
/// well as what a layout maps to: then it is only wrong behind a layout that has neither shape.
fn outcome(value: &CommentedValue, answer: &Answer, names: &Names<'_>) -> Outcome {
    if matches!(answer.evaluated.verdict, Verdict::Unproved { .. }) {
        return Outcome::Open;
    }
    let Some(parts) = Parts::beside(answer, value) else { return Outcome::Open };
    let bound = |pattern: &Pattern| names.bound(pattern);
    let matching = names.matching(value, &bound);
    match (matching.value(value, &parts), &names.comment.tail) {
        (Outcome::Differs(difference), Some(CommentTail::Tuple(target))) => {
            let tells_of_change = parts.stride.is_none()
                || !matches!(names.comment.place, CommentPlace::Behind(_))
                || matching.shape(target, &parts) == Outcome::Fits;
            if tells_of_change { Outcome::Open } else { Outcome::Differs(difference) }
        }
        (outcome, _) => outcome,
    }
}

/// What the names of a comment stand for in the code around it.
struct Names<'a> {
    environment: &'a Environment<'a>,
    scope: SourceScope,
    comment: &'a ValueComment,
    stated: &'a StatedSizes,
}

impl<'a> Names<'a> {
    /// How a value of the comment is compared.
    fn matching<'m>(
        &self,
        value: &CommentedValue,
        bound: &'m dyn Fn(&Pattern) -> Option<IntTuple<Leaf>>,
    ) -> Matching<'m>
    where
        'a: 'm,
    {
        Matching { bound, has_stride: value.stride.is_some(), stated: self.stated }
    }

    /// The value of an element that is a number, a name that is bound, or computed of such.
    fn bound(&self, pattern: &Pattern) -> Option<IntTuple<Leaf>> {
        match &pattern.kind {
            PatternKind::Name(name) if !self.is_coordinate(name) => self.named(name, pattern.range.start),
            PatternKind::Number(number) => Some(IntTuple::Int(Leaf::Size((*number).into()))),
            PatternKind::Expression(expr) => {
                let mut evaluator = Evaluator::new(self.environment, self.scope);
                let evaluated = evaluator.evaluate(expr, Position::Size);
                // What cannot be computed is no name of a rank, which stands for any mode: it is not known what it says.
                if !evaluator.problems.is_empty() {
                    return Some(IntTuple::Int(Leaf::Any));
                }
                let is_bound = !has_unbound(&evaluated.value, self);
                match evaluated.value {
                    Value::Tuple(tuple) if is_bound => Some(tuple),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Single lower-case letters count the tiles of a mode or name its coordinate, as all names do in front of an
    /// arrow: `(m,k) -> smem_idx`. A variable of the same name is another thing.
    fn is_coordinate(&self, name: &str) -> bool {
        let is_letter =
            name.trim_end_matches('\'').len() == 1 && name.starts_with(|c: char| c.is_lowercase());
        is_letter || self.comment.tail.is_some()
    }

    fn named(&self, name: &str, at: usize) -> Option<IntTuple<Leaf>> {
        let value = match self.environment.look_up(name, self.scope, at) {
            Lookup::Bound(binding) => binding.value.value.clone(),
            Lookup::Host(Some(variable)) => variable.value_for_statements().ok()?.value,
            _ => return None,
        };
        match value {
            Value::Tuple(tuple @ IntTuple::Int(Leaf::Size(_))) => Some(tuple),
            _ => None,
        }
    }
}

/// Whether the value holds a name that the code does not bind: then it is a rank's.
fn has_unbound(value: &Value, names: &Names<'_>) -> bool {
    let Value::Tuple(tuple) = value else { return true };
    tuple.leaves().iter().any(|leaf| match leaf {
        Leaf::Size(size) => size
            .names()
            .iter()
            .any(|name| names.is_coordinate(name) || names.named(name, names.comment.range.start).is_none()),
        Leaf::Coordinate(_) => false,
        _ => true,
    })
}
