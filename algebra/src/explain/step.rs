//! One step of an operation, as data and as a line of text.

use std::fmt::Display;

use crate::proof::Verdict;
use crate::{IntTuple, Layout, ModePath, Stride};

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepKind {
    /// Brings an operand into the form that the operation works on: coalesced, filtered, sorted.
    Prepare,
    /// Computes, keeps or drops one mode.
    Mode,
    /// Tests a condition under which the result is right.
    Condition {
        /// Whether it holds.
        holds: bool,
    },
    /// Gives the result of the operation, or of one that it is made of.
    Result,
    /// Says what the result is worth, and what decided it.
    Verdict,
}

/// One step of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// CuTe's name of the operation that takes the step.
    pub operation: &'static str,
    /// What the step does.
    pub kind: StepKind,
    /// The mode of the operand it is about; empty when about the whole.
    pub mode: ModePath,
    /// The numbers that decide it, each with its name: `("size", 4)`.
    pub numbers: Vec<(&'static str, i64)>,
    /// The step with its operands and numbers, one line.
    pub text: String,
    /// What the step produces, in CuTe notation, if it does.
    pub value: Option<String>,
}

impl Step {
    pub(crate) fn new(operation: &'static str, text: String) -> Self {
        let (mode, numbers) = (ModePath::default(), Vec::new());
        Step { operation, kind: StepKind::Prepare, mode, numbers, text, value: None }
    }

    pub(crate) fn result(operation: &'static str, name: &str, value: &impl Display) -> Self {
        let step = Step::new(operation, format!("{name} = {value}")).with_value(value);
        Step { kind: StepKind::Result, ..step }
    }

    /// A step about one mode, where its place says nothing: of a layout that was coalesced or sorted before.
    pub(crate) fn of_some_mode(operation: &'static str, text: String) -> Self {
        Step { kind: StepKind::Mode, ..Step::new(operation, text) }
    }

    /// A step about the mode at `mode`.
    pub(crate) fn of_mode(operation: &'static str, mode: &ModePath, text: String) -> Self {
        Step::new(operation, text).at(mode.clone())
    }

    /// A condition that holds or does not.
    pub(crate) fn condition(operation: &'static str, holds: bool, text: String) -> Self {
        Step { kind: StepKind::Condition { holds }, ..Step::new(operation, text) }
    }

    /// What a result is worth; its value is the name of the verdict.
    pub(crate) fn verdict(how: &str, verdict: &Verdict) -> Self {
        let worth = match verdict {
            Verdict::Proved => "proved for every coordinate".to_owned(),
            Verdict::Wrong { at, expected, found } => {
                format!("coordinate {at} goes to {found}, and should go to {expected}")
            }
            Verdict::NeedsPredicate { covers, of, residue } => {
                format!(
                    "it covers {covers} of {of}, so a kernel needs a predicate; the last tile holds {residue}"
                )
            }
            Verdict::Unproved { limit } => format!("unproved: {limit}"),
        };
        let step = Step::new("proof", format!("{how}: {worth}")).with_value(&verdict.name());
        let step = Step { kind: StepKind::Verdict, ..step };
        match verdict {
            Verdict::Wrong { at, .. } => step.with("at", *at),
            Verdict::NeedsPredicate { covers, of, residue } => {
                step.with("covers", *covers).with("of", *of).with("residue", *residue)
            }
            Verdict::Proved | Verdict::Unproved { .. } => step,
        }
    }

    /// The same step about the mode at `mode`.
    pub(crate) fn at(mut self, mode: ModePath) -> Self {
        self.mode = mode;
        if self.kind == StepKind::Prepare {
            self.kind = StepKind::Mode;
        }
        self
    }

    /// Moves a step about a mode into the mode at `path`, where that mode stands.
    pub(super) fn move_into(&mut self, path: &[usize]) {
        self.mode.0.splice(0..0, path.iter().copied());
    }

    pub(crate) fn with_value(mut self, value: &impl Display) -> Self {
        self.value = Some(value.to_string());
        self
    }

    pub(crate) fn with(mut self, name: &'static str, number: i64) -> Self {
        self.numbers.push((name, number));
        self
    }

    /// The number of this name, if the step has one.
    ///
    /// ```
    /// use layout_algebra::{explain, Layout};
    ///
    /// let steps = explain::filter_zeros(&"(4,3):(1,0)".parse::<Layout>()?)?;
    /// assert_eq!(steps[0].text, "mode 1, 3:0, adds nothing: its size becomes 1");
    /// assert_eq!((steps[0].mode.0.as_slice(), steps[0].number("size")), ([1].as_slice(), Some(3)));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn number(&self, name: &str) -> Option<i64> {
        self.numbers.iter().find(|(other, _)| *other == name).map(|&(_, number)| number)
    }
}

/// `steps`, and the result as the last one unless it is there already.
pub(super) fn with_result(operation: &'static str, mut steps: Vec<Step>, value: &impl Display) -> Vec<Step> {
    let text = value.to_string();
    let is_told =
        steps.last().is_some_and(|step| step.mode.0.is_empty() && step.value.as_ref() == Some(&text));
    if !is_told {
        steps.push(Step::result(operation, operation, &text));
    }
    steps
}

/// The integers of a tuple from left to right, each with its mode.
pub(super) fn leaves_of<T: Clone>(tuple: &IntTuple<T>) -> Vec<(ModePath, T)> {
    let mut leaves = Vec::new();
    push_leaves(tuple, &mut Vec::new(), &mut leaves);
    leaves
}

fn push_leaves<T: Clone>(tuple: &IntTuple<T>, path: &mut Vec<usize>, leaves: &mut Vec<(ModePath, T)>) {
    match tuple {
        IntTuple::Int(leaf) => leaves.push((ModePath(path.clone()), leaf.clone())),
        IntTuple::Tuple(modes) => {
            for (i, mode) in modes.iter().enumerate() {
                path.push(i);
                push_leaves(mode, path, leaves);
                path.pop();
            }
        }
    }
}

/// The integer modes of a layout from left to right: where each is, its size, its stride.
pub(super) fn modes_of<D: Stride>(layout: &Layout<D>) -> Vec<(ModePath, i64, D)> {
    let (shape, stride) = (layout.shape(), layout.stride());
    let modes = leaves_of(&shape).into_iter().zip(leaves_of(&stride));
    modes.map(|((path, size), (_, stride))| (path, size, stride)).collect()
}
