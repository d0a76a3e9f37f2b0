//! Resolves `run` statements: names to values, and everything that can be refused before anything runs.

use std::sync::Arc;

use layout_algebra::{AnyLayout, ComposedLayout, Layout};
use layoutlens_host_value::{invariant, problem::Problem};
use layoutlens_operation::{Arguments, Code, Refusal, Value, element_type};
use layoutlens_syntax::{Expr, Name, Run as Statement, nearest};

use crate::{environment::Lookup, evaluator::Evaluator, node::Reference, run_option::option_values};

/// A `run` whose names are replaced by their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What to run.
    pub job: Job,
    /// Element type of all operands.
    pub element: String,
    /// Options by name, with their values in CuTe notation.
    pub options: Vec<(String, String)>,
    /// Of which thread its operands are, where one depends on that: `thread 0`.
    pub thread: Option<String>,
}

/// What a `run` does, on layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Job {
    /// Copies every element.
    Copy {
        /// Source.
        source: Operand,
        /// Destination.
        destination: Operand,
    },
    /// C(m,n) = sum over k of A(m,k) * B(n,k).
    Gemm {
        /// (M,K).
        a: Operand,
        /// (N,K).
        b: Operand,
        /// (M,N).
        c: Operand,
    },
}

/// A layout that a kernel can index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// Integer strides.
    Layout(Layout),
    /// Swizzled.
    Composed(ComposedLayout),
}

impl Operand {
    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.layout().size()
    }

    /// The layout, or the inner layout of a composed one.
    pub fn layout(&self) -> &Layout {
        match self {
            Self::Layout(layout) => layout,
            Self::Composed(composed) => composed.layout(),
        }
    }
}

impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Layout(layout) => layout.fmt(f),
            Self::Composed(composed) => composed.fmt(f),
        }
    }
}

impl std::fmt::Display for Run {
    /// The statement without names, as `layoutlens run` takes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.job {
            Job::Copy { source, destination } => {
                write!(f, "copy {source} -> {destination} : {}", self.element)?
            }
            Job::Gemm { a, b, c } => write!(f, "gemm {a}, {b} -> {c} : {}", self.element)?,
        }
        if self.options.is_empty() {
            return Ok(());
        }
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        write!(f, " ({})", options.join(", "))
    }
}

/// The run that a statement asks for, or the reason why it cannot run; problems go to the evaluator.
pub(crate) fn resolve(statement: &Statement, evaluator: &mut Evaluator<'_>) -> Result<Run, String> {
    let (element, options) = match statement {
        Statement::Copy { element, options, .. } | Statement::Gemm { element, options, .. } => {
            (element, options)
        }
    };
    let element_name = element_name(element, evaluator);
    let options = option_values(options, evaluator)?;
    let job = match statement {
        Statement::Copy { source, destination, .. } => {
            let (from, to) = (operand(source, evaluator), operand(destination, evaluator));
            let job = Job::Copy { source: from?, destination: to? };
            sizes_agree(&job, source, destination, evaluator)?;
            distinct_elements(&job, destination, evaluator)?;
            job
        }
        Statement::Gemm { a, b, c, .. } => {
            let operands = [operand(a, evaluator), operand(b, evaluator), operand(c, evaluator)];
            let [a_value, b_value, c_value] = operands;
            let job = Job::Gemm { a: a_value?, b: b_value?, c: c_value? };
            modes_agree(&job, [a, b, c], evaluator)?;
            distinct_elements(&job, c, evaluator)?;
            job
        }
    };
    Ok(Run { job, element: element_name?, options, thread: evaluator.thread.clone() })
}

fn report(evaluator: &mut Evaluator<'_>, problem: Problem) -> String {
    let reason = problem.message.clone();
    evaluator.problems.push(problem);
    reason
}

fn element_name(element: &Name, evaluator: &mut Evaluator<'_>) -> Result<String, String> {
    let bound = match evaluator.environment.look_up(&element.text, evaluator.scope, element.range.start) {
        Lookup::Bound(binding) => {
            let (range, definition) = (element.range.clone(), binding.definition.clone());
            evaluator.references.push(Reference { range, definition });
            match &binding.value.value {
                Value::ElementType(name) => Some(name.clone()),
                _ => None,
            }
        }
        Lookup::Host(Some(variable)) => variable.type_name().map(str::to_owned),
        _ => None,
    };
    let name = bound.unwrap_or_else(|| element.text.clone());
    if let Some(element) = element_type::find(&name) {
        return Ok(element.name.to_owned());
    }
    let known: Vec<&str> = element_type::all().map(|element| element.name).collect();
    let near = nearest(&name, known.iter().copied());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let message = format!("`{name}` is no element type (there are {}){hint}", known.join(" "));
    let problem = Problem::new(element.range.clone(), Code::RunOption, message);
    let problem = match near {
        Some(near) => problem.with_fix(format!("use `{near}`"), element.range.clone(), near.to_owned()),
        None => problem,
    };
    Err(report(evaluator, problem))
}

fn operand(expr: &Expr, evaluator: &mut Evaluator<'_>) -> Result<Operand, String> {
    let value = evaluator.operand(expr).value;
    match value {
        Value::Unknown(unknown) => Err(unknown.reason),
        Value::Composed(composed) => Ok(Operand::Composed(Arc::unwrap_or_clone(composed))),
        // Memory of a kernel is aligned to the swizzle, so the offsets in elements are those.
        Value::Smem(smem) => match smem.position_independent() {
            Ok(AnyLayout::Layout(layout)) => Ok(Operand::Layout(layout)),
            Ok(AnyLayout::Composed(composed)) => Ok(Operand::Composed(composed)),
            Ok(_) => Err("a swizzle that no kernel has".to_owned()),
            Err(error) => Err(error.to_string()),
        },
        value => match Arguments::new("a kernel", &[value]).layout(0) {
            Ok(layout) => Ok(Operand::Layout(layout)),
            Err(Refusal::Unknown(reason) | Refusal::Ranks(reason) | Refusal::Numbers(reason)) => Err(reason),
            Err(Refusal::Algebra(error)) => {
                let code = Code::of(&error);
                Err(report(evaluator, Problem::new(expr.range.clone(), code, error.to_string())))
            }
            Err(Refusal::Kind { message, .. } | Refusal::Problem { message, .. }) => {
                Err(report(evaluator, Problem::new(expr.range.clone(), Code::WrongKind, message)))
            }
        },
    }
}

fn sizes_agree(
    job: &Job,
    source: &Expr,
    destination: &Expr,
    evaluator: &mut Evaluator<'_>,
) -> Result<(), String> {
    let Job::Copy { source: from, destination: to } = job else { return Ok(()) };
    if from.size() == to.size() {
        return Ok(());
    }
    let message = format!(
        "the source has {} elements, the destination {}: a copy needs equal sizes",
        from.size(),
        to.size()
    );
    let problem = Problem::new(destination.range.clone(), Code::RunSizeMismatch, message)
        .with_related(source.range.clone(), format!("the source, {} elements", from.size()));
    Err(report(evaluator, problem))
}

/// A is (M,K), B is (N,K), C is (M,N).
fn modes_agree(job: &Job, [a, b, c]: [&Expr; 3], evaluator: &mut Evaluator<'_>) -> Result<(), String> {
    let Job::Gemm { a: a_value, b: b_value, c: c_value } = job else { return Ok(()) };
    for (value, expr, name) in [(a_value, a, "A"), (b_value, b, "B"), (c_value, c, "C")] {
        let rank = value.layout().rank();
        if rank != 2 {
            let message = format!("{name} has rank {rank}; a GEMM takes A (M,K), B (N,K) and C (M,N)");
            return Err(report(evaluator, Problem::new(expr.range.clone(), Code::RunSizeMismatch, message)));
        }
    }
    let size = |value: &Operand, mode| match value.layout().mode(mode) {
        Ok(mode) => Some(mode.size()),
        Err(_) => invariant!(None, "an operand of rank 2 has no mode {mode}"),
    };
    let pairs = [
        (size(a_value, 1), size(b_value, 1), "K of A", "K of B", b),
        (size(a_value, 0), size(c_value, 0), "M of A", "M of C", c),
        (size(b_value, 0), size(c_value, 1), "N of B", "N of C", c),
    ];
    for (left, right, left_name, right_name, expr) in pairs {
        if let (Some(left), Some(right)) = (left, right)
            && left != right
        {
            let message = format!(
                "{left_name} is {left}, {right_name} is {right}: a GEMM takes A (M,K), B (N,K) and C (M,N)"
            );
            return Err(report(evaluator, Problem::new(expr.range.clone(), Code::RunSizeMismatch, message)));
        }
    }
    Ok(())
}

/// Two coordinates of a destination must not share an element.
fn distinct_elements(job: &Job, expr: &Expr, evaluator: &mut Evaluator<'_>) -> Result<(), String> {
    let destination = match job {
        Job::Copy { destination, .. } => destination,
        Job::Gemm { c, .. } => c,
    };
    // A swizzle permutes offsets, so it neither makes nor removes a collision.
    let collision = layout_algebra::analysis::first_collision(destination.layout());
    match collision {
        Ok(None) => Ok(()),
        // Not told is not distinct: what the run gives would say nothing.
        Err(error) => {
            let message =
                format!("whether two coordinates of the destination share an offset is not told: {error}");
            Err(report(evaluator, Problem::new(expr.range.clone(), Code::of(&error), message)))
        }
        Ok(Some((first, second))) => {
            let layout = destination.layout();
            let offset = layout
                .at(first)
                .map_or_else(|_| "one offset".to_owned(), |offset| format!("offset {offset}"));
            let message = format!(
                "the destination's coordinates {} and {} share {offset}: the result would depend on the order \
                 of the writes",
                coordinate(first, layout),
                coordinate(second, layout),
            );
            Err(report(evaluator, Problem::new(expr.range.clone(), Code::RunOverlap, message)))
        }
    }
}

fn coordinate(index: i64, layout: &Layout) -> String {
    layout_algebra::idx2crd(index, &layout.shape())
        .map_or_else(|_| index.to_string(), |coordinate| coordinate.to_string())
}
