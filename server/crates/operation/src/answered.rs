//! What the algebra answers, as a value with its verdict and steps.

use layout_algebra::{Error, explain::Step, proof::Answer};

use crate::{Evaluated, Value};

/// A value that carries its verdict.
pub(super) fn answered<T: Into<Value>>(answer: Answer<T>, steps: Vec<String>) -> Evaluated {
    Evaluated { verdict: answer.verdict, steps, ..answer.value.into().into() }
}

/// The steps of an operation as lines; an explanation that fails says nothing, for the error is told already.
pub(super) fn steps(explained: Result<Vec<Step>, Error>) -> Vec<String> {
    explained.map(|steps| steps.into_iter().map(|step| step.text).collect()).unwrap_or_default()
}
