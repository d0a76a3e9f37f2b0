//! How a result comes about, step by step: the text of a hover.

use std::fmt::Display;

use crate::ModePath;

/// One step of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// CuTe's name of the operation that takes the step.
    pub operation: &'static str,
    /// The mode of the operand it is about; empty when about the whole.
    pub mode: ModePath,
    /// The step with its operands and numbers, one line.
    pub text: String,
    /// The layout that the step produces, if it does.
    pub value: Option<String>,
}

impl Step {
    pub(crate) fn new(operation: &'static str, text: String) -> Self {
        Step { operation, mode: ModePath::default(), text, value: None }
    }

    pub(crate) fn result(operation: &'static str, name: &str, value: &impl Display) -> Self {
        Step::new(operation, format!("{name} = {value}")).with_value(value)
    }

    pub(crate) fn at(mut self, mode: ModePath) -> Self {
        self.mode = mode;
        self
    }

    pub(crate) fn with_value(mut self, value: &impl Display) -> Self {
        self.value = Some(value.to_string());
        self
    }
}

/// Who is told the steps of an operation; `()` is told nothing and costs nothing.
pub(crate) trait Trace {
    fn step(&mut self, step: impl FnOnce() -> Step);

    /// The same listener, for steps inside mode `index`.
    fn inside(&mut self, index: usize) -> impl Trace;
}

impl Trace for () {
    fn step(&mut self, _: impl FnOnce() -> Step) {}

    fn inside(&mut self, _: usize) -> impl Trace {}
}
